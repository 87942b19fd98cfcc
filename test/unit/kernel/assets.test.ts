import * as fs from 'node:fs'
import * as path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, folder, start, TOKEN, type Served } from './serving.ts'

const SCRIPT = 'console.log("hello")'.repeat(100)
let served: Served
beforeAll(async () => {
  const dir = folder()
  fs.mkdirSync(path.join(dir, 'web', 'assets'), { recursive: true })
  fs.writeFileSync(path.join(dir, 'secret.txt'), 'secret')
  fs.writeFileSync(path.join(dir, 'web', 'index.html'), '<!doctype html><title>Test</title>')
  fs.writeFileSync(path.join(dir, 'web', 'assets', 'main-1a2b.js'), SCRIPT)
  fs.writeFileSync(path.join(dir, 'web', 'assets', 'main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  served = await start({ assets: path.join(dir, 'web') })
})
afterAll(() => served.server.close())

test('the user interface is at /, under a strict policy, and asked for anew each time', async () => {
  const answer = await ask(served, 'GET', '/')
  expect([answer.status, answer.text]).toEqual([200, '<!doctype html><title>Test</title>'])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
  expect((await ask(served, 'GET', '/', { 'if-none-match': String(answer.headers['etag']) })).status).toBe(304)
})

test('files with a hash in their names are kept for good', async () => {
  const answer = await ask(served, 'GET', '/assets/main-1a2b.js')
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, SCRIPT, 'public, max-age=31536000, immutable'])
})

test('who takes Brotli gets what the build compressed', async () => {
  const answer = await ask(served, 'GET', '/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(answer.bytes).toString()).toBe(SCRIPT)
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e%5c%2e%2e%5csecret.txt',
  '//etc/passwd',
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/main-1a2b.js.br',
  '/.env',
])('nothing else is there: %s', async (target) => {
  const answer = await ask(served, 'GET', target)
  expect(answer.status).toBe(404)
  expect(answer.json).toHaveProperty('error')
})

test('the interface beside it stays as it is', async () => {
  expect((await ask(served, 'GET', '/api/status', TOKEN)).status).toBe(200)
  expect((await ask(served, 'GET', '/api/status')).status).toBe(401)
  expect((await ask(served, 'DELETE', '/api/status', TOKEN)).status).toBe(405)
})

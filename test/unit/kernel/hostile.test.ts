import * as net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { ask, shout, start, TOKEN, type Served } from './serving.ts'

let served: Served
beforeAll(async () => (served = await start()))
afterAll(() => served.server.close())

const host = 'Host: x\r\n'

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
  ['bytes', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), 400],
  ['a null byte in the address', `GET /api/\0status HTTP/1.1\r\n${host}\r\n`, 400],
  ['a null byte in a header', `GET /api/status HTTP/1.1\r\n${host}api-token: t\0\r\n\r\n`, 400],
  ['a header without a name', `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
  ['a blank in a header name', `GET / HTTP/1.1\r\n${host}Bad Name: x\r\n\r\n`, 400],
  ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`, 400],
  ['no Host', 'GET /api/status HTTP/1.1\r\n\r\n', 400],
  ['two lengths', `POST /api/upload HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length and chunks (request smuggling)', `POST /api/upload HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a length that is no number', `POST /api/upload HTTP/1.1\r\n${host}Content-Length: 1e3\r\n\r\n`, 400],
  ['a broken chunk', `POST /api/upload HTTP/1.1\r\n${host}api-token: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['headers of 60 kB', `GET /api/status HTTP/1.1\r\n${host}x: ${'a'.repeat(60_000)}\r\n\r\n`, 431],
  ['an address of 60 kB', `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ['an expectation', `POST /api/upload HTTP/1.1\r\n${host}Expect: tea\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, 417],
])('%s is answered in our own shape', async (_what, bytes, status) => {
  const back = await shout(served, bytes, 2_000)
  expect(back).toMatch(new RegExp(`^HTTP/1.1 ${status} .+\r\n`))
  expect(back.toLowerCase()).toContain('content-type: application/json')
  expect(back.match(/\r\n\r\n/g)?.length).toBe(status === 417 ? 2 : 1)
  expect(back).toMatch(/\{"error":"[^"\\]+(\\"[^"\\]*)*"\}/)
  expect((await ask(served, 'GET', '/api/status', TOKEN)).status).toBe(200)
})

test('an upgrade is not followed', async () => {
  const back = await shout(served, `GET /api/status HTTP/1.1\r\n${host}api-token: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 1_000)
  expect(back).toMatch(/^HTTP\/1.1 200 /)
})

test('a body that ends too early does no harm', async () => {
  served.seen.length = 0
  await shout(served, `POST /api/items/x HTTP/1.1\r\n${host}api-token: t\r\nContent-Length: 50\r\n\r\n{"host":"h","port":1}`, 300)
  await systemClock.sleep(100)
  expect(served.seen).toEqual([])
  expect(served.logged.filter((line) => line.includes('request failed'))).toEqual([])
  expect((await ask(served, 'GET', '/api/status', TOKEN)).status).toBe(200)
})

test('plain HTTP and a broken handshake get nothing and end nothing', async () => {
  for (const bytes of ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', '\x16\x03\x01\xff\xff'.repeat(100)]) {
    await new Promise((done) => {
      const socket = net.connect(served.server.port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')))
      socket.on('error', () => undefined)
      socket.on('close', done)
      socket.resume()
    })
  }
  expect((await ask(served, 'GET', '/api/status', TOKEN)).status).toBe(200)
})

test('headers that never end are given up after ten seconds with 408', async () => {
  const begin = performance.now()
  const back = await shout(served, `GET /api/status HTTP/1.1\r\n${host}x: `, 18_000)
  expect(back).toMatch(/^HTTP\/1.1 408 /)
  expect(back).toContain('{"error":"The request did not arrive in time; send it faster"}')
  expect(performance.now() - begin).toBeLessThan(17_500)
})

test('many at once are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(served, 'GET', at % 2 === 0 ? '/api/status' : '/api/items/%zz', TOKEN)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
})

import * as https from 'node:https'
import * as net from 'node:net'
import * as tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { PortInUse } from '../../../electron/kernel/listener.ts'
import { ask, start, TOKEN, type Served } from './serving.ts'

let served: Served
beforeAll(async () => (served = await start()))
afterAll(() => served.server.close())

const json = { ...TOKEN, 'content-type': 'application/json' }
const sentence = async (body: string): Promise<unknown> => (await ask(served, 'POST', '/api/items/x', TOKEN, body)).json

describe('who asks comes first', () => {
  test.each([
    ['a broken body', '/api/items/x', '{'],
    ['a body that is too large', '/api/items/x', Buffer.alloc(2_000_000, 32)],
    ['a forbidden name', '/api/items/a%00b', '{}'],
  ])('without a token the answer is 401, whatever comes with it: %s', async (_what, target, body) => {
    served.seen.length = 0
    expect((await ask(served, 'POST', target, {}, body)).status).toBe(401)
    expect((await ask(served, 'POST', target, { 'api-token': 'wrong' }, body)).status).toBe(401)
    expect(served.seen).toEqual([])
  })

  test('the handler is told who asks', async () => {
    served.seen.length = 0
    await ask(served, 'POST', '/api/items/a%20b', TOKEN, '{"host":"h","port":1}')
    expect(served.seen).toEqual([{ params: { name: 'a b' }, body: { host: 'h', port: 1 }, caller: 'somebody' }])
  })
})

describe('bodies', () => {
  test.each([
    'application/json',
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    ';;;',
    '/',
    undefined,
  ])('are JSON whatever the content type says: %s', async (type) => {
    const answer = await ask(served, 'POST', '/api/items/x', { ...TOKEN, ...(type === undefined ? {} : { 'content-type': type }) }, '{"host":"h","port":1}')
    expect([answer.status, answer.json]).toEqual([201, { name: 'x', host: 'h' }])
  })

  test.each(['PATCH', 'DELETE'])('an empty one is none, also where a content type is named: %s', async (method) => {
    const target = method === 'PATCH' ? '/api/app/own' : '/api/items/x'
    for (const headers of [json, { ...json, 'content-length': '0' }, { ...json, 'transfer-encoding': 'chunked' }])
      expect((await ask(served, method, target, headers)).status).toBe(200)
  })

  test('of routes that want none are not looked at', async () => {
    expect((await ask(served, 'DELETE', '/api/items/x', json, '{broken')).status).toBe(200)
    expect((await ask(served, 'GET', '/api/status', json, '{broken')).status).toBe(200)
  })

  test('unknown fields are ignored on documented operations and refused on our own', async () => {
    expect((await ask(served, 'POST', '/api/items/x', TOKEN, '{"host":"h","port":1,"more":1}')).status).toBe(201)
    const own = await ask(served, 'PATCH', '/api/app/own', TOKEN, '{"prot":1}')
    expect([own.status, own.json]).toEqual([400, { error: 'prot is not known here; known are port' }])
  })

  test.each([
    ['', 'The body is missing; send a JSON object'],
    ['  ', 'The body is missing; send a JSON object'],
    ['[]', 'The body must be an object'],
    ['{"port":1}', 'host is missing'],
    ['{"host":"h"}', 'port is missing'],
    ['{"host":7,"port":1}', 'host must be a text of 1 to 20 characters'],
    ['{"host":"","port":1}', 'host must be a text of 1 to 20 characters'],
    ['{"host":"h","port":0}', 'port must be a whole number between 1 and 65535'],
    ['{"host":"h","port":1.5}', 'port must be a whole number between 1 and 65535'],
    ['{"host":"h","port":"1"}', 'port must be a whole number between 1 and 65535'],
    ['{"host":"h","port":null}', 'port must be a whole number between 1 and 65535'],
    ['{"host":"h","port":1,"mode":"odd"}', 'mode must be one of "fast", "slow"'],
    ['{"host":"h","port":1,"tags":{}}', 'tags must be a list'],
    ['{"host":"h","port":1,"tags":[{"key":"a"},{}]}', 'tags[1].key is missing'],
    ['{"host":"h"', `The body is not valid JSON: Expected ',' or '}' after property value in JSON at position 11 (line 1 column 12)`],
    ['{"host":', 'The body is not valid JSON: it ends too early, at position 8'],
    ['{"host":"h', 'The body is not valid JSON: it ends too early, at position 10'],
    ['{"password":geheim}', `The body is not valid JSON: Unexpected token 'g'`],
    ['\ufeff{"port":1}', 'host is missing'],
  ])('%s → %s', async (body, error) => {
    expect(await sentence(body)).toEqual({ error })
  })

  test('what is not UTF-8 is refused', async () => {
    expect((await ask(served, 'POST', '/api/items/x', TOKEN, Buffer.from([0x7b, 0xff]))).json).toEqual({ error: 'The body is not valid JSON: it is not UTF-8' })
  })

  test("a schema's own message is said as it is", async () => {
    expect((await ask(served, 'POST', '/api/items/a%00b', TOKEN, '{"host":"h","port":1}')).json).toEqual({
      error: 'name must have 1 to 128 characters, none of them a control character',
    })
  })

  test('over 1 MiB is 413, announced or not, and the caller sees it', async () => {
    const large = Buffer.alloc(2 * 1_048_576, 32)
    const agent = new https.Agent({ keepAlive: true })
    onTestFinished(() => {
      agent.destroy()
    })
    for (const headers of [TOKEN, { ...TOKEN, 'transfer-encoding': 'chunked' }]) {
      // Cutting the connection under what is still being sent would make the caller lose the answer.
      const answer = await ask(served, 'POST', '/api/items/x', headers, large, agent)
      expect(answer.headers['connection']).not.toBe('close')
      expect([answer.status, answer.json]).toEqual([413, { error: 'The body is larger than 1048576 bytes; send less at once' }])
    }
    expect((await ask(served, 'POST', '/api/items/x', TOKEN, '{"host":"h","port":1}'.padEnd(1_048_576))).status).toBe(201)
  })

  test('raw ones are given as bytes, up to the size of their route', async () => {
    expect((await ask(served, 'POST', '/api/upload', { ...TOKEN, 'content-encoding': 'zstd' }, Buffer.alloc(4_194_304, 1))).json).toEqual({ bytes: 4_194_304 })
    expect((await ask(served, 'POST', '/api/upload', TOKEN)).json).toEqual({ bytes: 0 })
    expect((await ask(served, 'POST', '/api/upload', TOKEN, Buffer.alloc(4_194_305))).status).toBe(413)
  })
})

describe('paths and methods', () => {
  test.each(['GET', 'POST', 'DELETE', 'PROPFIND', 'TRACE'])('%s of an unknown path is 404', async (method) => {
    const answer = await ask(served, method, '/api/nothing', TOKEN)
    expect([answer.status, answer.json]).toEqual([404, { error: 'There is nothing at /api/nothing; the operations are listed at /openapi.json' }])
  })

  test.each(['PUT', 'PATCH', 'PROPFIND', 'TRACE', 'SEARCH'])('%s of a known path is 405 and says what is allowed', async (method) => {
    const answer = await ask(served, method, '/api/items/a%20b', TOKEN, method === 'TRACE' ? undefined : 'x')
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('POST, DELETE, OPTIONS')
    expect(answer.json).toEqual({ error: `${method} is not possible on /api/items/a%20b; allowed: POST, DELETE, OPTIONS` })
  })

  test('OPTIONS tells the methods', async () => {
    const answer = await ask(served, 'OPTIONS', '/api/status')
    expect([answer.status, answer.headers['allow'], answer.text]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })

  test('HEAD is GET without the body', async () => {
    const answer = await ask(served, 'HEAD', '/api/status', TOKEN)
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '11'])
    expect((await ask(served, 'HEAD', '/api/status')).status).toBe(401)
    expect((await ask(served, 'HEAD', '/api/csv')).text).toBe('')
  })

  test('a slash at the end changes nothing', async () => {
    expect((await ask(served, 'GET', '/api/status/', TOKEN)).status).toBe(200)
  })

  test.each(['/api/items/%zz', '/%zz', '/api/items/%ff', '/api/items/%c3%28', '/api/items/%'])('broken percent-encoding is 400: %s', async (target) => {
    const answer = await ask(served, 'DELETE', target, TOKEN)
    expect([answer.status, answer.json]).toEqual([400, { error: 'The request is malformed: the percent-encoding of its address is broken' }])
  })

  test('a name may be long; too long is 414', async () => {
    expect((await ask(served, 'DELETE', `/api/items/${'a'.repeat(2_048)}`, TOKEN)).status).toBe(200)
    const answer = await ask(served, 'DELETE', `/api/items/${'a'.repeat(2_049)}`, TOKEN)
    expect([answer.status, answer.json]).toEqual([414, { error: 'The address is too long; shorten the name in it' }])
  })
})

describe('answers', () => {
  test('are JSON that nobody keeps or guesses at', async () => {
    const { status, headers, text } = await ask(served, 'GET', '/api/status', TOKEN)
    expect([status, text]).toEqual([200, '{"ok":true}'])
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })

  test('that are not JSON go out as they are', async () => {
    const answer = await ask(served, 'GET', '/api/csv')
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([201, 'text/csv; charset=utf-8', 'a,b\r\n1,2\r\n'])
  })

  test('a bug is a 500 with an id, and the cause is in the log under that id', async () => {
    const answer = await ask(served, 'GET', '/api/broken?token=geheim')
    expect([answer.status, answer.json]).toEqual([500, { error: 'Internal error', request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string }])
    const { request_id } = answer.json as { request_id: string }
    expect(served.logged.filter((line) => line.includes(request_id) && line.includes('the secret cause'))).toHaveLength(1)
  })

  test('429 says when to come back', async () => {
    expect((await ask(served, 'GET', '/api/throttled')).headers['retry-after']).toBe('7')
  })

  test('query strings and names are never logged', async () => {
    await ask(served, 'DELETE', '/api/items/secret-name?token=geheim', TOKEN)
    await ask(served, 'DELETE', '/api/nothing?token=geheim', TOKEN)
    await ask(served, 'GET', '/api/items/%zz?token=geheim', TOKEN)
    expect(served.logged.some((line) => line.includes('/api/items/:name'))).toBe(true)
    expect(served.logged.filter((line) => /geheim|secret-name/.test(line))).toEqual([])
  })

  test('that are not what a route declares are noticed in tests, and cost nothing else', async () => {
    expect((await ask(served, 'GET', '/api/lies')).status).toBe(200)
    const strict = await start({ checkReplies: true })
    expect((await ask(strict, 'GET', '/api/lies')).status).toBe(500)
    expect((await ask(strict, 'GET', '/api/status', TOKEN)).status).toBe(200)
    await strict.server.close()
  })

  test('inject answers as the socket does', async () => {
    const reply = await served.server.inject({ method: 'POST', url: '/api/items/x', headers: TOKEN, payload: { host: 'h', port: 1 } })
    expect([reply.statusCode, reply.json()]).toEqual([201, { name: 'x', host: 'h' }])
    expect((await served.server.inject({ method: 'GET', url: '/api/status' })).statusCode).toBe(401)
  })
})

describe('the listener', () => {
  test('speaks TLS 1.2 and newer only', async () => {
    const versions = await Promise.allSettled(
      (['TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(
        (version) =>
          new Promise((done, failed) => {
            const socket = tls.connect({
              port: served.server.port,
              host: '127.0.0.1',
              ca: served.tls.cert,
              minVersion: version,
              maxVersion: version,
              ciphers: 'ALL:@SECLEVEL=0',
            })
            socket.once('secureConnect', () => done(socket.end().getProtocol()))
            socket.once('error', failed)
          }),
      ),
    )
    expect(versions.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual(['refused', 'TLSv1.2', 'TLSv1.3'])
  })

  test('a port in use is named', async () => {
    const error: unknown = await start({ port: served.server.port }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PortInUse)
    expect(String(error)).toContain(`Port ${served.server.port}`)
  })

  test('an address that is not of this machine is named', async () => {
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow('Cannot listen on 192.0.2.1')
  })

  test('on every address it tells the one of this machine', async () => {
    const open = await start({ host: '0.0.0.0' })
    expect(open.server.url).toBe(`https://127.0.0.1:${open.server.port}`)
    expect((await ask(open, 'GET', '/api/status', TOKEN)).status).toBe(200)
    await open.server.close()
  })

  test('closing lets a running request end and does not wait for idle connections', async () => {
    const one = await start()
    const agent = new https.Agent({ keepAlive: true })
    await ask(one, 'GET', '/api/status', TOKEN, undefined, agent)
    const running = ask(one, 'GET', '/api/slow', {}, undefined, agent)
    await systemClock.sleep(100)
    const begin = performance.now()
    await Promise.all([one.server.close(), one.server.close()])
    expect(performance.now() - begin).toBeLessThan(4_500)
    expect((await running).status).toBe(200)
    await expect(ask(one, 'GET', '/api/status', TOKEN)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })

  test('closing ends in bounded time, whoever hangs on: half a request, half a handshake', async () => {
    const one = await start()
    const half = tls.connect({ port: one.server.port, host: '127.0.0.1', ca: one.tls.cert }, () =>
      half.write('POST /api/upload HTTP/1.1\r\nHost: x\r\napi-token: t\r\nContent-Length: 5\r\n\r\nab'),
    )
    const mute = net.connect(one.server.port, '127.0.0.1')
    for (const socket of [half, mute]) socket.on('error', () => undefined)
    await systemClock.sleep(200)
    const begin = performance.now()
    await one.server.close()
    expect(performance.now() - begin).toBeLessThan(15_000)
  })
})

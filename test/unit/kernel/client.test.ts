import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { httpsClient, Unreachable, type HttpsReply, type ProxySettings, type Trust } from '../../../electron/kernel/client.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { envProxy } from '../../../electron/kernel/proxy.ts'
import { ownTls, type Tls } from '../../../electron/kernel/tls.ts'
import { folder } from './serving.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

let tls: Tls | undefined
const own = async (): Promise<Tls> => (tls ??= await ownTls(folder(), 'platform', systemClock))
afterAll(() => (tls = undefined))

/** An HTTPS server that counts what reaches it. */
async function target(handler: http.RequestListener = (_request, response) => response.end('hello')) {
  const mine = await own()
  const seen = { requests: 0, bytes: 0 }
  const server = https.createServer({ key: mine.key, cert: mine.cert }, (request, response) => {
    seen.requests += 1
    handler(request, response)
  })
  server.on('secureConnection', (socket) => socket.on('data', (part: Buffer) => (seen.bytes += part.length)))
  closers.push(() => server.closeAllConnections())
  const port = await listen(server)
  return { url: `https://127.0.0.1:${port}/x`, port, seen, tls: mine }
}

function client(trust: Trust, more: { proxy?: ProxySettings; useEnvProxy?: boolean } = {}) {
  const made = httpsClient({ trust, ...more })
  closers.push(() => made.close())
  return made
}

async function failure(answer: Promise<HttpsReply>): Promise<Unreachable> {
  const error: unknown = await answer.then(
    () => 'answered',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Unreachable)) throw new Error(`not Unreachable: ${String(error)}`)
  return error
}

/** A CONNECT proxy. */
async function proxy(login?: string) {
  const tunnelled: string[] = []
  const server = http.createServer((_request, response) => response.writeHead(400).end())
  server.on('connect', (request, socket: net.Socket) => {
    tunnelled.push(request.url ?? '')
    if (login !== undefined && request.headers['proxy-authorization'] !== `Basic ${Buffer.from(login).toString('base64')}`) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const [host = '', port = ''] = (request.url ?? '').split(':')
    const onward = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    socket.on('error', () => onward.destroy())
  })
  return { port: await listen(server), tunnelled }
}

describe('whom the client believes', () => {
  test('a certificate that nobody vouches for is refused, and not a byte is sent', async () => {
    const there = await target()
    const error = await failure(client({}).request({ method: 'POST', url: there.url, headers: { 'api-token': 'secret' }, body: 'x' }))
    expect(error.reason).toBe('tls')
    expect(error.fingerprint).toBe(there.tls.fingerprint)
    expect(error.pin).toBe(there.tls.pin)
    expect(error.message).toContain(there.tls.fingerprint)
    expect(there.seen).toEqual({ requests: 0, bytes: 0 })
  })

  test.each(['pin', 'fingerprint'] as const)('the right %s is enough for a self-signed certificate', async (kind) => {
    const there = await target()
    const answer = await client({ [kind]: there.tls[kind] }).request({ method: 'GET', url: there.url })
    expect(answer.status).toBe(200)
    expect(answer.body.toString()).toBe('hello')
  })

  test('a fingerprint may be written as OpenSSL shows it', async () => {
    const there = await target()
    const shown = there.tls.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:')
    expect((await client({ fingerprint: shown }).request({ method: 'GET', url: there.url })).status).toBe(200)
  })

  test('a wrong pin is refused even where the authority is right, and not a byte is sent', async () => {
    const there = await target()
    const error = await failure(
      client({ ca: there.tls.cert, pin: 'A'.repeat(43) + '=' }).request({ method: 'GET', url: there.url, headers: { 'api-token': 'secret' } }),
    )
    expect(error.reason).toBe('tls')
    expect(there.seen.bytes).toBe(0)
  })

  test('our own certificate serves as its own authority', async () => {
    const there = await target()
    expect((await client({ ca: there.tls.cert }).request({ method: 'GET', url: there.url })).status).toBe(200)
  })

  test('an authority does not vouch for another name', async () => {
    const there = await target()
    const port = await listen(net.createServer((socket) => socket.pipe(net.connect(there.port, '127.0.0.1')).pipe(socket)))
    const elsewhere = await proxyToLoopback(port)
    const error = await failure(client({ ca: there.tls.cert }, { proxy: elsewhere }).request({ method: 'GET', url: 'https://not-in-the-certificate.example/' }))
    expect(error.reason).toBe('tls')
    expect(there.seen.bytes).toBe(0)
  })
})

/** A proxy that leads every name to one port of this machine. */
async function proxyToLoopback(port: number): Promise<ProxySettings> {
  const server = http.createServer()
  server.on('connect', (_request, socket: net.Socket) => {
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { host: '127.0.0.1', port: await listen(server), user: '', password: '' }
}

describe('what is taken and what is not', () => {
  test('a redirect is an answer, not a way', async () => {
    const there = await target((_request, response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end())
    expect((await client({ pin: there.tls.pin }).request({ method: 'GET', url: there.url })).status).toBe(302)
    expect(there.seen.requests).toBe(1)
  })

  test('an answer that is too long is given up', async () => {
    const there = await target((_request, response) => response.end(Buffer.alloc(100_001)))
    const one = client({ pin: there.tls.pin })
    expect((await failure(one.request({ method: 'GET', url: there.url, maxBytes: 100_000 }))).message).toContain('longer than 100000 bytes')
    expect((await one.request({ method: 'GET', url: there.url, maxBytes: 100_001 })).body.length).toBe(100_001)
  })

  test('an address without TLS is refused', async () => {
    expect((await failure(client({}).request({ method: 'GET', url: 'http://127.0.0.1:1/' }))).reason).toBe('other')
  })

  test.each(['https://169.254.169.254/latest', 'https://[fe80::1]/', 'https://[::ffff:169.254.1.1]/'])('the link-local address %s is refused', async (url) => {
    expect((await failure(client({}).request({ method: 'GET', url, timeoutMs: 3_000 }))).message).toContain('link-local')
  })

  test('connections are kept for the next requests', async () => {
    const ports = new Set<unknown>()
    const there = await target((request, response) => {
      ports.add(request.socket.remotePort)
      response.end()
    })
    const one = client({ pin: there.tls.pin })
    for (let i = 0; i < 12; i++) await one.request({ method: 'POST', url: there.url, body: Buffer.from('x') })
    expect(ports.size).toBeLessThan(4)
  })
})

describe('why nobody answers', () => {
  test('name', async () => {
    const error = await failure(client({}).request({ method: 'GET', url: 'https://no-such-host.invalid/' }))
    expect(error.reason).toBe('name')
    expect(error.message).toContain('no-such-host.invalid')
  })

  test('refused', async () => {
    const server = net.createServer()
    const port = await listen(server)
    await new Promise((done) => server.close(done))
    expect((await failure(client({}).request({ method: 'GET', url: `https://127.0.0.1:${port}/` }))).reason).toBe('refused')
  })

  test('not TLS', async () => {
    const port = await listen(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
    expect((await failure(client({}).request({ method: 'GET', url: `https://127.0.0.1:${port}/` }))).reason).toBe('tls')
  })

  test('timeout of the handshake, of the answer and of its rest', async () => {
    const mute = await listen(net.createServer(() => undefined))
    expect((await failure(client({}).request({ method: 'GET', url: `https://127.0.0.1:${mute}/`, timeoutMs: 300 }))).reason).toBe('timeout')
    const silent = await target(() => undefined)
    expect((await failure(client({ pin: silent.tls.pin }).request({ method: 'GET', url: silent.url, timeoutMs: 300 }))).reason).toBe('timeout')
    const half = await target((_request, response) => void response.writeHead(200, { 'content-length': '10' }).write('half'))
    expect((await failure(client({ pin: half.tls.pin }).request({ method: 'GET', url: half.url, timeoutMs: 300 }))).reason).toBe('timeout')
  })

  test('a connection that breaks', async () => {
    const there = await target((request) => request.socket.destroy())
    expect((await failure(client({ pin: there.tls.pin }).request({ method: 'GET', url: there.url }))).reason).toBe('other')
  })
})

describe('through a proxy', () => {
  test('with user and password, and the pin is checked behind it', async () => {
    const [there, between] = [await target(), await proxy('me:pass:word')]
    const settings = { host: '127.0.0.1', port: between.port, user: 'me', password: 'pass:word' }
    expect((await client({ pin: there.tls.pin }, { proxy: settings }).request({ method: 'GET', url: there.url })).status).toBe(200)
    expect(between.tunnelled).toEqual([`127.0.0.1:${there.port}`])
    expect((await failure(client({}, { proxy: settings }).request({ method: 'GET', url: there.url }))).reason).toBe('tls')
    expect(there.seen.requests).toBe(1)
  })

  test('a wrong password is the proxy speaking, not the target', async () => {
    const [there, between] = [await target(), await proxy('me:right')]
    const error = await failure(
      client({ pin: there.tls.pin }, { proxy: { host: '127.0.0.1', port: between.port, user: 'me', password: 'wrong' } }).request({
        method: 'GET',
        url: there.url,
      }),
    )
    expect(error.reason).toBe('proxy')
    expect(error.message).toContain('407')
    expect(error.message).not.toContain('wrong')
  })

  test('a proxy that is not there, and a target that the proxy cannot reach', async () => {
    const gone = await failure(
      client({}, { proxy: { host: '127.0.0.1', port: 1, user: '', password: '' } }).request({ method: 'GET', url: 'https://127.0.0.1:2/' }),
    )
    expect(gone.reason).toBe('proxy')
    const between = await proxy()
    const beyond = await failure(
      client({}, { proxy: { host: '127.0.0.1', port: between.port, user: '', password: '' } }).request({ method: 'GET', url: 'https://127.0.0.1:2/' }),
    )
    expect(beyond.reason).toBe('proxy')
    expect(beyond.message).toContain('502')
  })

  test('link-local addresses are refused here too', async () => {
    const between = await proxy()
    await failure(
      client({}, { proxy: { host: '127.0.0.1', port: between.port, user: '', password: '' } }).request({ method: 'GET', url: 'https://169.254.169.254/' }),
    )
    expect(between.tunnelled).toEqual([])
  })

  test('the environment names a proxy only for whom asks, and NO_PROXY excludes', () => {
    const env = { HTTPS_PROXY: 'http://u%40x:p%3A@proxy.example:3128', NO_PROXY: 'localhost, .inside.example,10.0.0.1:8443' }
    expect(envProxy(new URL('https://platform.example/'), env)).toEqual({ host: 'proxy.example', port: 3128, user: 'u@x', password: 'p:' })
    for (const url of ['https://localhost/', 'https://a.inside.example/', 'https://inside.example:1/', 'https://10.0.0.1:8443/'])
      expect(envProxy(new URL(url), env)).toBeUndefined()
    for (const url of ['https://10.0.0.1/', 'https://notinside.example/']) expect(envProxy(new URL(url), env)).toBeDefined()
    expect(envProxy(new URL('https://a/'), { ...env, NO_PROXY: '*' })).toBeUndefined()
    expect(envProxy(new URL('https://a/'), {})).toBeUndefined()
  })

  test('a proxy of the environment is used when asked, and not when not asked', async () => {
    const [there, between] = [await target(), await proxy()]
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${between.port}`
    closers.push(() => delete process.env['HTTPS_PROXY'])
    await client({ pin: there.tls.pin }).request({ method: 'GET', url: there.url })
    expect(between.tunnelled).toEqual([])
    await client({ pin: there.tls.pin }, { useEnvProxy: true }).request({ method: 'GET', url: there.url })
    expect(between.tunnelled).toHaveLength(1)
  })
})

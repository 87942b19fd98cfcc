/** A stand-alone agent on what is another host as far as the network knows: a namespace with its own name and address. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { httpsClient, type HttpsRequest } from '../../electron/kernel/client.ts'
import { identityOf } from '../../electron/kernel/tls.ts'
import type { AddedAgent, AgentEntry } from '../../shared/model/agents.ts'
import { installed, startServer, type TestServer } from '../help/postgres.ts'

const DOOR = join(import.meta.dirname, '../../electron/headless.ts')
const NAME = `watchpost-${String(process.pid)}`
const SUBNET = `10.231.${String(process.pid % 250)}`
const [HERE, THERE] = [`${SUBNET}.1`, `${SUBNET}.2`]
const WAIT = { timeout: 60_000, interval: 250 }
const ip = (...args: string[]): Buffer => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'ignore'] })

/** A namespace, joined to this one by a pair of cables; false where the system does not allow it. */
function separate(): boolean {
  try {
    ip('netns', 'add', NAME)
    ip('link', 'add', `wp${String(process.pid)}`, 'type', 'veth', 'peer', 'name', 'there', 'netns', NAME)
    ip('addr', 'add', `${HERE}/30`, 'dev', `wp${String(process.pid)}`)
    ip('link', 'set', `wp${String(process.pid)}`, 'up')
    ip('-n', NAME, 'addr', 'add', `${THERE}/30`, 'dev', 'there')
    ip('-n', NAME, 'link', 'set', 'there', 'up')
    ip('-n', NAME, 'link', 'set', 'lo', 'up')
    return true
  } catch {
    return false
  }
}
const possible = process.platform === 'linux' && separate()
if (!possible) process.stdout.write('not run: this system does not let the test make a network namespace\n')

type Answered<T> = Promise<{ readonly status: number; readonly json: T }>
type Send = <T>(method: string, path: string, headers: Record<string, string>, body?: object) => Answered<T>
type Ask = <T>(method: string, path: string, body?: object) => Answered<T>

const children: ChildProcess[] = []
/** Starts a role; resolves with its ready line. */
function start(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<{ agent?: { url: string }; platform?: { url: string } }> {
  const child = spawn(command, [...args, '--log-level', 'silent'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  children.push(child)
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => {
      resolve(JSON.parse(line) as { agent?: { url: string } })
    })
    child.once('exit', (code) => {
      reject(new Error(`${args.join(' ')} ended with ${String(code)}`))
    })
  })
}

let at: string
let postgres: TestServer
let forward: net.Server
let proxy: http.Server
const connects: string[] = []
const PROXY = { user: 'ada', password: 'love lace' }
/** The name by which only the proxy knows the platform. */
const HIDDEN = 'platform.hidden'

beforeAll(async () => {
  if (!possible) return
  at = mkdtempSync(join(tmpdir(), 'agent-namespace-'))
  postgres = await startServer(Math.max(...installed.keys()))
  forward = net.createServer((socket) => {
    const to = net.connect(postgres.settings.port, '127.0.0.1')
    for (const one of [socket, to]) one.on('error', () => one.destroy())
    socket.pipe(to).pipe(socket)
  })
  proxy = http.createServer().on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    const right = request.headers['proxy-authorization'] === `Basic ${Buffer.from(`${PROXY.user}:${PROXY.password}`).toString('base64')}`
    if (!right) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    connects.push(request.url ?? '')
    const [host = '', port] = (request.url ?? '').split(':')
    const to = net.connect(Number(port), host === HIDDEN ? '127.0.0.1' : host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    for (const one of [socket, to]) one.on('error', () => one.destroy())
    socket.pipe(to).pipe(socket)
  })
  for (const server of [forward, proxy]) await new Promise<void>((resolve) => server.listen(0, HERE, resolve))
})
afterAll(async () => {
  if (!possible) return
  for (const child of children) child.kill()
  forward.close()
  proxy.close()
  await postgres.stop()
  ip('netns', 'del', NAME)
  rmSync(at, { recursive: true, force: true })
})

test.runIf(possible)(
  'it is registered, steered and uploads: directly, through the proxy of its environment, and through one that is set',
  { timeout: 240_000 },
  async () => {
    const ready = await start(process.execPath, [DOOR, 'platform', '--data-dir', join(at, 'platform'), '--platform-port', '0', '--platform-host', '0.0.0.0'])
    const url = ready.platform?.url ?? ''
    const port = new URL(url).port
    const client = httpsClient({ trust: { ca: readFileSync(join(at, 'platform', 'certs', 'platform.pem'), 'utf8') } })
    const send: Send = async (method, path, headers, body) => {
      const payload = body === undefined ? {} : { body: JSON.stringify(body) }
      const reply = await client.request({ method: method as HttpsRequest['method'], url: `${url}${path}`, headers, ...payload })
      return { status: reply.status, json: JSON.parse(reply.body.toString()) as never }
    }
    const { password } = JSON.parse(readFileSync(join(at, 'platform', 'credentials.json'), 'utf8')) as { password: string }
    const signed = await send<Record<string, string>>('POST', '/ds-api/user-token', {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    })
    const ask: Ask = (method, path, body) => send(method, path, { 'user-token': signed.json['user-token'] ?? '' }, body)

    const added = await ask<AddedAgent>('POST', '/ds-api/app/agents', { name: 'far', url: `https://${THERE}:8282` })
    expect(added.json.agent.state).toBe('unreachable')
    writeFileSync(join(at, 'key'), `${added.json.license_key ?? ''}\n`, { mode: 0o600 })
    const fingerprint = identityOf(readFileSync(join(at, 'platform', 'certs', 'platform.pem'), 'utf8')).fingerprint
    const flags = [
      '--data-dir',
      join(at, 'agent'),
      '--license-key-file',
      join(at, 'key'),
      '--upload-server',
      `${HERE}:${port}`,
      '--fingerprint',
      fingerprint,
      '--agent-host',
      THERE,
    ]
    const proxyPort = (proxy.address() as net.AddressInfo).port
    await start(
      'ip',
      ['netns', 'exec', NAME, 'unshare', '--uts', 'sh', '-c', 'hostname far-away && exec "$0" "$@"', process.execPath, DOOR, 'agent', ...flags],
      { HTTPS_PROXY: `http://${PROXY.user}:${encodeURIComponent(PROXY.password)}@${HERE}:${String(proxyPort)}`, NO_PROXY: '' },
    )

    const home = `/ds-api/app/agents/${added.json.agent.id}`
    const shown = identityOf(readFileSync(join(at, 'agent', 'certs', 'agent.pem'), 'utf8')).fingerprint
    expect((await ask<AgentEntry>('GET', home)).json).toMatchObject({ state: 'certificate-unknown', certificate: { seen: { fingerprint: shown } } })
    expect((await ask<AgentEntry>('PUT', `${home}/certificate`, { fingerprint: shown })).json).toMatchObject({ state: 'online', server: 'far-away' })
    const through = connects.length
    expect(through, 'the proxy of the environment is used').toBeGreaterThan(0)

    expect((await ask('PATCH', `${home}/api/app/settings`, { remove_proxy_os_env: true })).status).toBe(200)
    expect((await ask('GET', `${home}/api/agent/status`)).json).toMatchObject({ remove_proxy_os_env: true })
    expect((await ask('POST', `${home}/api/server/test-upload`)).json).toEqual({ status: 'OK' })
    const { user, password: secret } = postgres.settings
    const connection = { host: HERE, port: (forward.address() as net.AddressInfo).port, user, password: secret, tags: 'site=far' }
    expect((await ask('POST', `${home}/api/connections/main`, connection)).json).toEqual({ status: 'Connection created and connected!' })
    const labels = async (): Promise<unknown> =>
      (await ask<{ instances: { label: string }[] }>('GET', '/ds-api/app/overview')).json.instances.map(({ label }) => label)
    await vi.waitFor(async () => {
      expect(await labels()).toEqual(['far-away@main'])
    }, WAIT)
    expect(connects.length, 'directly').toBe(through)

    // Its platform by a name that only the proxy can resolve: what arrives now has come through it.
    await ask('PUT', `${home}/api/server`, { host: HIDDEN, port: Number(port) })
    expect(await ask('POST', `${home}/api/server/test-upload`)).toMatchObject({
      status: 502,
      json: { error: expect.stringContaining('cannot be resolved') as string },
    })
    await ask('POST', `${home}/api/proxy`, { host: HERE, port: proxyPort, user: PROXY.user, password: 'wrong' })
    expect(await ask('POST', `${home}/api/server/test-upload`)).toMatchObject({ status: 502, json: { error: expect.stringContaining('407') as string } })
    await ask('POST', `${home}/api/proxy`, { host: HERE, port: proxyPort, ...PROXY })
    expect((await ask('POST', `${home}/api/server/test-upload`)).json).toEqual({ status: 'OK' })
    const since = (await ask<AgentEntry>('GET', home)).json.last_upload ?? 0
    await vi.waitFor(async () => {
      expect((await ask<AgentEntry>('GET', home)).json.last_upload).toBeGreaterThan(since)
    }, WAIT)
    expect(connects.at(-1)).toBe(`${HIDDEN}:${port}`)
    await client.close()
  },
)

import * as fs from 'node:fs'
import * as net from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAgent, type Agent } from '../../electron/agent/agent.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { folder } from '../unit/agent/batches.ts'
import { clientOf, fakeWatchInto, optionsOf, startAgent, startPlatform, type TestPlatform } from './agent-parts.ts'

let at: string
let platform: TestPlatform
let agent: Agent
let stopped: number
let api: ReturnType<typeof clientOf>
const MAIN = { host: 'db.example', port: 5432, user: 'monitor', password: 'secret', tags: 'env=prod,team=a' }

async function connect(more: Parameters<typeof startAgent>[3] = {}): Promise<void> {
  agent = await startAgent(at, systemClock, platform, { stopped: () => stopped++, ...more })
  api = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
}

beforeEach(async () => {
  at = folder()
  stopped = 0
  platform = await startPlatform(at, systemClock)
  await connect()
  await agent.declare('main', MAIN)
})
afterEach(async () => {
  await api.close()
  await agent.stop()
  await platform.close()
})

/** vitest types its matchers as any. */
const like = (text: string | RegExp): unknown => expect.stringMatching(text)
const saying = (text: string): unknown => expect.stringContaining(text)

const NEW = { host: 'h', port: 5432, user: 'u', password: 'p', tags: '' }

describe('status', () => {
  const KEYS = [
    'version',
    'server',
    'port',
    'last_upload',
    'collection-rate',
    'remove_proxy_os_env',
    'tables-monitoring-limit',
    'query-monitoring-limit',
    'sql-max-size',
    'start_time',
    'proxy',
    'upload_server',
    'connections',
  ]
  test('has exactly the published keys in their order', async () => {
    await api.ask('POST', '/api/connections/second', { ...NEW, host: 'h2' })
    await api.ask('PATCH', '/api/connections/second/disable')
    const { body } = await api.call('GET', '/api/agent/status')
    expect(Object.keys(body as object)).toEqual(KEYS)
    expect(body).toEqual({
      version: '1.2.3',
      server: 'testhost',
      port: agent.port,
      last_upload: '',
      'collection-rate': 'low',
      remove_proxy_os_env: false,
      'tables-monitoring-limit': 1000,
      'query-monitoring-limit': 30000,
      'sql-max-size': 256000,
      start_time: like(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      proxy: { host: '', port: 0, user: '', password: '' },
      upload_server: { host: '127.0.0.1', port: platform.port },
      connections: { connections: 2, running: 1, 'not running': 1 },
    })
  })

  test('shows user and password of the proxy to nobody without the key', async () => {
    await api.ask('POST', '/api/proxy', { host: 'proxy', port: 3128, user: 'u', password: 'p' })
    for (const token of [undefined, '', 'wrong'])
      expect((await api.call('GET', '/api/agent/status', { token })).body).toMatchObject({ proxy: { host: 'proxy', port: 3128, user: '', password: '' } })
    expect((await api.ask('GET', '/api/agent/status')).body).toMatchObject({ proxy: { host: 'proxy', port: 3128, user: 'u', password: 'p' } })
  })
})

describe('connections', () => {
  const show = async (name = 'main'): Promise<unknown> => (await api.ask('GET', `/api/connections/${name}`)).body

  test('have exactly the published keys in their order, with the defaults', async () => {
    expect(JSON.stringify(await show())).toBe(
      JSON.stringify({
        name: 'main',
        ...MAIN,
        enabled: true,
        connected: true,
        'collection-rate': 'low',
        samples: true,
        'lock-monitoring': true,
        'lock-monitoring-delay': 30,
        'table-monitoring': true,
        'query-monitoring': true,
        'query-monitoring-optimize': true,
        'query-monitoring-min-calls': 0,
        'query-monitoring-min-time': 0,
      }),
    )
  })

  test.each(['samples', 'lock-monitoring', 'table-monitoring', 'query-monitoring', 'query-monitoring-optimize'])(
    '%s is switched off and on again',
    async (name) => {
      await api.ask('PATCH', `/api/connections/main/disable-${name}`)
      expect(await show()).toMatchObject({ [name]: false })
      await api.ask('PATCH', `/api/connections/main/enable-${name}`)
      expect(await show()).toMatchObject({ [name]: true })
    },
  )

  test.each(['lock-monitoring-delay', 'query-monitoring-min-calls', 'query-monitoring-min-time'])('%s is set', async (name) => {
    await api.ask('PATCH', `/api/connections/main/${name}/77`)
    expect(await show()).toMatchObject({ [name]: 77 })
  })

  test('are disabled, enabled and deleted with their effect, and the platform is told who is not watched any more', async () => {
    const told = (): unknown[] => platform.stored.filter(({ batch }) => batch.instance.watched === false).map(({ batch }) => batch.instance.name)
    await api.ask('PATCH', '/api/connections/main/disable')
    expect(await show()).toMatchObject({ enabled: false, connected: false })
    await expect.poll(told, { timeout: 60_000 }).toEqual(['main'])
    await api.ask('PATCH', '/api/connections/enable')
    expect(await show()).toMatchObject({ enabled: true, connected: true })
    await api.ask('DELETE', '/api/connections/main')
    expect((await api.ask('GET', '/api/connections')).body).toEqual([])
    await expect.poll(told, { timeout: 60_000 }).toEqual(['main', 'main'])
  })

  test('one that cannot connect is kept and says why, after 5 s', async () => {
    const begin = performance.now()
    const { status, body } = await api.ask('POST', '/api/connections/broken', { ...NEW, host: 'down' })
    expect([status, body]).toEqual([201, { status: 'Connection created, not connected: nothing listens there' }])
    expect(performance.now() - begin).toBeLessThan(30_000)
    expect(await show('broken')).toMatchObject({ enabled: true, connected: false })
    expect((await api.ask('GET', '/api/app/health')).body).toMatchObject({
      connections: [
        { name: 'main', cause: '' },
        { name: 'broken', cause: 'nothing listens there' },
      ],
    })
  })

  test('a query limit that was exceeded reads as switched off until it is switched on again', async () => {
    await api.ask('PUT', '/api/connections/main', { user: 'busy' })
    expect(await show()).toMatchObject({ 'query-monitoring': false })
    expect((await api.ask('GET', '/api/app/health')).body).toMatchObject({ connections: [{ queries_paused: 'too many queries' }] })
    await api.ask('PATCH', '/api/connections/main/enable-samples')
    expect(await show()).toMatchObject({ 'query-monitoring': false })
    await api.ask('PATCH', '/api/connections/main/enable-query-monitoring')
    expect(await show()).toMatchObject({ 'query-monitoring': true })
  })

  test('two additions of one name at once: one wins', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => api.ask('POST', '/api/connections/twin', NEW)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })

  test('names with blanks and accents work, percent-encoded', async () => {
    const name = 'été à Nîmes #1'
    expect((await api.ask('POST', `/api/connections/${encodeURIComponent(name)}`, NEW)).status).toBe(201)
    expect(await show(encodeURIComponent(name))).toMatchObject({ name })
  })

  test('masked passwords are not shown, and a move to another address needs them again', async () => {
    await api.ask('PATCH', '/api/app/settings', { mask_passwords: true })
    expect(await show()).toMatchObject({ password: '' })
    const refused = await api.ask('PUT', '/api/connections/main', { host: 'evil' })
    expect([refused.status, refused.body]).toEqual([400, { error: saying('password') }])
    expect((await api.ask('PUT', '/api/connections/main', { host: 'other', password: 'secret' })).status).toBe(200)
    expect((await api.ask('PUT', '/api/connections/main', { tags: 'a=b' })).status).toBe(200)
  })
})

describe('own settings', () => {
  test("the collection rate is the agent's unless the connection has its own", async () => {
    await api.ask('PATCH', '/api/app/settings', { collection_rate: 'high', remove_proxy_os_env: true })
    expect((await api.ask('GET', '/api/agent/status')).body).toMatchObject({ 'collection-rate': 'high', remove_proxy_os_env: true })
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ 'collection-rate': 'high' })
    await api.ask('PATCH', '/api/app/connections/main', { collection_rate: 'low' })
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ 'collection-rate': 'low' })
    await api.ask('PATCH', '/api/app/connections/main', { collection_rate: null })
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ 'collection-rate': 'high' })
  })
})

describe('stop, start and port', () => {
  test('everything set is there after a stop and a start', async () => {
    await api.ask('PATCH', '/api/agent/tables-monitoring-limit/7')
    await api.ask('PUT', '/api/agent/stop')
    await expect.poll(() => stopped, { timeout: 60_000 }).toBe(1)
    await expect(api.ask('GET', '/api/agent/status')).rejects.toThrow('refuses')
    await agent.start()
    await api.close()
    api = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
    expect((await api.ask('GET', '/api/agent/status')).body).toMatchObject({ 'tables-monitoring-limit': 7 })
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ ...MAIN, connected: true })
  })

  test('the stored port is used when no flag gives another, and a port in use is named', async () => {
    const blocker = net.createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as net.AddressInfo
    await api.ask('PATCH', `/api/agent/port/${String(port)}`)
    await expect.poll(() => stopped, { timeout: 60_000 }).toBe(1)
    const { port: _flag, ...options } = await optionsOf(at, systemClock, platform)
    const second = createAgent(options, fakeWatchInto([]))
    await expect(second.start()).rejects.toThrow(String(port))
    expect(second.running).toBe(false)
    await new Promise((resolve) => blocker.close(resolve))
    await second.start()
    expect(second.port).toBe(port)
    await second.stop()
  })
})

describe('test-upload', () => {
  const tested = async (): Promise<unknown> => {
    const { status, body } = await api.ask('POST', '/api/server/test-upload')
    expect(status).toBe(502)
    return (body as { error: string }).error
  }
  test('without the key it may be asked once in 2 s, and says when again', async () => {
    expect((await api.call('POST', '/api/server/test-upload')).status).toBe(201)
    const second = await api.call('POST', '/api/server/test-upload')
    expect([second.status, second.headers['retry-after']]).toEqual([429, '2'])
    expect((await api.ask('POST', '/api/server/test-upload')).status).toBe(201)
  })
  test('names the cause: unknown host', async () => {
    await api.ask('PUT', '/api/server', { host: 'no-such-host.invalid', port: 443 })
    expect(await tested()).toContain('no-such-host.invalid')
  })
  test('names the cause: refused', async () => {
    await platform.close()
    expect(await tested()).toContain('refuses the connection')
  })
  test('names the cause: wrong license key', async () => {
    platform.key = 'another'
    expect(await tested()).toMatch(/license key.*401/)
  })
  test('names the cause: not a platform', async () => {
    await api.ask('PUT', '/api/server', { host: '127.0.0.1', port: agent.port })
    expect(await tested()).toBeTypeOf('string')
  })
  test('goes through the proxy, with and without user; a wrong password is told', async () => {
    const asked: string[] = []
    const proxy = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        const text = data.toString()
        asked.push(text)
        if (!text.includes(`Basic ${Buffer.from('u:right').toString('base64')}`))
          return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
        const target = net.connect(platform.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
          socket.pipe(target).pipe(socket)
        })
        target.on('error', () => undefined)
        return undefined
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as net.AddressInfo
    await api.ask('POST', '/api/proxy', { host: '127.0.0.1', port, user: 'u', password: 'wrong' })
    expect(await tested()).toContain('407')
    await api.ask('POST', '/api/proxy', { host: '127.0.0.1', port, user: 'u', password: 'right' })
    expect((await api.ask('POST', '/api/server/test-upload')).status).toBe(201)
    expect(asked.every((text) => text.startsWith(`CONNECT 127.0.0.1:${String(platform.port)}`))).toBe(true)
    proxy.close()
  })
})

test('a connection that the program declares again is led to its new address, enabled, and keeps the rest; without it it is retired', async () => {
  await api.ask('PUT', '/api/connections/main', { tags: 'env=prod,team=b' })
  await api.ask('PATCH', '/api/connections/main/disable-samples')
  await agent.retire('main')
  expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ enabled: false, connected: false })
  await agent.declare('main', { ...MAIN, port: 5433, password: 'newer' })
  const { body } = await api.ask('GET', '/api/connections/main')
  expect(body).toMatchObject({ host: 'db.example', port: 5433, password: 'newer', tags: 'env=prod,team=b', samples: false, enabled: true })
})

test('a connection that a person declared is not taken over by the program, nor retired', async () => {
  await api.ask('POST', '/api/connections/mine', { ...MAIN, tags: 'env=mine' })
  await expect(agent.declare('mine', MAIN)).rejects.toThrow('exists already')
  await agent.retire('mine')
  expect((await api.ask('GET', '/api/connections/mine')).body).toMatchObject({ enabled: true, tags: 'env=mine' })
})

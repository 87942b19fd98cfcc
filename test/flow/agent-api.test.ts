import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Agent } from '../../electron/agent/agent.ts'
import { routes } from '../../electron/agent/routes/_all.generated.ts'
import { httpsClient } from '../../electron/kernel/client.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { folder } from '../unit/agent/batches.ts'
import { clientOf, KEY, startAgent, startPlatform, type TestPlatform } from './agent-parts.ts'

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
const anything = (type: typeof Number | typeof String): unknown => expect.any(type)
const saying = (text: string): unknown => expect.stringContaining(text)

/** The published interface: method, path, body, status and answer with the right key. */
const OPERATIONS: readonly (readonly [method: string, path: string, body: object | undefined, status: number, reply: unknown])[] = [
  ['GET', '/api/agent/status', undefined, 200, expect.objectContaining({ version: '1.2.3', server: 'testhost' })],
  ['PATCH', '/api/agent/tables-monitoring-limit/500', undefined, 200, { status: 'Tables monitoring limit successfully changed.' }],
  ['PATCH', '/api/agent/query-monitoring-limit/500', undefined, 200, { status: 'Query monitoring limit successfully changed.' }],
  ['GET', '/api/server', undefined, 200, { host: '127.0.0.1', port: anything(Number) }],
  ['POST', '/api/server/test-upload', undefined, 201, { status: 'OK' }],
  ['POST', '/api/proxy', { host: 'proxy', port: 3128 }, 201, { status: 'Proxy set' }],
  ['GET', '/api/proxy', undefined, 200, { host: 'proxy', port: 3128, user: '', password: '' }],
  ['DELETE', '/api/proxy', undefined, 200, { status: 'OK' }],
  ['PUT', '/api/server', { host: 'platform.example', port: 443 }, 200, { status: 'OK' }],
  ['GET', '/api/connections', undefined, 200, [expect.objectContaining({ name: 'main' })]],
  ['PATCH', '/api/connections/disable', undefined, 200, { status: 'OK' }],
  ['PATCH', '/api/connections/enable', undefined, 200, { status: 'OK' }],
  ['POST', '/api/connections/added', { host: 'h', port: 5432, user: 'u', tags: '' }, 201, { status: 'Connection created and connected!' }],
  ['GET', '/api/connections/main', undefined, 200, expect.objectContaining({ name: 'main', password: 'secret' })],
  ['PUT', '/api/connections/main', { tags: '' }, 200, { status: 'Connection updated!' }],
  ['PATCH', '/api/connections/main/disable', undefined, 200, { status: 'Connection disabled!' }],
  ['PATCH', '/api/connections/main/enable', undefined, 200, { status: 'Connection enabled!' }],
  ['PATCH', '/api/connections/main/disable-samples', undefined, 200, { status: 'Query samples disabled!' }],
  ['PATCH', '/api/connections/main/enable-samples', undefined, 200, { status: 'Query samples enabled!' }],
  ['PATCH', '/api/connections/main/disable-lock-monitoring', undefined, 200, { status: 'Lock monitoring disabled!' }],
  ['PATCH', '/api/connections/main/enable-lock-monitoring', undefined, 200, { status: 'Lock monitoring enabled!' }],
  ['PATCH', '/api/connections/main/lock-monitoring-delay/45', undefined, 200, { status: 'Lock monitoring delay updated to value 45s' }],
  ['PATCH', '/api/connections/main/disable-table-monitoring', undefined, 200, { status: 'Table monitoring disabled!' }],
  ['PATCH', '/api/connections/main/enable-table-monitoring', undefined, 200, { status: 'Table monitoring enabled!' }],
  ['PATCH', '/api/connections/main/disable-query-monitoring', undefined, 200, { status: 'Query monitoring disabled!' }],
  ['PATCH', '/api/connections/main/enable-query-monitoring', undefined, 200, { status: 'Query monitoring enabled!' }],
  ['PATCH', '/api/connections/main/query-monitoring-min-calls/10', undefined, 200, { status: 'Query monitoring min calls updated to value 10' }],
  ['PATCH', '/api/connections/main/query-monitoring-min-time/2', undefined, 200, { status: 'Query monitoring min time updated to value 2s' }],
  ['PATCH', '/api/connections/main/disable-query-monitoring-optimize', undefined, 200, { status: anything(String) }],
  ['PATCH', '/api/connections/main/enable-query-monitoring-optimize', undefined, 200, { status: anything(String) }],
  ['DELETE', '/api/connections/main', undefined, 200, { status: 'Connection deleted!' }],
  ['PATCH', '/api/agent/port/18282', undefined, 200, { status: 'Port changed to 18282. The agent is stopped and must be restarted.' }],
  ['PUT', '/api/agent/stop', undefined, 200, { status: 'Agent stopped' }],
]
const PUBLIC = new Set(['GET /api/agent/status', 'GET /api/server', 'POST /api/server/test-upload'])
const ENDS = /stop$|port\/\d+$/
const PROXY: object = { host: 'proxy', port: 3128 }

test('the table of this test is the published interface, and nothing but our own operations is beside it', () => {
  expect(OPERATIONS).toHaveLength(33)
  expect(routes.filter(({ own }) => own !== true)).toHaveLength(33)
  expect(routes.filter(({ own }) => own === true).every(({ path, right }) => path.startsWith('/api/app/') && right === 'key')).toBe(true)
  expect(
    routes
      .filter(({ right }) => right === 'public')
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual([...PUBLIC].sort())
})

describe.each(OPERATIONS)('%s %s', (method, path, body, status, reply) => {
  test('with the right key it does as published', async () => {
    if (path === '/api/proxy' && method === 'GET') await api.ask('POST', '/api/proxy', PROXY)
    const answer = await api.ask(method, path, body)
    expect(answer.body).toEqual(reply)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/json')
    if (ENDS.test(path))
      await vi.waitFor(
        () => {
          expect(stopped).toBe(1)
        },
        { timeout: 60_000 },
      )
  })

  test('without the right key it is refused before anything is looked at, unless it is public', async () => {
    for (const token of [undefined, '', `${KEY}x`, KEY.slice(0, -1), 'clé']) {
      const answer = await api.call(method, path, { ...(token !== undefined && { token: encodeURIComponent(token) }), ...(body && { body }) })
      if (PUBLIC.has(`${method} ${path}`)) {
        // Testing the upload without a key is throttled, not refused.
        expect([status, 429]).toContain(answer.status)
        continue
      }
      expect(answer.status).toBe(401)
      expect(Object.keys(answer.body as object)).toEqual(['error'])
      const unseen = await api.call(method, path.replace('/main', '/nobody'), {
        ...(token !== undefined && { token: encodeURIComponent(token) }),
        raw: '{broken',
      })
      expect(unseen.status).toBe(401)
    }
    expect(agent.running).toBe(true)
  })
})

const NAMED = OPERATIONS.filter(([method, path]) => path.includes('/main') && !(method === 'PUT'))
test('an unknown name is 404 and named, wherever the table lists it', async () => {
  expect(NAMED).toHaveLength(17)
  for (const [method, path, body] of NAMED) {
    const { status, body: said } = await api.ask(method, path.replace('/main', '/nobody'), body)
    expect([status, said], `${method} ${path}`).toEqual([404, { error: saying('"nobody"') }])
  }
})

const NEW = { host: 'h', port: 5432, user: 'u', password: 'p', tags: '' }
const WRONG: readonly (readonly [field: string, method: string, path: string, body: unknown])[] = [
  ['host', 'POST', '/api/connections/new', { ...NEW, host: undefined }],
  ['host', 'POST', '/api/connections/new', { ...NEW, host: '' }],
  ['host', 'POST', '/api/connections/new', { ...NEW, host: 'a b' }],
  ['host', 'POST', '/api/connections/new', { ...NEW, host: 5 }],
  ['port', 'POST', '/api/connections/new', { ...NEW, port: undefined }],
  ['port', 'POST', '/api/connections/new', { ...NEW, port: '5432' }],
  ['port', 'POST', '/api/connections/new', { ...NEW, port: 0 }],
  ['port', 'POST', '/api/connections/new', { ...NEW, port: 65536 }],
  ['port', 'POST', '/api/connections/new', { ...NEW, port: 1.5 }],
  ['user', 'POST', '/api/connections/new', { ...NEW, user: undefined }],
  ['password', 'POST', '/api/connections/new', { ...NEW, password: null }],
  ['tags', 'POST', '/api/connections/new', { ...NEW, tags: undefined }],
  ['tags', 'POST', '/api/connections/new', { ...NEW, tags: 'novalue' }],
  ['tags', 'POST', '/api/connections/new', { ...NEW, tags: 'a=1,a=2' }],
  ['tags', 'POST', '/api/connections/new', { ...NEW, tags: 'server=x' }],
  ['sslmode', 'POST', '/api/connections/new', { ...NEW, sslmode: 'maybe' }],
  ['body', 'POST', '/api/connections/new', undefined],
  ['body', 'POST', '/api/connections/new', []],
  ['main', 'POST', '/api/connections/main', NEW],
  ['connection_name', 'POST', '/api/connections/a%40b', NEW],
  ['connection_name', 'POST', '/api/connections/%20a', NEW],
  ['connection_name', 'POST', `/api/connections/${'x'.repeat(129)}`, NEW],
  ['connection_name', 'GET', '/api/connections/a%2Fb', undefined],
  ['nobody', 'PUT', '/api/connections/nobody', { tags: '' }],
  ['port', 'PUT', '/api/connections/main', { port: '1' }],
  ['tags', 'PUT', '/api/connections/main', { tags: 'x' }],
  ['limit', 'PATCH', '/api/agent/tables-monitoring-limit/0', undefined],
  ['limit', 'PATCH', '/api/agent/tables-monitoring-limit/10000001', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/-1', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/1.5', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/1e3', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/0x10', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/%205', undefined],
  ['limit', 'PATCH', '/api/agent/query-monitoring-limit/99999999999999999999', undefined],
  ['port', 'PATCH', '/api/agent/port/0', undefined],
  ['port', 'PATCH', '/api/agent/port/65536', undefined],
  ['value', 'PATCH', '/api/connections/main/lock-monitoring-delay/86401', undefined],
  ['value', 'PATCH', '/api/connections/main/query-monitoring-min-time/86401', undefined],
  ['value', 'PATCH', '/api/connections/main/query-monitoring-min-calls/1000000001', undefined],
  ['value', 'PATCH', '/api/connections/main/query-monitoring-min-calls/x', undefined],
  ['host', 'PUT', '/api/server', { port: 443 }],
  ['host', 'PUT', '/api/server', { host: 'https://platform', port: 443 }],
  ['port', 'PUT', '/api/server', { host: 'platform' }],
  ['host', 'POST', '/api/proxy', { port: 3128 }],
  ['port', 'POST', '/api/proxy', { host: 'proxy', port: '3128' }],
  ['user', 'POST', '/api/proxy', { host: 'proxy', port: 3128, user: 1 }],
  ['collection_rate', 'PATCH', '/api/app/settings', { collection_rate: 'medium' }],
  ['other', 'PATCH', '/api/app/settings', { other: 1 }],
]
test('what is wrong is 400 in a sentence that names it, and changes nothing', async () => {
  const state = async (): Promise<unknown[]> =>
    Promise.all(
      ['/api/connections', '/api/agent/status', '/api/proxy', '/api/server', '/api/app/settings'].map(async (path) => (await api.ask('GET', path)).body),
    )
  const before = await state()
  for (const [field, method, path, body] of WRONG) {
    const answer = await api.ask(method, path, body)
    expect([answer.status, answer.body], `${method} ${path} ${JSON.stringify(body)}`).toEqual([400, { error: saying(field) }])
  }
  expect(await state()).toEqual(before)
})

test('a body that is not JSON is 400; unknown fields of the published operations are ignored; an empty body is none', async () => {
  expect((await api.call('PUT', '/api/server', { token: KEY, raw: '{"host":' })).status).toBe(400)
  expect((await api.ask('PUT', '/api/server', { host: 'p', port: 443, more: true })).status).toBe(200)
  expect((await api.call('PUT', '/api/connections/main', { token: KEY })).status).toBe(200)
})

test('wrong method is 405 with Allow, unknown path 404', async () => {
  const answer = await api.ask('DELETE', '/api/agent/status')
  expect([answer.status, answer.headers['allow']]).toEqual([405, saying('GET')])
  expect((await api.ask('GET', '/api/nothing')).status).toBe(404)
})

test('the interface describes itself', async () => {
  const client = httpsClient({ trust: { ca: fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8') } })
  const { status, body } = await client.request({ method: 'GET', url: `${agent.url}/openapi.json` })
  expect(status).toBe(200)
  expect(Object.keys((JSON.parse(body.toString()) as { paths: object }).paths).length).toBeGreaterThan(25)
  await client.close()
})

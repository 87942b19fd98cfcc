/** What the switches, limits and filters of the agent's interface do to the data of a real PostgreSQL. */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAgent, type Agent } from '../../electron/agent/agent.ts'
import { systemClock, type Clock } from '../../electron/kernel/clock.ts'
import type { Block } from '../../shared/model/sample.ts'
import { installed, startServer, type TestServer } from '../help/postgres.ts'

import { clientOf, optionsOf, startPlatform, type TestPlatform } from './agent-parts.ts'

/** A minute takes five seconds, for everything that goes by the clock; connections and statements take the time they take. */
const HASTE = 12
const fast: Clock = {
  now: () => Math.round(START + (systemClock.now() - START) * HASTE),
  mono: () => systemClock.mono() * HASTE,
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
}
const START = systemClock.now()
const SAMPLING = 10_000
const WAIT = { timeout: 60_000, interval: 100 }
const saying = (text: string): unknown => expect.stringContaining(text)

let at: string
let server: TestServer
let platform: TestPlatform
let agent: Agent
let api: ReturnType<typeof clientOf>

beforeAll(async () => {
  server = await startServer(Math.max(...installed.keys()))
  at = fs.mkdtempSync(join(tmpdir(), 'agent-states-'))
  platform = await startPlatform(at, fast)
  agent = createAgent(await optionsOf(at, fast, platform))
  await agent.start()
  api = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  const { host, port, user, password } = server.settings
  await api.ask('POST', '/api/connections/main', { host, port, user, password, tags: '' })
  await vi.waitFor(async () => {
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ connected: true })
  }, WAIT)
})
afterAll(async () => {
  await api.close()
  await agent.stop()
  await platform.close()
  await server.stop()
  fs.rmSync(at, { recursive: true, force: true })
})

const blocksOf = (probe: string, since = 0): Block[] =>
  platform.stored.flatMap(({ batch }) => batch.blocks.filter((block) => block.probe === probe && block.end > since))
const patch = async (path: string): Promise<void> => {
  expect((await api.ask('PATCH', `/api/${path}`)).status).toBe(200)
}
/** A later reading has arrived, so that what is not there did not happen. */
const laterThan = (time: number, probe = 'database'): Promise<void> =>
  vi.waitFor(() => {
    expect(blocksOf(probe, time).length).toBeGreaterThan(0)
  }, WAIT)
const health = async () => ((await api.ask('GET', '/api/app/health')).body as { connections: Record<string, unknown>[] }).connections[0]
const shown = async () => (await api.ask('GET', '/api/connections/main')).body

test('disabled samples stop within one interval, enabled ones come back', async () => {
  await laterThan(0, 'sessions')
  await patch('connections/main/disable-samples')
  const off = fast.now()
  expect(await shown()).toMatchObject({ samples: false })
  await laterThan(off + 3 * SAMPLING)
  expect(blocksOf('sessions', off + SAMPLING)).toEqual([])
  await patch('connections/main/enable-samples')
  await laterThan(off + SAMPLING, 'sessions')
})

test('a lock wait is recorded when it is longer than the delay, and not before', async () => {
  await server.sql('create table contended (id int); insert into contended values (1)')
  await patch('connections/main/lock-monitoring-delay/86400')
  const [holder, waiter] = [await server.session(), await server.session()]
  await holder.query('begin; update contended set id = 2')
  const began = fast.now()
  const waiting = waiter.query('update contended set id = 3')
  await laterThan(began + 60_000)
  const recorded = (since: number): number => blocksOf('locks', since).reduce((sum, { rows }) => sum + rows, 0)
  expect(recorded(began)).toBe(0)
  await patch('connections/main/lock-monitoring-delay/1')
  await vi.waitFor(() => {
    expect(recorded(began)).toBeGreaterThan(1)
  }, WAIT)
  await patch('connections/main/disable-lock-monitoring')
  const off = fast.now()
  await laterThan(off + 60_000)
  expect(recorded(off + SAMPLING)).toBe(0)
  await holder.query('rollback')
  await waiting
  await patch('connections/main/enable-lock-monitoring')
})

test('queries below the filter are left out, and one remainder row keeps the totals true', async () => {
  await patch('connections/main/query-monitoring-min-calls/1000')
  const set = fast.now()
  const session = await server.session()
  for (let i = 0; i < 5; i++) await session.query('select 815 as below_the_filter')
  await vi.waitFor(() => {
    const [block] = blocksOf('statements', set + 60_000)
    expect(block?.columns['queryid']?.every((id, row) => id === null || Number(block.columns['calls']?.[row]) >= 1000)).toBe(true)
    expect(block?.columns['queryid']).toContain(null)
  }, WAIT)
  await patch('connections/main/query-monitoring-min-calls/0')
})

test('above the limit of queries monitoring is deactivated by itself: the switch reads false, and health says why; enabling it ends that', async () => {
  await patch('agent/query-monitoring-limit/40')
  const session = await server.session()
  for (let i = 0; i < 60; i++) await session.query(`select ${Array.from({ length: i + 1 }, () => 'now()').join(', ')}`)
  await vi.waitFor(async () => {
    expect(await shown()).toMatchObject({ 'query-monitoring': false })
  }, WAIT)
  expect(await health()).toMatchObject({ queries_paused: saying('more than 40 different queries today') })
  const off = fast.now()
  await laterThan(off + 70_000)
  expect(blocksOf('statements', off + SAMPLING)).toEqual([])
  await patch('agent/query-monitoring-limit/30000')
  await patch('connections/main/enable-query-monitoring')
  expect(await shown()).toMatchObject({ 'query-monitoring': true })
  await laterThan(off + SAMPLING, 'statements')
})

test('health says what watching costs the server, and that no text rests', async () => {
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({ cost: expect.any(Number) as unknown, texts_paused: '' })
  }, WAIT)
})

test('at the limit of tables none is read, and health says why; below it they are', async () => {
  await patch('agent/tables-monitoring-limit/1')
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({ tables_paused: saying('the limit is 1') })
  }, WAIT)
  const off = fast.now()
  await laterThan(off + 70_000)
  expect(blocksOf('tables', off + SAMPLING)).toEqual([])
  await patch('agent/tables-monitoring-limit/1000')
  await laterThan(off + SAMPLING, 'tables')
  await patch('connections/main/disable-table-monitoring')
  const disabled = fast.now()
  await laterThan(disabled + 70_000)
  expect(blocksOf('tables', disabled + SAMPLING)).toEqual([])
})

import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAgent, type Agent } from '../../electron/agent/agent.ts'
import { createWatch } from '../../electron/collector/watch.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import type { Block } from '../../shared/model/sample.ts'
import { installed, startServer, type TestServer } from '../help/postgres.ts'
import { folder } from '../unit/agent/batches.ts'
import { clientOf, optionsOf, startPlatform, type TestPlatform } from './agent-parts.ts'

let server: TestServer
const version = Math.max(...installed.keys())

beforeAll(async () => {
  server = await startServer(version)
})
afterAll(async () => {
  await server.stop()
})

interface Scene {
  readonly platform: TestPlatform
  readonly agent: Agent
  readonly api: ReturnType<typeof clientOf>
}

/** A real agent with real watches, uploading to the test's platform. */
async function scene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const at = folder()
  const platform = await startPlatform(at, systemClock)
  const agent = createAgent(await optionsOf(at, systemClock, platform), createWatch)
  await agent.start()
  const api = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  try {
    await use({ platform, agent, api })
  } finally {
    await api.close()
    await agent.stop()
    await platform.close()
  }
}

const addressOf = ({ settings: { host, port, user, password } }: TestServer) => ({ host, port, user, password, tags: 'env=test' })
const blocksOf = (platform: TestPlatform, probe: string): Block[] =>
  platform.stored.flatMap(({ batch }) => batch.blocks.filter((block) => block.probe === probe))
const sessions = async (): Promise<unknown> => (await server.sql(`select count(*)::int as n from pg_stat_activity where usename = 'watcher'`)).rows[0]?.['n']
const WAIT = { timeout: 60_000, interval: 200 }

test('a connection is added, monitored, disabled and enabled again, seen by PostgreSQL itself', () =>
  scene(async ({ platform, api }) => {
    const added = await api.ask('POST', '/api/connections/main', addressOf(server))
    expect([added.status, added.body]).toEqual([201, { status: 'Connection created and connected!' }])
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ enabled: true, connected: true })
    // the lasting session; a short second one comes and goes
    await expect.poll(sessions, { timeout: 60_000 }).toBe(1)
    await vi.waitFor(() => {
      expect(blocksOf(platform, 'sessions').length).toBeGreaterThan(0)
    }, WAIT)
    await api.ask('PATCH', '/api/connections/main/disable')
    // its process ends a moment after our goodbye
    await expect.poll(sessions, { timeout: 60_000 }).toBe(0)
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ enabled: false, connected: false })
    await api.ask('PATCH', '/api/connections/enable')
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ enabled: true, connected: true })
    // the lasting session; a short second one comes and goes
    await expect.poll(sessions, { timeout: 60_000 }).toBe(1)
    await api.ask('DELETE', '/api/connections/main')
    // its process ends a moment after our goodbye
    await expect.poll(sessions, { timeout: 60_000 }).toBe(0)
  }))

test('a wrong password is told in words and the connection is kept', () =>
  scene(async ({ api }) => {
    const { status, body } = await api.ask('POST', '/api/connections/main', { ...addressOf(server), password: 'wrong' })
    expect(status).toBe(201)
    expect((body as { status: string }).status).toMatch(/^Connection created, not connected: .*password/)
    await api.ask('PUT', '/api/connections/main', { password: server.settings.password })
    expect((await api.ask('GET', '/api/connections/main')).body).toMatchObject({ connected: true })
  }))

test('calls made while the agent was stopped are counted when it is started again, none twice', () =>
  scene(async ({ platform, agent, api }) => {
    await api.ask('POST', '/api/connections/main', addressOf(server))
    await vi.waitFor(() => {
      expect(blocksOf(platform, 'statements').length).toBeGreaterThan(0)
    }, WAIT)
    const session = await server.session()
    for (let i = 0; i < 37; i++) await session.query('select 4711 as counted_while_stopped')
    await agent.stop()
    for (let i = 0; i < 13; i++) await session.query('select 4711 as counted_while_stopped')
    await agent.start()
    const counted = (): number => {
      const texts = platform.stored.flatMap(({ batch }) => batch.texts)
      const md5 = texts.find(({ text }) => text.includes('counted_while_stopped'))?.md5
      return blocksOf(platform, 'statements').reduce(
        (sum, { columns }) =>
          sum +
          (columns['query_md5_id'] ?? []).reduce<number>(
            (calls, id, row) => calls + (md5 !== undefined && id === md5 ? Number(columns['calls']?.[row]) : 0),
            0,
          ),
        0,
      )
    }
    await vi.waitFor(() => {
      expect(counted()).toBe(50)
    }, WAIT)
  }))

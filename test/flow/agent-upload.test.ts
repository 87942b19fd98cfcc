import { afterEach, expect, test, vi } from 'vitest'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../../electron/agent/agent.ts'
import type { Envelope } from '../../shared/model/sample.ts'
import { folder } from '../unit/agent/batches.ts'
import { holdClock, settle, type HeldClock } from '../unit/agent/held-clock.ts'
import { clientOf, fakeWatchInto, KEY, startAgent, startPlatform, type TestPlatform } from './agent-parts.ts'

/** vitest types its matchers as any. */
const like = (text: string | RegExp): unknown => expect.stringMatching(text)
const saying = (text: string): unknown => expect.stringContaining(text)

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const keep = <T extends Agent | TestPlatform>(part: T): T => {
  ends.push(() => ('stop' in part ? part.stop() : part.close()))
  return part
}
const minuteOf = ({ batch }: Envelope): unknown => batch.blocks[0]?.columns['minute']?.[0]
const minutes = (list: readonly Envelope[]): unknown[] => list.map(minuteOf)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** Moves on in small steps, so that what takes real time gets it. */
const pass = async (clock: HeldClock, ms: number, step = 1000): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) await clock.advance(Math.min(step, ms - passed))
}
const until = async (clock: HeldClock, met: () => boolean): Promise<void> => {
  await vi.waitFor(
    async () => {
      await clock.advance(500)
      await settle(10)
      expect(met()).toBe(true)
    },
    { timeout: 60_000, interval: 5 },
  )
}
const DB = { host: 'db', port: 5432, user: 'u', password: 'p', tags: '' }

interface Scene {
  readonly at: string
  readonly clock: HeldClock
  readonly platform: TestPlatform
  readonly agent: Agent
  readonly health: () => Promise<{
    upload: { cause: string; since: string; last_upload: string; clock_offset_ms: number }
    spool: { batches: number; dropped: number }
    dead_letters: { batches: number; newest: { status: number; error: string }[] }
  }>
}
async function scene(): Promise<Scene> {
  const at = folder()
  const clock = holdClock()
  const platform = keep(await startPlatform(at, clock))
  const agent = keep(await startAgent(at, clock, platform))
  await agent.declare('main', DB)
  const client = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  return { at, clock, platform, agent, health: async () => (await client.ask('GET', '/api/app/health')).body as Awaited<ReturnType<Scene['health']>> }
}

test('a minute after it was read, a reading is at the platform', async () => {
  const { clock, platform, health } = await scene()
  await pass(clock, 62_000)
  await until(clock, () => platform.stored.length === 1)
  expect(platform.stored[0]?.batch.instance).toMatchObject({ name: 'main', server: 'testhost', host: 'db', port: 5432 })
  expect(await health()).toMatchObject({ upload: { cause: '', last_upload: like(/^2026-01-15 10:01:/) }, spool: { batches: 0, dropped: 0 } })
})

test('platform away for ten minutes, then back: no minute is missing, oldest first, the cause was told meanwhile', async () => {
  const { at, clock, platform, health } = await scene()
  await pass(clock, 130_000)
  await until(clock, () => platform.stored.length === 2)
  await platform.close()
  await pass(clock, 600_000)
  const away = await health()
  expect(away.upload.cause).toContain('refuses the connection')
  expect(away.upload.since).toMatch(/^2026-01-15 10:0[2-4]/)
  expect(away.spool.batches).toBeGreaterThanOrEqual(9)
  const back = keep(await startPlatform(at, clock, platform.port))
  await until(clock, () => platform.stored.length + back.stored.length >= 13)
  expect(minutes([...platform.stored, ...back.stored])).toEqual(upTo(platform.stored.length + back.stored.length))
  expect(back.requests.length).toBeLessThan(back.stored.length)
  const ends = back.stored.map(({ batch }) => batch.blocks[0]?.end ?? 0)
  expect(ends).toEqual([...ends].sort((a, b) => a - b))
  await vi.waitFor(
    async () => {
      expect((await health()).upload.cause).toBe('')
    },
    { timeout: 60_000 },
  )
})

test('the agent restarted while the platform is away loses nothing and reuses no number', async () => {
  const at = folder()
  const clock = holdClock()
  const confirmed: number[] = []
  const platform = await startPlatform(at, clock)
  const agent = await startAgent(at, clock, platform, {}, fakeWatchInto(confirmed))
  await agent.declare('main', DB)
  await platform.close()
  await pass(clock, 185_000)
  await agent.stop()
  const before = confirmed.length
  expect(before).toBeGreaterThanOrEqual(2)
  keep(await startAgent(at, clock, platform, {}, fakeWatchInto(confirmed)))
  await pass(clock, 125_000)
  expect(confirmed.length).toBeGreaterThan(before)
  const back = keep(await startPlatform(at, clock, platform.port))
  await until(clock, () => back.stored.length >= confirmed.length)
  expect(minutes(back.stored)).toEqual(confirmed)
  const seqs = back.stored.map(({ seq }) => seq)
  expect(new Set(seqs).size).toBe(seqs.length)
})

test('an acknowledgement that is lost leads to the same numbers again, and nothing is stored twice', async () => {
  const { clock, platform } = await scene()
  platform.behaviour = 'lost'
  await pass(clock, 65_000)
  await until(clock, () => platform.requests.length >= 2)
  expect(platform.requests[1]?.map(({ seq }) => seq)).toEqual(platform.requests[0]?.map(({ seq }) => seq))
  platform.behaviour = 'take'
  await pass(clock, 120_000)
  await until(clock, () => platform.stored.length >= 3)
  expect(minutes(platform.stored)).toEqual(upTo(platform.stored.length))
})

test.each([401, 403, 404, 407, 408, 429, 500, 503])('after status %i the batch is kept, with growing pauses, and goes through later', async (status) => {
  const { clock, platform, health } = await scene()
  platform.behaviour = status
  await pass(clock, 65_000)
  await until(clock, () => platform.requests.length >= 1)
  const early = platform.requests.length
  const begin = clock.now()
  await vi.waitFor(
    async () => {
      await pass(clock, 5000)
      expect((await health()).spool.batches).toBeGreaterThanOrEqual(2)
    },
    { timeout: 60_000 },
  )
  // pauses of 1, 2, 4 … 60 s, each at least half as long
  expect(platform.requests.length - early).toBeLessThanOrEqual(6 + (clock.now() - begin) / 30_000)
  const during = await health()
  expect(during.upload.cause).toContain(String(status))
  expect(during.dead_letters.batches).toBe(0)
  platform.behaviour = 'take'
  await until(clock, () => platform.stored.length >= 2)
  expect(minutes(platform.stored)).toEqual(upTo(platform.stored.length))
})

test.each([400, 413, 422])('after status %i exactly the batch that is meant becomes a dead letter, all others go through', async (status) => {
  const { clock, platform, health } = await scene()
  platform.behaviour = 503
  await pass(clock, 310_000, 2000)
  platform.behaviour = (envelopes) => (envelopes.some((one) => minuteOf(one) === 2) ? status : 'take')
  await until(clock, () => platform.stored.length >= 4)
  expect(minutes(platform.stored).slice(0, 4)).toEqual([0, 1, 3, 4])
  expect(await health()).toMatchObject({ dead_letters: { batches: 1, newest: [{ status, error: `refused with ${String(status)}` }] }, spool: { dropped: 0 } })
})

test('what was not acknowledged of an upload is sent again, the rest is not', async () => {
  const { clock, platform } = await scene()
  platform.behaviour = 503
  await pass(clock, 310_000, 2000)
  platform.most = 2
  platform.behaviour = 'take'
  await until(clock, () => platform.stored.length >= 5)
  expect(minutes(platform.stored).slice(0, 5)).toEqual(upTo(5))
})

test('readings carry the time of the platform, learnt at the start', async () => {
  const at = folder()
  const clock = holdClock()
  const platform = keep(await startPlatform(at, clock))
  platform.ahead = 3_600_000
  const agent = keep(await startAgent(at, clock, platform))
  await agent.declare('main', DB)
  await pass(clock, 62_000)
  await until(clock, () => platform.stored.length === 1)
  const block = platform.stored[0]?.batch.blocks[0]
  expect(block?.end ?? 0).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 15, 11, 1))
  expect((block?.end ?? 0) - (block?.begin ?? 0)).toBe(60_000)
})

test('a new license key from an acknowledgement is used from then on, also after a restart; here both work', async () => {
  const { at, clock, platform, agent } = await scene()
  platform.nextKey = 'the-next-key'
  await pass(clock, 65_000)
  await until(clock, () => platform.stored.length >= 1)
  platform.key = 'the-next-key'
  platform.nextKey = undefined
  await pass(clock, 60_000)
  await until(clock, () => platform.stored.length >= 2)
  const client = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  expect((await client.call('GET', '/api/proxy', { token: 'the-next-key' })).status).toBe(200)
  expect((await client.call('GET', '/api/proxy', { token: KEY })).status).toBe(200)
  await agent.stop()
  const again = keep(await startAgent(at, clock, platform))
  await pass(clock, 65_000)
  await until(clock, () => platform.stored.length >= 3)
  await again.stop()
})

test('a platform that is not trusted gets nothing, not even the key', async () => {
  const at = folder()
  const clock = holdClock()
  const platform = keep(await startPlatform(at, clock))
  const agent = keep(await startAgent(at, clock, platform, { trust: {} }))
  const client = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  const { status, body } = await client.ask('POST', '/api/server/test-upload')
  expect(status).toBe(502)
  expect(body).toEqual({ error: saying('not trusted') })
})

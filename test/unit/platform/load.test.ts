import { describe, expect, test } from 'vitest'
import type { LoadReply, TopReply } from '../../../shared/model/activity.ts'
import { block, MINUTE, NOON, running, session } from './running.ts'

const idle = { state: 'idle in transaction', wait_event_type: 'Client', wait_event: 'ClientRead' }
const locked = { wait_event_type: 'Lock', wait_event: 'transactionid' }
const FROM = NOON - MINUTE

async function known() {
  const all = await running()
  const at = (second: number, ...sessions: object[]) =>
    block(
      'sessions',
      FROM + second * 1000,
      sessions.map((more, pid) => session({ pid: String(pid), ...more })),
    )
  all.store([at(0, {}, {})])
  all.store(
    [
      at(10, {}, {}, locked, idle),
      at(20),
      // between 30 and 50 nothing was sampled
      at(50, { backend_type: 'walwriter', state: null }, { query_md5_id: null, ...locked }),
      at(60, {}, {}, {}, {}, {}, {}),
    ],
    {},
    [{ md5: 'a'.repeat(32), text: 'select $1' }],
  )
  const load = async (more: object = {}): Promise<LoadReply> =>
    (await all.ask('POST', '/ds-api/app/activity/load', { from: FROM, to: NOON, bucket: 30, ...more })).json as LoadReply
  const top = async (dimensions: string[], more: object = {}): Promise<TopReply> =>
    (await all.ask('POST', '/ds-api/app/activity/top', { from: FROM, to: NOON, dimensions, trend: 2, ...more })).json as TopReply
  return { ...all, load, top }
}

test('load: the average is session-seconds by sampled seconds, the peak the largest sample, idle in transaction a class of its own', async () => {
  const { load } = await known()
  const reply = await load()
  expect(reply).toMatchObject({
    from: FROM,
    to: NOON,
    bucket: 30,
    time: [FROM, FROM + 30_000],
    ticks: [3, 1],
    instances: ['alpha@main'],
    capacity: 4,
    capacity_reason: '',
  })
  expect(reply.coverage).toEqual([1, 10 / 30])
  expect(reply.total).toEqual({ average: [2, 1], peak: [4, 1], peak_at: [FROM + 10_000, FROM + 50_000] })
  expect(reply.series).toEqual([
    { value: 'CPU', average: [4 / 3, 0], samples: 4, aas: 1 },
    { value: 'Lock', average: [1 / 3, 1], samples: 2, aas: 0.5 },
    { value: 'IdleTx', average: [1 / 3, 0], samples: 1, aas: 0.25 },
  ])
  expect([reply.first, reply.last]).toEqual([FROM, NOON])
})

test('a bucket without a sample is a gap, one whose samples found nobody is zero', async () => {
  const { load } = await known()
  const reply = await load({ bucket: 10 })
  expect(reply.total.average).toEqual([2, 4, 0, null, null, 1])
  expect(reply.total.peak).toEqual([2, 4, 0, null, null, 1])
  expect(reply.ticks).toEqual([1, 1, 1, 0, 0, 1])
})

test('conditions: values are alternatives, dimensions combine, exclusion wins, null is none; background counts only when asked for', async () => {
  const { load } = await known()
  const samples = async (...where: object[]) => (await load({ where })).series.reduce((sum, one) => sum + one.samples, 0)
  expect(await samples({ dimension: 'wait_event_type', values: ['Lock', 'IdleTx'] })).toBe(3)
  expect(await samples({ dimension: 'wait_event_type', values: ['Lock'] }, { dimension: 'query_md5_id', values: [null] })).toBe(1)
  expect(await samples({ dimension: 'wait_event_type', values: ['CPU'], exclude: true })).toBe(3)
  expect(await samples({ dimension: 'wait_event_type', values: ['Lock'] }, { dimension: 'wait_event_type', values: ['Lock'], exclude: true })).toBe(0)
  expect(await samples({ dimension: 'backend_type', values: ['walwriter'] })).toBe(1)
  expect(await samples({ dimension: 'pg_instance', values: ['alpha@main'] })).toBe(7)
})

test('a filtered load keeps its ticks: who is not there is zero and no gap', async () => {
  const { load } = await known()
  const reply = await load({ bucket: 10, where: [{ dimension: 'wait_event_type', values: ['Lock'] }] })
  expect(reply.total.average).toEqual([0, 1, 0, null, null, 1])
})

test('top: rows and other make the total, a query shows its text, a wait event its class', async () => {
  const { top } = await known()
  const reply = await top(['query_md5_id', 'wait_event'], { limit: 1 })
  expect(reply).toMatchObject({ ticks: 4, total: { aas: 1.75, peak: 4, peak_at: FROM + 10_000, samples: 7, classes: { CPU: 1, Lock: 0.5, IdleTx: 0.25 } } })
  expect(reply.lists['query_md5_id']).toEqual({
    rows: [
      {
        value: 'a'.repeat(32),
        label: 'select $1',
        detail: '',
        aas: 1.5,
        share: 1.5 / 1.75,
        samples: 6,
        classes: { CPU: 1, Lock: 0.25, IdleTx: 0.25 },
        trend: [2, 0],
      },
    ],
    other: { count: 1, aas: 0.25, share: 0.25 / 1.75, samples: 1 },
  })
  expect((await top(['wait_event'])).lists['wait_event']!.rows.map(({ value, detail }) => [value, detail])).toEqual([
    ['CPU', 'CPU'],
    ['transactionid', 'Lock'],
    ['IdleTx', 'IdleTx'],
  ])
  expect((await top(['query_md5_id'])).lists['query_md5_id']!.rows[1]).toMatchObject({ value: null, label: '(no query id)' })
})

test('a sample after a pause counts in totals, and in no bucket and no peak', async () => {
  const { store, load, top } = await known()
  store([
    block(
      'sessions',
      FROM + 40_000,
      Array.from({ length: 9 }, () => session()),
      { flags: ['gap'] },
    ),
  ])
  expect((await load({ bucket: 10 })).total).toMatchObject({ average: [2, 4, 0, null, null, 1], peak: [2, 4, 0, null, null, 1] })
  expect((await top(['database'])).total).toMatchObject({ samples: 16, peak: 4, aas: 16 / 5 })
})

test('nothing sampled is gaps and nulls, never zero', async () => {
  const { ask } = await running()
  const load = (await ask('POST', '/ds-api/app/activity/load', { from: FROM, to: NOON, bucket: 30 })).json
  expect(load).toEqual({
    from: FROM,
    to: NOON,
    bucket: 30,
    time: [FROM, FROM + 30_000],
    ticks: [0, 0],
    coverage: [0, 0],
    resolution: [null, null],
    total: { average: [null, null], peak: [null, null], peak_at: [null, null] },
    series: [],
    capacity: null,
    capacity_reason: 'No instance is in scope',
    first: null,
    last: null,
    instances: [],
  })
  expect((await ask('POST', '/ds-api/app/activity/top', { from: FROM, to: NOON, dimensions: ['database'] })).json).toEqual({
    from: FROM,
    to: NOON,
    ticks: 0,
    resolution: [],
    total: { aas: 0, peak: 0, peak_at: null, samples: 0, classes: {} },
    lists: { database: { rows: [], other: { count: 0, aas: 0, share: 0, samples: 0 } } },
  })
})

test('the capacity is not guessed: without a processor count it is null and says of whom', async () => {
  const { store, load } = await known()
  store([block('sessions', NOON - 1000, [])], { connection: 'c2', name: 'rds', cpus: null })
  expect(await load()).toMatchObject({ capacity: null, capacity_reason: 'The number of processors is not known of alpha@rds' })
})

test('our own operations refuse what they do not know, reversed ranges and too many buckets', async () => {
  const { ask } = await running()
  const load = async (body: object) => (await ask('POST', '/ds-api/app/activity/load', { from: FROM, to: NOON, bucket: 10, ...body })).error
  expect(await load({ colour: 'red' })).toMatch(/^colour is not known here/)
  expect(await load({ to: FROM })).toBe('"from" must be before "to"')
  expect(await load({ to: FROM + 86_400_000, bucket: 1 })).toBe('bucket must be at least 18 for this range')
})

describe('against a naive model on random samples of three instances', () => {
  const pick = <T>(random: () => number, ...values: T[]): T => values[Math.floor(random() * values.length)]!
  // mulberry32
  const seeded = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  test.each([1, 2, 3])('seed %i: load, top and history say the same', async (seed) => {
    const random = seeded(seed)
    const { store, ask, report } = await running()
    const from = NOON - 10 * MINUTE
    const ticks: { instance: string; at: number; sessions: { wait: string; database: string; query: string | null }[] }[] = []
    for (const instance of ['a', 'b', 'c']) {
      for (let at = from + Math.floor(random() * 10_000); at < NOON; at += 10_000) {
        if (random() < 0.1) continue
        const sessions = Array.from({ length: Math.floor(random() * 6) }, () => ({
          wait: pick(random, 'CPU', 'IO', 'Lock', 'IdleTx'),
          database: pick(random, 'shop', 'blog', 'wiki'),
          query: pick(random, null, ...Array.from({ length: 30 }, (_, n) => String(n).padStart(32, '0'))),
        }))
        ticks.push({ instance, at, sessions })
        const rows = sessions.map(({ wait, database, query }) =>
          session({ database, query_md5_id: query, ...(wait === 'IdleTx' ? idle : { wait_event_type: wait === 'CPU' ? null : wait }) }),
        )
        store([block('sessions', at, rows)], { connection: instance, name: instance })
      }
    }

    const naive = (of: typeof ticks, want: (one: (typeof ticks)[number]['sessions'][number]) => boolean) => {
      let sum = 0
      for (const instance of ['a', 'b', 'c']) {
        const own = of.filter((tick) => tick.instance === instance)
        if (own.length > 0) sum += own.reduce((n, { sessions }) => n + sessions.filter(want).length, 0) / own.length
      }
      return sum
    }
    const bucket = 60
    const load = (await ask('POST', '/ds-api/app/activity/load', { from, to: NOON, bucket, by: 'database' })).json as LoadReply
    for (const [at, time] of load.time.entries()) {
      const inside = ticks.filter((tick) => tick.at >= time && tick.at < time + bucket * 1000)
      expect(load.ticks[at]).toBe(inside.length)
      expect(load.total.average[at]).toBeCloseTo(
        naive(inside, () => true),
        10,
      )
      for (const { value, average } of load.series)
        expect(average[at]).toBeCloseTo(
          naive(inside, ({ database }) => database === value),
          10,
        )
      expect(load.series.reduce((sum, { average }) => sum + average[at]!, 0)).toBeCloseTo(load.total.average[at]!, 10)
      // the most at one instant: of each instance the newest sample that still stands for it
      const peak = Math.max(
        ...inside.map(({ at: now }) => ticks.filter((tick) => tick.at <= now && tick.at > now - 10_000).reduce((n, { sessions }) => n + sessions.length, 0)),
      )
      expect(load.total.peak[at]).toBe(peak)
    }

    const top = (
      await ask('POST', '/ds-api/app/activity/top', { from, to: NOON, dimensions: ['database', 'query_md5_id', 'wait_event_type'], limit: 7, trend: 10 })
    ).json as TopReply
    const sessions = ticks.flatMap((tick) => tick.sessions)
    expect(top.ticks).toBe(ticks.length)
    expect(top.total.samples).toBe(sessions.length)
    expect(top.total.aas).toBeCloseTo(
      naive(ticks, () => true),
      10,
    )
    expect(load.series.reduce((sum, { aas }) => sum + aas, 0)).toBeCloseTo(top.total.aas, 10)
    expect(top.total.peak).toBe(Math.max(...load.total.peak.map((one) => one ?? 0)))
    for (const { rows, other } of Object.values(top.lists)) {
      expect(rows.reduce((sum, { aas }) => sum + aas, 0) + other.aas).toBe(top.total.aas)
      expect(rows.reduce((sum, row) => sum + row.samples, 0) + other.samples).toBe(top.total.samples)
    }
    for (const { value, aas, samples, classes, trend } of top.lists['query_md5_id']!.rows) {
      expect(samples).toBe(sessions.filter(({ query }) => query === value).length)
      expect(aas).toBeCloseTo(
        naive(ticks, ({ query }) => query === value),
        10,
      )
      expect(Object.values(classes).reduce((sum, one) => sum + one, 0)).toBeCloseTo(aas, 10)
      expect(trend).toHaveLength(10)
    }
    expect(top.lists['query_md5_id']!.other.count).toBe(new Set(sessions.map(({ query }) => query)).size - 7)

    const body = { from: '2026-03-10 11:50', to: '2026-03-10 12:00', filters: [] }
    expect((await report('session-history', body)).json).toHaveLength(sessions.filter(({ wait }) => wait !== 'IdleTx').length)
    expect((await report('session-history', { ...body, include: ['idle_in_transaction'] })).json).toHaveLength(sessions.length)
  })
})

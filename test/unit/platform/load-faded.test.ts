import { expect, test } from 'vitest'
import type { LoadReply, TopReply } from '../../../shared/model/activity.ts'
import { random } from '../store/random.ts'
import { block, MINUTE, NOON, running, session, type Running } from './running.ts'

const HOUR = 60 * MINUTE
const FROM = NOON - 3 * HOUR
const md5 = (n: number): string => String(n).padStart(32, '0')
const DIMENSIONS = ['wait_event_type', 'wait_event', 'query_md5_id', 'database', 'state', 'backend_type']

async function filled(instances = 1): Promise<Running> {
  const all = await running()
  const r = random(5)
  for (let n = 0; n < instances; n++)
    for (let at = FROM; at < NOON; at += 30_000) {
      const rows = Array.from({ length: r.whole(6) }, (_, pid) =>
        session({
          pid: String(pid),
          query_md5_id: md5(r.whole(9)),
          database: r.of(['shop', 'blog']),
          ...(r.chance(0.2) ? { state: 'idle in transaction', wait_event_type: 'Client', wait_event: 'ClientRead' } : {}),
          ...(r.chance(0.2) ? { wait_event_type: 'Lock', wait_event: 'tuple' } : {}),
          ...(r.chance(0.1) ? { backend_type: 'autovacuum worker' } : {}),
        }),
      )
      all.store([block('sessions', at, rows, { begin: at - 30_000 })], { connection: `c${String(n)}`, name: `c${String(n)}` })
    }
  return all
}

async function fade({ history }: Running, minutes: number): Promise<void> {
  while (await history.compact(minutes + 6 * MINUTE)) continue
  const before = { minutes, hours: 0, days: 0 }
  while (await history.fade(before)) continue
  while (history.expire(before)) continue
}

const load = async ({ ask }: Running, more: object = {}): Promise<LoadReply> =>
  (await ask('POST', '/ds-api/app/activity/load', { from: FROM, to: NOON, bucket: 3600, ...more })).json as LoadReply
const top = async ({ ask }: Running, more: object = {}): Promise<TopReply> =>
  (await ask('POST', '/ds-api/app/activity/top', { from: FROM, to: NOON, dimensions: DIMENSIONS, trend: 3, ...more })).json as TopReply

/** Sums of fractions in another order differ in their last digits. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(12)) : one)))

test('load and top of complete hours are the same from samples, from minutes and from hours, also filtered', async () => {
  const all = await filled()
  const wheres = [
    [],
    [{ dimension: 'backend_type', values: ['autovacuum worker'] }],
    [{ dimension: 'state', values: ['idle in transaction'], exclude: true }],
    [{ dimension: 'database', values: ['shop'] }],
  ]
  const answers = async (): Promise<{ load: LoadReply; top: TopReply }[]> =>
    Promise.all(wheres.map(async (where) => ({ load: await load(all, { where }), top: await top(all, { where }) })))
  const samples = await answers()
  while (await all.history.compact(NOON + 6 * MINUTE)) continue
  expect(rounded(await answers())).toEqual(rounded(samples))
  await fade(all, NOON)
  const hours = await answers()
  // Peaks of what is not kept of single instants are not known; when a peak was is that of the highest, which may be another of the same height.
  const comparable = (list: typeof hours): unknown =>
    rounded(
      list.map((one, i) => ({
        load: { ...one.load, resolution: 0, total: { ...one.load.total, peak_at: 0, peak: i === 3 ? 0 : one.load.total.peak } },
        top: { ...one.top, resolution: 0, total: { ...one.top.total, peak_at: 0, peak: i === 3 ? 0 : one.top.total.peak } },
      })),
    )
  expect(comparable(hours)).toEqual(comparable(samples))
  expect(hours[0]?.load.resolution).toEqual(['hour', 'hour', 'hour'])
  expect(hours[0]?.top.resolution).toEqual(['hour'])
  expect(hours[3]?.load.total.peak).toEqual([null, null, null])
  expect(hours[3]?.top.total.peak).toBeNull()
})

test('bars shorter than an hour have its average and its peak, and say that they are of an hour; newer ones are of samples', async () => {
  const all = await filled()
  const hours = await load(all)
  await fade(all, FROM + HOUR)
  const bars = await load(all, { bucket: 900 })
  expect(bars.resolution).toEqual([...Array<string>(4).fill('hour'), ...Array<string>(8).fill('sample')])
  for (const at of [0, 1, 2, 3]) {
    expect(bars.total.average[at]).toBeCloseTo(hours.total.average[0] ?? NaN, 10)
    expect(bars.total.peak[at]).toBe(hours.total.peak[0])
  }
  expect((await top(all)).resolution.toSorted()).toEqual(['hour', 'sample'])
})

test('the peak of several instances is not known from hours, and is neither their sum nor the largest of them', async () => {
  const all = await filled(2)
  const before = await load(all)
  await fade(all, FROM + HOUR)
  const after = await load(all)
  expect(after.total.peak).toEqual([null, ...before.total.peak.slice(1)])
  expect(rounded(after.total.average)).toEqual(rounded(before.total.average))
})

test('session-history has a row per hour and distinct values where samples are gone, with how many and how long they were', async () => {
  const all = await filled()
  const body = { from: '2026-03-10 09:00', to: '2026-03-10 12:00', filters: [], include: ['idle_in_transaction', 'background'] }
  const sums = async (): Promise<unknown> => {
    const found = new Map<string, [number, number]>()
    for (const row of (await all.report('session-history', body)).rows) {
      const key = [row['database'], row['query_md5_id'], row['wait_event'], row['state'], row['backend_type']].join('|')
      const [samples, seconds] = found.get(key) ?? [0, 0]
      found.set(key, [samples + Number(row['samples']), seconds + Number(row['sample_weight_s'])])
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }
  const before = await sums()
  await fade(all, FROM + HOUR)
  expect(await sums()).toEqual(before)
  const { rows } = await all.report('session-history', body)
  const hours = rows.filter(({ resolution }) => resolution === 'hour')
  expect(hours.length).toBeGreaterThan(0)
  expect(new Set(hours.map(({ time, process_id, blocked_by }) => [time, process_id, blocked_by].join()))).toEqual(new Set(['2026-03-10T09:59:30Z,,']))
  expect(new Set(rows.map(({ resolution }) => resolution))).toEqual(new Set(['hour', 'sample']))
})

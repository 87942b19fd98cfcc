import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Probe } from '../../../electron/catalog/define.ts'
import { createCompact } from '../../../electron/store/compact.ts'
import type { Job, Made } from '../../../electron/store/compact-job.ts'
import { openWrite } from '../../../electron/store/db.ts'
import { createWriteLayouts } from '../../../electron/store/layouts.ts'
import type { ReadHistory, ScanBlock, WriteHistory } from '../../../electron/store/store.ts'
import { block, envelope, flat, heard, MINUTE, openStore, T, tempFolder, type FlatReading } from './made.ts'
import { AGENTS, comparable, envelopesOf, expected, isNumber, keep, type Model } from './model.ts'
import { probes } from './probes.ts'
import { random } from './random.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LATER = T + 10 * DAY

async function compactAll(history: WriteHistory, now = LATER): Promise<number> {
  let steps = 0
  while (await history.compact(now)) steps++
  return steps
}

interface Total {
  readonly first: number
  readonly last: number
  readonly values: Readonly<Record<string, unknown>>
}

/** Two sums of the same numbers in another order differ in the last digits. */
const rounded = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toPrecision(11)) + 0)

const keyOf = (row: Readonly<Record<string, unknown>>, probe: Probe): string =>
  JSON.stringify(Object.keys(probe.columns).flatMap((name) => (isNumber(probe, name) ? [] : [row[name]])))

/** What minutes say of every object, added up the naive way. */
function totalsOfReadings(readings: readonly FlatReading[], probe: Probe): Map<string, Total> {
  const rows = new Map<string, { readonly end: number; readonly row: FlatReading['rows'][number] }[]>()
  for (const { instance, end, rows: all } of readings)
    for (const row of all) {
      const key = `${String(instance)} ${keyOf(row, probe)}`
      rows.set(key, [...(rows.get(key) ?? []), { end, row }])
    }
  return new Map(
    Array.from(rows, ([key, list]): [string, Total] => {
      const values = Object.fromEntries(
        Object.entries(probe.columns).flatMap(([name, { kind }]): [string, unknown][] => {
          if (kind !== 'counter' && kind !== 'gauge') return []
          const numbers = list.flatMap(({ row }) => (typeof row[name] === 'number' ? [row[name]] : []))
          const sum = rounded(numbers.reduce((a, b) => a + b, numbers.length === 0 ? NaN : 0))
          if (kind === 'counter') return [[name, sum]]
          return [[name, [rounded(numbers.at(-1) ?? NaN), numbers.length === 0 ? null : rounded(Math.max(...numbers)), sum, numbers.length]]]
        }),
      )
      return [key, { first: list[0]?.end ?? NaN, last: list.at(-1)?.end ?? NaN, values }]
    }),
  )
}

interface Seen {
  last: number
  max: number
  sum: number
  count: number
  end: number
}

interface Sums {
  first: number
  last: number
  readonly seen: Map<string, Seen>
}

/** The same from a scan for totals: spans of any length, each object in any number of them. */
function totalsOfScan(
  history: ReadHistory,
  probe: Probe,
  instances: readonly number[],
  from: number,
  to: number,
  only?: ReadonlySet<number>,
): Map<string, Total> {
  const objects = history.objects(probe.id, instances)
  const columns = Object.keys(probe.columns).filter((name) => isNumber(probe, name))
  const out = new Map<string, Sums>()
  const add = (found: ScanBlock, row: number, first: number, last: number): void => {
    const values = found.object === undefined ? {} : (objects.get(found.object[row] ?? NaN)?.values ?? {})
    const key = `${String(found.instance)} ${keyOf(values, probe)}`
    const total: Sums = out.get(key) ?? { first: Infinity, last: -Infinity, seen: new Map() }
    out.set(key, total)
    total.first = Math.min(total.first, first)
    total.last = Math.max(total.last, last)
    for (const name of columns) {
      const value = found.numbers[name]?.[row] ?? NaN
      const gauge = found.span?.gauges[name]
      const part = gauge
        ? { last: gauge.last[row] ?? NaN, max: gauge.max[row] ?? NaN, sum: gauge.sum[row] ?? NaN, count: gauge.count[row] ?? 0 }
        : { last: value, max: value, sum: value, count: Number.isNaN(value) ? 0 : 1 }
      if (Number.isNaN(part.sum)) continue
      const sums = total.seen.get(name) ?? { last: NaN, max: -Infinity, sum: 0, count: 0, end: -Infinity }
      total.seen.set(name, sums)
      sums.sum += part.sum
      sums.count += part.count
      sums.max = Math.max(sums.max, part.max)
      if (last >= sums.end) sums.last = part.last
      sums.end = Math.max(sums.end, last)
    }
  }
  for (const found of history.scan({ probe: probe.id, instances, from, to, columns, totals: true, passing: true, ...(only && { objects: only }) }))
    for (let at = 0; at < found.readings; at++)
      for (let row = found.first[at] ?? 0; row < (found.first[at + 1] ?? 0); row++)
        add(found, row, found.span?.first[row] ?? found.end[at] ?? NaN, found.span?.last[row] ?? found.end[at] ?? NaN)
  return new Map(
    Array.from(out, ([key, { first, last, seen }]): [string, Total] => {
      const values = Object.fromEntries(
        columns.map((name): [string, unknown] => {
          const sums = seen.get(name)
          if (probe.columns[name]?.kind === 'counter') return [name, sums === undefined ? null : rounded(sums.sum)]
          return [name, sums === undefined ? [null, null, null, 0] : [rounded(sums.last), rounded(sums.max), rounded(sums.sum), sums.count]]
        }),
      )
      return [key, { first, last, values }]
    }),
  )
}

const sorted = <V>(map: ReadonlyMap<string, V>): [string, V][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

test.each(Array.from({ length: 6 }, (_, i) => i + 1))(
  'minutes, chunks and rollups give the answers of a naive store, however they came about (seed %d)',
  { timeout: 60_000 },
  async (seed) => {
    const r = random(seed * 77)
    const span = r.of([3 * HOUR, 20 * HOUR, 3 * DAY])
    const file = join(tempFolder(), 'history.db')
    let history = openStore(file)
    const model: Model = { readings: [], marks: new Map() }
    const seqs = new Map(AGENTS.map((agent) => [agent, 0]))
    for (let call = 0; call < 30; call++) {
      const agent = r.of(AGENTS)
      const envelopes = envelopesOf(r, agent, seqs, span)
      for (const one of envelopes) keep(model, agent, one)
      expect(await history.submit(agent, envelopes, T + span)).toBe(model.marks.get(agent))
      if (r.chance(0.15)) await compactAll(history, T + r.whole(span))
      else if (r.chance(0.1)) await history.compact(LATER)
      if (r.chance(0.1)) history = openStore(file)
    }
    if (r.chance(0.7)) await compactAll(history)
    const ids = new Map(history.instances().map(({ id, agent, connection }) => [agent + connection, id]))
    const all = [...ids.values()]
    for (const probe of probes) {
      const columns = Object.keys(probe.columns).filter((name) => probe.shape === 'samples' || isNumber(probe, name))
      for (let ask = 0; ask < 6; ask++) {
        const from = ask === 0 ? 0 : T + (r.chance(0.3) ? Math.floor(r.whole(span) / HOUR) * HOUR : r.whole(span))
        const to = ask === 0 ? Infinity : from + (r.chance(0.3) ? r.whole(4) * HOUR : r.whole(span))
        const said = `${probe.id} ${String(from)}..${String(to)}`
        const right = expected(model, probe, ids, from, to)
        expect(comparable(flat(history, probe.id, all, from, to, columns)), said).toEqual(comparable(right))
        if (probe.shape === 'rows')
          expect(sorted(totalsOfScan(history, probe, all, from, to)), `totals ${said}`).toEqual(sorted(totalsOfReadings(right, probe)))
      }
    }
    for (const probe of probes.filter(({ shape }) => shape === 'rows')) {
      const objects = history.objects(probe.id, all)
      const wanted = new Set(Array.from(objects.keys()).filter(() => r.chance(0.3)))
      const few = new Set(Array.from(wanted).slice(0, 1 + r.whole(7)))
      const names = new Set(Array.from(few, (id) => `${String(objects.get(id)?.instance)} ${keyOf(objects.get(id)?.values ?? {}, probe)}`))
      const from = T + Math.floor(r.whole(span) / HOUR) * HOUR
      const ofAll = sorted(totalsOfScan(history, probe, all, from, Infinity)).filter(([name]) => names.has(name))
      // An instance without objects of the probe comes with its name alone.
      expect(sorted(totalsOfScan(history, probe, all, from, Infinity, few)).filter(([name]) => names.has(name))).toEqual(ofAll)
      const columns = Object.keys(probe.columns).filter((name) => isNumber(probe, name))
      const ask = (objects?: ReadonlySet<number>): number[][] =>
        Array.from(history.scan({ probe: probe.id, instances: all, from: 0, to: Infinity, columns, ...(objects && { objects }) })).flatMap((found) =>
          Array.from(found.object ?? [], (id, row) => [id, ...columns.map((name) => rounded(found.numbers[name]?.[row] ?? NaN) ?? -1)]).filter(([id]) =>
            wanted.has(id ?? -1),
          ),
        )
      expect(ask(wanted)).toEqual(ask())
    }
  },
)

const minutes = (from: number, count: number): ReturnType<typeof block>[] =>
  Array.from({ length: count }, (_, i) => block('background', from + i * MINUTE, { timed: [1], ratio: [i] }))

test('an hour is compacted five minutes after it is over, and minutes that come later are merged into it', async () => {
  const history = openStore()
  history.append('a', [envelope(1, ...minutes(T, 59))], LATER)
  expect(await compactAll(history, T + HOUR + 4 * MINUTE)).toBe(0)
  expect(await compactAll(history, T + HOUR + 6 * MINUTE)).toBeGreaterThan(0)
  history.append('a', [envelope(2, block('background', T + 59.5 * MINUTE, { timed: [100], ratio: [0] }))], LATER)
  const total = (): number =>
    Array.from(history.scan({ probe: 'background', instances: [1], from: T, to: T + HOUR, columns: ['timed'], totals: true })).reduce(
      (sum, found) => sum + Array.from(found.numbers['timed'] ?? []).reduce((a, b) => a + b, 0),
      0,
    )
  expect(total()).toBe(159)
  expect(await compactAll(history, T + HOUR + 6 * MINUTE)).toBe(1)
  expect(total()).toBe(159)
  expect(flat(history, 'background', [1], 0, Infinity, ['timed'])).toHaveLength(60)
})

test('minutes that arrive while their hour is being compacted are neither lost nor counted twice', async () => {
  const history = openStore()
  history.append('a', [envelope(1, ...minutes(T, 50))], LATER)
  const step = history.compact(LATER)
  history.append('a', [envelope(2, ...minutes(T + 50 * MINUTE, 10))], LATER)
  await step
  await compactAll(history)
  expect(flat(history, 'background', [1], 0, Infinity, ['ratio']).map(({ rows }) => rows[0]?.['ratio'])).toEqual([
    ...Array.from({ length: 50 }, (_, i) => i),
    ...Array.from({ length: 10 }, (_, i) => i),
  ])
})

test('one span is compacted at a time, however many ask: what is written to meanwhile is remembered for one', async () => {
  const file = join(tempFolder(), 'history.db')
  openStore(file).append('a', [envelope(1, ...minutes(T, 3))], LATER)
  const db = openWrite(file)
  onTestFinished(() => void db.close())
  const asked: Job[] = []
  const answer = Promise.withResolvers<Made>()
  const thread = {
    work: (job: Job) => {
      asked.push(job)
      return answer.promise
    },
    checkpoint: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  const { compact } = createCompact(db, probes, createWriteLayouts(db), thread, heard().log)
  const both = [compact(LATER), compact(LATER)]
  expect(asked).toHaveLength(1)
  answer.resolve({ rows: 0, hours: [], damaged: [] })
  expect(await Promise.all(both)).toEqual([true, true])
})

test('where minutes are no longer kept hours stand for them, and days for hours; totals stay the same', async () => {
  const history = openStore()
  const midnight = Math.ceil(T / DAY) * DAY
  for (let hour = 0; hour < 48; hour++) history.append('a', [envelope(hour + 1, ...minutes(midnight + hour * HOUR, 60))], LATER)
  await compactAll(history)
  const scan = (totals: boolean): ScanBlock[] =>
    Array.from(
      history.scan({ probe: 'background', instances: [1], from: midnight, to: midnight + 2 * DAY, columns: ['timed', 'ratio'], ...(totals && { totals }) }),
    )
  const sums = (totals: boolean): number => scan(totals).reduce((sum, found) => sum + Array.from(found.numbers['timed'] ?? []).reduce((a, b) => a + b, 0), 0)
  const readings = (): number => scan(false).reduce((sum, found) => sum + found.readings, 0)
  const expire = (kept: { minutes: number; hours: number }): void => {
    while (history.expire({ days: 0, ...kept })) continue
  }
  expect([readings(), scan(true).length, sums(false), sums(true)]).toEqual([2880, 2, 2880, 2880])
  expire({ minutes: midnight + DAY, hours: 0 })
  expect([readings(), sums(false), sums(true)]).toEqual([24 + 1440, 2880, 2880])
  expect(scan(false)[0]?.numbers['ratio']?.[0]).toBe(29.5)
  expect(scan(false)[0]?.span?.gauges['ratio']).toEqual({
    last: Float64Array.of(59),
    max: Float64Array.of(59),
    sum: Float64Array.of(1770),
    count: Float64Array.of(60),
  })
  expire({ minutes: LATER, hours: midnight + DAY })
  expect([readings(), sums(false), sums(true)]).toEqual([1 + 24, 2880, 2880])
})

test.each([
  ['hours', { minutes: LATER, hours: 0 }],
  ['days', { minutes: LATER, hours: LATER }],
])('minutes that come when only %s are kept of their time are added to them, once, and nothing that was known is lost', async (_, kept) => {
  const history = openStore()
  const midnight = Math.ceil(T / DAY) * DAY
  const isOdd = (end: number): boolean => Math.floor((end - midnight) / MINUTE) % 2 === 1
  const all = minutes(midnight + HOUR, 120)
  const answers = (of: WriteHistory): unknown =>
    [false, true].map((totals) =>
      Array.from(
        of.scan({ probe: 'background', instances: [1], from: midnight, to: midnight + DAY, columns: ['timed', 'ratio'], ...(totals && { totals }) }),
        ({ numbers, span }) => [Array.from(numbers['timed'] ?? []), span?.gauges['ratio'], Array.from(span?.first ?? []), Array.from(span?.last ?? [])],
      ),
    )
  const store = async (into: WriteHistory, seq: number, blocks: ReturnType<typeof minutes>): Promise<void> => {
    into.append('a', [envelope(seq, ...blocks)], LATER)
    await compactAll(into)
    while (into.expire({ days: 0, ...kept })) continue
  }
  const odd = all.filter(({ end }) => isOdd(end))
  const late = openStore()
  await store(history, 1, all)
  await store(
    late,
    1,
    all.filter(({ end }) => !isOdd(end)),
  )
  await store(late, 2, odd.slice(0, 31))
  await store(late, 3, odd.slice(31))
  expect(answers(late)).toEqual(answers(history))
})

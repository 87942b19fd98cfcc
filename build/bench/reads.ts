/** What is asked of a stored day, and the same asked of plain arrays in memory. */
import type { CountBlock } from '../../electron/store/counted.ts'
import type { Reader } from '../../electron/store/open.ts'
import type { ReadHistory } from '../../electron/store/store.ts'
import { BEGIN, metric, MINUTE_MS } from './batches.ts'
import { threadMs } from './measure.ts'
import { QUERY_METRICS, SESSION_NUMBERS, type Minute } from './busy-day.ts'

/** Minute numbers of "24 hours that begin and end at no round time". */
export const FROM = 17
export const TO = 1440 - 23
const SIX = [0, 3, 6, 9, 12, 15]
const at = (minute: number): number => BEGIN + minute * MINUTE_MS
/** Room for every id there is. */
const IDS = 8192

interface Sums {
  readonly time: Float64Array
  readonly calls: Float64Array
}

const topTwenty = (sums: Float64Array): number[] =>
  Array.from(sums.keys())
    .filter((id) => (sums[id] ?? 0) > 0)
    .sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
    .slice(0, 20)

function add(into: Float64Array, objects: ArrayLike<number>, values: ArrayLike<number>): void {
  for (let row = 0; row < objects.length; row++) {
    const id = objects[row] ?? 0
    into[id] = (into[id] ?? 0) + (values[row] ?? 0)
  }
}

export function topOfStore(history: ReadHistory, instances: readonly number[], from: number, to: number): Sums {
  const sums = sumsOfStore(history, instances, from, to)
  topTwenty(sums.time)
  return sums
}

export function sumsOfStore(history: ReadHistory, instances: readonly number[], from: number, to: number): Sums {
  const sums = { time: new Float64Array(IDS), calls: new Float64Array(IDS) }
  for (const block of history.scan({ probe: 'queries', instances, from: at(from), to: at(to), columns: [metric(0), metric(1)], totals: true, passing: true })) {
    const objects = block.object ?? []
    add(sums.calls, objects, block.numbers[metric(0)] ?? [])
    add(sums.time, objects, block.numbers[metric(1)] ?? [])
  }
  return sums
}

/** The rows of the range as arrays side by side. */
export function queryArrays(minutes: readonly Minute[]): { readonly ids: Int32Array; readonly time: Float64Array; readonly calls: Float64Array } {
  const kept = minutes.slice(FROM, TO)
  const column = (n: number): Float64Array =>
    Float64Array.from(kept.flatMap(({ queries }) => Array.from(queries.ids, (_, row) => queries.values[row * QUERY_METRICS + n] ?? 0)))
  return { ids: Int32Array.from(kept.flatMap(({ queries }) => Array.from(queries.ids))), calls: column(0), time: column(1) }
}

export function topOfArrays({ ids, time, calls }: ReturnType<typeof queryArrays>): Sums {
  const sums = { time: new Float64Array(IDS), calls: new Float64Array(IDS) }
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row] ?? 0
    sums.time[id] = (sums.time[id] ?? 0) + (time[row] ?? 0)
    sums.calls[id] = (sums.calls[id] ?? 0) + (calls[row] ?? 0)
  }
  topTwenty(sums.time)
  return sums
}

const WAITS = 32

export function waitsOfStore(history: ReadHistory): Int32Array {
  const counts = new Int32Array(1440 * WAITS)
  for (const block of history.count({ probe: 'sessions', instances: [1], from: at(0), to: at(1440), by: ['wait'], samples: 'by minute' }))
    countWaits(block, counts)
  return counts
}

function countWaits(block: CountBlock, counts: Int32Array): void {
  const { codes = [], values = [] } = block.labels['wait'] ?? {}
  const waits = Int32Array.from(values, Number)
  for (let span = 0; span < block.spans; span++) {
    const base = Math.floor(((block.end[span] ?? 0) - BEGIN) / MINUTE_MS) * WAITS
    countInto(counts, base, codes, waits, block.samples, block.first[span] ?? 0, block.first[span + 1] ?? 0)
  }
}

/** The innermost loop apart, so that it is compiled for nothing else. */
function countInto(
  counts: Int32Array,
  base: number,
  codes: ArrayLike<number>,
  waits: Int32Array,
  samples: ArrayLike<number>,
  top: number,
  behind: number,
): void {
  for (let row = top; row < behind; row++) {
    const cell = base + (waits[codes[row] ?? 0] ?? 0)
    counts[cell] = (counts[cell] ?? 0) + (samples[row] ?? 0)
  }
}

export function sessionArrays(minutes: readonly Minute[]): { readonly minute: Int32Array; readonly wait: Int32Array } {
  const count = minutes.reduce((sum, { sessions }) => sum + sessions.length / SESSION_NUMBERS, 0)
  const out = { minute: new Int32Array(count), wait: new Int32Array(count) }
  let row = 0
  for (const [number, { sessions }] of minutes.entries())
    for (let n = 0; n < sessions.length; n += SESSION_NUMBERS, row++) {
      out.minute[row] = number
      out.wait[row] = sessions[n + 7] ?? 0
    }
  return out
}

export function waitsOfArrays({ minute, wait }: ReturnType<typeof sessionArrays>): Int32Array {
  const counts = new Int32Array(1440 * WAITS)
  for (let row = 0; row < minute.length; row++) {
    const cell = (minute[row] ?? 0) * WAITS + (wait[row] ?? 0)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return counts
}

/** Six series of a month, minute by minute. */
export function seriesOfStore(history: ReadHistory, days: number): Float64Array[] {
  const out = SIX.map(() => new Float64Array(days * 1440))
  let next = 0
  for (const block of history.scan({ probe: 'instance', instances: [1], from: at(0), to: at(days * 1440), columns: SIX.map(metric), passing: true })) {
    for (const [n, one] of SIX.entries()) out[n]?.set(block.numbers[metric(one)] ?? [], next)
    next += block.readings
  }
  return out
}

const FIRST_TURNS = 100

/** CPU of reading the series over a new connection, which has kept nothing yet, ms; of many, because the system counts in steps. */
export function firstReads(open: () => Reader, days: number): number {
  let spent = 0
  for (let turn = 0; turn < FIRST_TURNS; turn++) {
    const reader = open()
    const before = threadMs()
    seriesOfStore(reader, days)
    spent += threadMs() - before
    reader.close()
  }
  return spent / FIRST_TURNS
}

export const seriesInMemory = (kept: readonly Float64Array[]): Float64Array => Float64Array.from(SIX.flatMap((n) => kept.map((one) => one[n] ?? 0)))

/** All numbers of one query, minute by minute. */
export function oneQuery(history: ReadHistory, object: number): number {
  let values = 0
  const columns = Array.from({ length: QUERY_METRICS }, (_, n) => metric(n))
  for (const block of history.scan({ probe: 'queries', instances: [1], from: at(0), to: at(1440), columns, objects: new Set([object]), passing: true }))
    for (const name of columns) for (let row = 0; row < block.rows; row++) if ((block.numbers[name]?.[row] ?? 0) !== 0) values++
  return values
}

import type { Probe } from '../catalog/define.ts'
import type { ChunkRows } from './chunk.ts'
import type { Frame } from './frame.ts'
import { newGauge, type GaugeTotals } from './rollup.ts'
import { allBits, endsOf, least, type SpanTotals } from './span-totals.ts'

/** Runs of rows that belong to one object and to readings from <= reading < to; the objects are those that have such rows. */
interface Runs {
  readonly count: number
  readonly object: Float64Array
  readonly top: Uint32Array
  readonly bottom: Uint32Array
}

/** In a chunk an object's rows lie together, in order of their readings. */
function runsOf(object: ArrayLike<number>, reading: ArrayLike<number>, rows: number, from: number, to: number): Runs {
  const [ids, top, bottom] = [new Float64Array(rows), new Uint32Array(rows), new Uint32Array(rows)]
  let count = 0
  let before = NaN
  for (let row = 0; row < rows; row++) {
    const at = reading[row] ?? 0
    if (at < from || at >= to) continue
    const id = object[row] ?? 0
    if (id !== before) {
      ids[count] = before = id
      top[count++] = row
    }
    bottom[count - 1] = row + 1
  }
  return { count, object: ids.subarray(0, count), top, bottom }
}

function sumCounter({ count, top, bottom }: Runs, values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(count)
  for (let slot = 0; slot < count; slot++) {
    let sum = NaN
    const behind = bottom[slot] ?? 0
    for (let row = top[slot] ?? 0; row < behind; row++) {
      const value = values[row] ?? NaN
      if (value === value) sum = sum === sum ? sum + value : value
    }
    sums[slot] = sum
  }
  return sums
}

function sumGauge({ count, top, bottom }: Runs, values: ArrayLike<number>): GaugeTotals {
  const made = newGauge(count)
  for (let slot = 0; slot < count; slot++) {
    const behind = bottom[slot] ?? 0
    for (let row = top[slot] ?? 0; row < behind; row++) {
      const value = values[row] ?? NaN
      if (value !== value) continue
      const first = made.count[slot] === 0
      made.last[slot] = value
      made.max[slot] = first ? value : Math.max(made.max[slot] ?? value, value)
      made.sum[slot] = (first ? 0 : (made.sum[slot] ?? 0)) + value
      made.count[slot] = (made.count[slot] ?? 0) + 1
    }
  }
  return made
}

/** Rows of a chunk with objects added up per object, those of readings from <= reading < to. */
export function sumChunk(
  { rows, reading, columns }: ChunkRows,
  object: ArrayLike<number>,
  readings: Frame,
  probe: Probe,
  from: number,
  to: number,
): SpanTotals {
  const runs = runsOf(object, reading, rows, from, to)
  const counters = new Map<string, Float64Array>()
  const gauges = new Map<string, GaugeTotals>()
  for (const [name, column] of columns) {
    const kind = probe.columns[name]?.kind
    if (column.kind !== 'number') continue
    if (kind === 'counter') counters.set(name, sumCounter(runs, column.values))
    if (kind === 'gauge') gauges.set(name, sumGauge(runs, column.values))
  }
  const seen = (row: (slot: number) => number): Float64Array =>
    endsOf(
      Float64Array.from({ length: runs.count }, (_, slot) => reading[row(slot)] ?? NaN),
      readings.end,
    )
  return {
    rows: runs.count,
    object: runs.object,
    begin: least(readings.begin.subarray(from, to)),
    end: readings.end[to - 1] ?? NaN,
    flags: allBits(readings.flags.subarray(from, to)),
    counter: (name) => counters.get(name),
    gauge: (name) => gauges.get(name),
    first: () => seen((slot) => runs.top[slot] ?? 0),
    last: () => seen((slot) => (runs.bottom[slot] ?? 1) - 1),
  }
}

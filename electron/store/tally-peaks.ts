import { bitsOf, type Column, type Frame } from './frame.ts'
import { SAMPLES } from './tally.ts'

const GAP = bitsOf(['gap'])

/** Sessions of a reading by combination of labels. */
type Counts = ReadonlyMap<number, number>

interface Moment {
  readonly at: number
  readonly sum: number
  readonly counts: Counts
}

/** A number for every combination of the frame's labels, by row. */
function combinations(columns: Frame['columns'], rows: number): Float64Array {
  const out = new Float64Array(rows)
  for (const column of columns.values())
    if (column.kind === 'label') for (let row = 0; row < rows; row++) out[row] = (out[row] ?? 0) * column.values.length + (column.codes[row] ?? 0)
  return out
}

const exceeds = (a: Counts, b: Counts): boolean => {
  for (const [key, count] of b) if ((a.get(key) ?? 0) < count) return false
  return true
}

/**
 * The readings that no other exceeds: whatever combinations of labels are asked for, the most of them at one instant is found among these. After a pause a
 * reading is no peak. Of those that are alike the first stays.
 */
export function highest(moments: Frame): Frame {
  const samples = moments.columns.get(SAMPLES)
  const counts = samples?.kind === 'number' ? samples.values : new Float64Array(0)
  const keys = combinations(moments.columns, counts.length)
  const all: Moment[] = []
  for (let at = 0; at < moments.end.length; at++) {
    if ((moments.flags[at] ?? 0) & GAP) continue
    const own = new Map<number, number>()
    let sum = 0
    for (let row = moments.first[at] ?? 0; row < (moments.first[at + 1] ?? 0); row++) {
      own.set(keys[row] ?? 0, counts[row] ?? 0)
      sum += counts[row] ?? 0
    }
    all.push({ at, sum, counts: own })
  }
  const kept: Moment[] = []
  // What exceeds another has a larger sum.
  for (const one of all.sort((a, b) => b.sum - a.sum || a.at - b.at)) if (!kept.some((other) => exceeds(other.counts, one.counts))) kept.push(one)
  return pick(
    moments,
    kept.map(({ at }) => at).sort((a, b) => a - b),
  )
}

/** Some readings of a frame without objects. */
function pick(frame: Frame, readings: readonly number[]): Frame {
  const first = new Uint32Array(readings.length + 1)
  const rows: number[] = []
  for (const [i, at] of readings.entries()) {
    for (let row = frame.first[at] ?? 0; row < (frame.first[at + 1] ?? 0); row++) rows.push(row)
    first[i + 1] = rows.length
  }
  const column = (of: Column): Column =>
    of.kind === 'label'
      ? { ...of, codes: Uint32Array.from(rows, (row) => of.codes[row] ?? 0) }
      : { ...of, values: Float64Array.from(rows, (row) => of.values[row] ?? NaN) }
  return {
    begin: Float64Array.from(readings, (at) => frame.begin[at] ?? 0),
    end: Float64Array.from(readings, (at) => frame.end[at] ?? 0),
    flags: Uint8Array.from(readings, (at) => frame.flags[at] ?? 0),
    first,
    object: undefined,
    columns: new Map(Array.from(frame.columns, ([name, of]) => [name, column(of)])),
  }
}

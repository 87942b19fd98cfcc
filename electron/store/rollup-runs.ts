import type { Probe } from '../catalog/define.ts'
import type { Gathered } from './gather.ts'
import type { GaugeTotals, Totals } from './rollup.ts'

/** Adds a span up per object, column by column as they are read. */
export interface Adding {
  /** Numbers as they are stored, in the order of the span's rows. */
  readonly add: (name: string, values: Float64Array, scale: number) => void
  readonly totals: () => Totals
}

/** Of some readings, by number and in order. */
export function createAdding(probe: Probe, { begin, end, flags, rows, object, reading }: Gathered, readings: Uint32Array): Adding {
  const numbers = new Float64Array(end.length).fill(-1)
  readings.forEach((at, number) => (numbers[at] = number))
  const kept = readings.length === end.length ? undefined : keptRows(reading, numbers)
  const count = kept?.length ?? rows
  const starts = runsOf(object, kept, count)
  const runs = starts.length - 1
  const own = kept && new Float64Array(count)
  const counters = new Map<string, Float64Array>()
  const gauges = new Map<string, GaugeTotals>()
  return {
    add(name, values, scale) {
      const kind = probe.columns[name]?.kind
      if (kind !== 'counter' && kind !== 'gauge') return
      if (own !== undefined && kept !== undefined) for (let row = 0; row < count; row++) own[row] = values[kept[row] ?? 0] ?? NaN
      if (kind === 'counter') counters.set(name, sumOf(own ?? values, starts, scale || 1))
      else gauges.set(name, gaugeOf(own ?? values, starts, scale || 1))
    },
    totals() {
      // A column that nothing came of is null in every row.
      const isMissing = Object.entries(probe.columns).some(
        ([name, { kind }]) => (kind === 'counter' && !counters.has(name)) || (kind === 'gauge' && !gauges.has(name)),
      )
      const nothing = new Float64Array(isMissing ? count : 0).fill(NaN)
      for (const [name, { kind }] of Object.entries(probe.columns)) {
        if (kind === 'counter' && !counters.has(name)) counters.set(name, sumOf(nothing, starts, 1))
        if (kind === 'gauge' && !gauges.has(name)) gauges.set(name, gaugeOf(nothing, starts, 1))
      }
      const top = placesIn(kept, starts.subarray(0, runs), 0)
      const bottom = placesIn(kept, starts.subarray(1), -1)
      return {
        begin: pick(begin, readings),
        end: pick(end, readings),
        flags: new Uint8Array(pick(flags, readings)),
        object: object && pick(object, top),
        rows: runs,
        first: pick(numbers, pick(reading, top)),
        last: pick(numbers, pick(reading, bottom)),
        counters,
        gauges,
      }
    },
  }
}

/** Values at these places. A function of its own rather than one made in each call, which would be compiled each time. */
function pick(values: ArrayLike<number>, places: ArrayLike<number>): Float64Array {
  const out = new Float64Array(places.length)
  for (let i = 0; i < out.length; i++) out[i] = values[places[i] ?? 0] ?? 0
  return out
}

/** Rows `more` behind these of the kept ones, as rows of the span. */
function placesIn(kept: Uint32Array | undefined, rows: Uint32Array, more: number): Uint32Array {
  const out = new Uint32Array(rows.length)
  for (let i = 0; i < out.length; i++) out[i] = kept === undefined ? (rows[i] ?? 0) + more : (kept[(rows[i] ?? 0) + more] ?? 0)
  return out
}

function keptRows(reading: Float64Array, numbers: Float64Array): Uint32Array {
  const kept = new Uint32Array(reading.length)
  let count = 0
  for (let row = 0; row < reading.length; row++) if ((numbers[reading[row] ?? 0] ?? -1) >= 0) kept[count++] = row
  return kept.subarray(0, count)
}

/** Where the rows of each object begin, and the end of the last; without objects all rows are of one. */
function runsOf(object: Float64Array | undefined, kept: Uint32Array | undefined, count: number): Uint32Array {
  if (object === undefined) return count === 0 ? new Uint32Array(1) : Uint32Array.of(0, count)
  const starts = new Uint32Array(count + 1)
  let runs = 0
  let before = NaN
  for (let row = 0; row < count; row++) {
    const id = object[kept === undefined ? row : (kept[row] ?? 0)] ?? 0
    if (id === before) continue
    starts[runs++] = row
    before = id
  }
  starts[runs] = count
  return starts.subarray(0, runs + 1)
}

function sumOf(numbers: Float64Array, starts: Uint32Array, scale: number): Float64Array {
  const sums = new Float64Array(starts.length - 1)
  for (let run = 0, row = 0; run < sums.length; run++) {
    const behind = starts[run + 1] ?? 0
    let sum = 0
    let values = 0
    for (; row < behind; row++) {
      const value = numbers[row] ?? NaN
      if (value !== value) continue
      sum += value
      values++
    }
    sums[run] = values === 0 ? NaN : sum / scale
  }
  return sums
}

function gaugeOf(numbers: Float64Array, starts: Uint32Array, scale: number): GaugeTotals {
  const runs = starts.length - 1
  const nulls = (): Float64Array => new Float64Array(runs).fill(NaN)
  const totals = { last: nulls(), count: new Float64Array(runs), max: nulls(), sum: nulls() }
  for (let run = 0, row = 0; run < runs; run++) {
    const behind = starts[run + 1] ?? 0
    let last = NaN
    let max = -Infinity
    let sum = 0
    let count = 0
    for (; row < behind; row++) {
      const value = numbers[row] ?? NaN
      if (value !== value) continue
      last = value
      sum += value
      if (value > max) max = value
      count++
    }
    totals.count[run] = count
    if (count === 0) continue
    totals.last[run] = last / scale
    totals.max[run] = max / scale
    totals.sum[run] = sum / scale
  }
  return totals
}

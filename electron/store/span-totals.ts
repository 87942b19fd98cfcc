import type { GaugeTotals, Totals } from './rollup.ts'

/** A span added up per object, of which is decoded what is asked for. Times in ms since the epoch. */
export interface SpanTotals {
  readonly rows: number
  readonly object: Float64Array | undefined
  /** Begin of the first reading, end of the last. */
  readonly begin: number
  readonly end: number
  /** All readings' flags together, as bits. */
  readonly flags: number
  readonly counter: (name: string) => Float64Array | undefined
  readonly gauge: (name: string) => GaugeTotals | undefined
  /** End of the first and of the last reading that each object was in. */
  readonly first: () => Float64Array
  readonly last: () => Float64Array
}

/** Ends of readings by their numbers; null where there is no such reading. */
export const endsOf = (numbers: Float64Array, end: Float64Array): Float64Array => numbers.map((at) => end[at] ?? NaN)

export const least = (values: Float64Array): number => {
  let min = Infinity
  for (const value of values) if (value < min) min = value
  return min
}

export function allBits(flags: Uint8Array): number {
  let bits = 0
  for (const flag of flags) bits |= flag
  return bits
}

export const spanOfTotals = ({ rows, object, begin, end, flags, counters, gauges, first, last }: Totals): SpanTotals => ({
  rows,
  object,
  begin: least(begin),
  end: end.at(-1) ?? NaN,
  flags: allBits(flags),
  counter: (name) => counters.get(name),
  gauge: (name) => gauges.get(name),
  first: () => endsOf(first, end),
  last: () => endsOf(last, end),
})

const kept = (values: Float64Array, rows: readonly number[]): Float64Array => Float64Array.from(rows, (row) => values[row] ?? NaN)

/** The rows of some objects; as it is when all are wanted or the probe has none. */
export function ofSomeObjects(span: SpanTotals, objects: ReadonlySet<number> | undefined): SpanTotals {
  const { object } = span
  if (objects === undefined || object === undefined) return span
  const rows: number[] = []
  for (let row = 0; row < object.length; row++) if (objects.has(object[row] ?? -1)) rows.push(row)
  if (rows.length === span.rows) return span
  const some = (values: Float64Array | undefined): Float64Array | undefined => values && kept(values, rows)
  return {
    ...span,
    rows: rows.length,
    object: kept(object, rows),
    counter: (name) => some(span.counter(name)),
    gauge: (name) => {
      const all = span.gauge(name)
      return all && { last: kept(all.last, rows), count: kept(all.count, rows), max: kept(all.max, rows), sum: kept(all.sum, rows) }
    },
    first: () => kept(span.first(), rows),
    last: () => kept(span.last(), rows),
  }
}

import type { Probe } from '../catalog/define.ts'
import type { Column, Frame } from './frame.ts'
import { less, type Numbers } from './numbers.ts'

/**
 * The readings of a span added up per object, in the form of a frame so that it is stored like one:
 *
 *   readings           all of the span, which are what `#first` and `#last` point to; the rows are with the last of them
 *   object             ascending, once each; none when the probe has no objects, and then there is one row
 *   #first, #last      numbers of the first and the last reading that the object was in
 *   <counter>          sum
 *   <gauge>            the last value
 *   <gauge>#count      readings in which it was not null
 *   <gauge>#max        how much the largest lies above the last
 *   <gauge>#sum        how much the sum lies above last * count: of a gauge that stands still both are zeros, which cost nothing
 *
 * Gauges that are kept as they are (scale 0) have #max and #sum as they are, because a difference of floating point numbers does not add back.
 * Null is "in no reading". Samples have no rollup.
 */
export const FIRST = '#first'
export const LAST = '#last'
const GAUGE_PARTS = ['#count', '#max', '#sum'] as const

/** Sums of one gauge, entry by row. */
export interface GaugeTotals {
  readonly last: Float64Array
  readonly count: Float64Array
  readonly max: Float64Array
  readonly sum: Float64Array
}

/** The same in memory: nothing relative. */
export interface Totals {
  readonly begin: Float64Array
  readonly end: Float64Array
  readonly flags: Uint8Array
  readonly object: Float64Array | undefined
  readonly rows: number
  /** numbers of readings */
  readonly first: Float64Array
  readonly last: Float64Array
  readonly counters: ReadonlyMap<string, Float64Array>
  readonly gauges: ReadonlyMap<string, GaugeTotals>
}

export const canRollUp = (probe: Probe): boolean => probe.shape === 'rows'

/** Slot per row, and the objects by slot in ascending order. */
function slotsOf(objects: readonly ArrayLike<number>[]): { readonly slots: readonly Int32Array[]; readonly ids: Float64Array } {
  const known = new Map<number, number>()
  const raw = objects.map((list) => {
    const slots = new Int32Array(list.length)
    let before = NaN
    let slot = 0
    for (let row = 0; row < slots.length; row++) {
      const id = list[row] ?? 0
      if (id !== before) {
        const present = known.get(id)
        slot = present ?? known.size
        if (present === undefined) known.set(id, slot)
        before = id
      }
      slots[row] = slot
    }
    return slots
  })
  const ids = Float64Array.from(known.keys())
  const sorted = Float64Array.from(ids).sort()
  if (sorted.every((id, at) => id === ids[at])) return { slots: raw, ids }
  const place = new Int32Array(ids.length)
  sorted.forEach((id, at) => (place[known.get(id) ?? 0] = at))
  for (const slots of raw) for (let row = 0; row < slots.length; row++) slots[row] = place[slots[row] ?? 0] ?? 0
  return { slots: raw, ids: sorted }
}

const nulls = (rows: number): Float64Array => new Float64Array(rows).fill(NaN)

function addCounter(into: Float64Array, slots: Int32Array, values: ArrayLike<number>): void {
  for (let row = 0; row < slots.length; row++) {
    const value = values[row] ?? NaN
    if (value !== value) continue
    const slot = slots[row] ?? 0
    const sum = into[slot] ?? NaN
    into[slot] = sum === sum ? sum + value : value
  }
}

export const newGauge = (rows: number): GaugeTotals => ({ last: nulls(rows), count: new Float64Array(rows), max: nulls(rows), sum: nulls(rows) })

function addGauge({ last, count, max, sum }: GaugeTotals, slots: Int32Array, values: GaugeTotals | undefined, plain: ArrayLike<number>): void {
  for (let row = 0; row < slots.length; row++) {
    const value = plain[row] ?? NaN
    if (value !== value) continue
    const slot = slots[row] ?? 0
    const most = values?.max[row] ?? value
    const first = count[slot] === 0
    last[slot] = value
    max[slot] = first ? most : Math.max(max[slot] ?? most, most)
    sum[slot] = (first ? 0 : (sum[slot] ?? 0)) + (values?.sum[row] ?? value)
    count[slot] = (count[slot] ?? 0) + (values?.count[row] ?? 1)
  }
}

/** Wanted columns of a probe's frame, added up per object. Rows of readings before `from` or at and after `to` are left out. */
export function totalsOf(frame: Frame, probe: Probe, wanted: ReadonlySet<string> | undefined, from = 0, to = frame.end.length): Totals {
  const top = frame.first[from] ?? 0
  const bottom = frame.first[to] ?? 0
  const readingOf = new Float64Array(bottom - top)
  for (let at = from; at < to; at++) readingOf.fill(at - from, (frame.first[at] ?? 0) - top, (frame.first[at + 1] ?? 0) - top)
  const object = frame.object?.subarray(top, bottom)
  const cut = (name: string): ArrayLike<number> => {
    const column = frame.columns.get(name)
    return column?.kind === 'number' ? column.values.subarray(top, bottom) : []
  }
  const made = sumRows(probe, wanted, object, bottom - top, readingOf, cut)
  return { begin: frame.begin.slice(from, to), end: frame.end.slice(from, to), flags: frame.flags.slice(from, to), ...made }
}

type Rows = Pick<Totals, 'object' | 'rows' | 'first' | 'last' | 'counters' | 'gauges'>

/** Rows in ascending order of their readings, at least within an object. */
function sumRows(
  probe: Probe,
  wanted: ReadonlySet<string> | undefined,
  object: ArrayLike<number> | undefined,
  count: number,
  readingOf: ArrayLike<number>,
  valuesOf: (name: string) => ArrayLike<number>,
): Rows {
  const { slots, ids } = slotsOf([object ?? new Uint8Array(count)])
  const [own = new Int32Array(0)] = slots
  const rows = ids.length
  const first = nulls(rows)
  const last = nulls(rows)
  own.forEach((slot, row) => {
    const at = readingOf[row] ?? 0
    if (Number.isNaN(first[slot])) first[slot] = at
    last[slot] = at
  })
  const counters = new Map<string, Float64Array>()
  const gauges = new Map<string, GaugeTotals>()
  for (const [name, { kind }] of Object.entries(probe.columns)) {
    if ((kind !== 'counter' && kind !== 'gauge') || wanted?.has(name) === false) continue
    const values = valuesOf(name)
    if (kind === 'counter') {
      const sums = nulls(rows)
      addCounter(sums, own, values)
      counters.set(name, sums)
    } else {
      const sums = newGauge(rows)
      addGauge(sums, own, undefined, values)
      gauges.set(name, sums)
    }
  }
  return { object: object === undefined ? undefined : ids, rows, first, last, counters, gauges }
}

/** Totals of spans that follow each other as those of the whole. */
export function joinTotals(spans: readonly Totals[]): Totals {
  const [only, second] = spans
  if (only !== undefined && second === undefined) return only
  const keyed = spans.some(({ object }) => object !== undefined)
  const { slots, ids } = slotsOf(spans.map(({ object, rows }) => object ?? new Uint8Array(rows)))
  const rows = ids.length
  const first = nulls(rows)
  const last = nulls(rows)
  const counters = new Map<string, Float64Array>()
  const gauges = new Map<string, GaugeTotals>()
  let readings = 0
  for (const [i, span] of spans.entries()) {
    const own = slots[i] ?? new Int32Array(0)
    own.forEach((slot, row) => {
      if (Number.isNaN(first[slot])) first[slot] = readings + (span.first[row] ?? 0)
      last[slot] = readings + (span.last[row] ?? 0)
    })
    for (const [name, values] of span.counters) {
      const sums = counters.get(name) ?? nulls(rows)
      counters.set(name, sums)
      addCounter(sums, own, values)
    }
    for (const [name, values] of span.gauges) {
      const sums = gauges.get(name) ?? newGauge(rows)
      gauges.set(name, sums)
      addGauge(sums, own, values, values.last)
    }
    readings += span.end.length
  }
  const joined = (of: (span: Totals) => Float64Array): Float64Array => Float64Array.from(spans.flatMap((span) => Array.from(of(span))))
  return {
    begin: joined(({ begin }) => begin),
    end: joined(({ end }) => end),
    flags: Uint8Array.from(spans.flatMap(({ flags }) => Array.from(flags))),
    object: keyed ? ids : undefined,
    rows,
    first,
    last,
    counters,
    gauges,
  }
}

/** Sums, less as many times the last value as there are values. */
function lessEach({ sum, last, count }: GaugeTotals): Float64Array {
  const out = new Float64Array(sum.length)
  for (let row = 0; row < out.length; row++) out[row] = (sum[row] ?? 0) - (last[row] ?? 0) * (count[row] ?? 0)
  return out
}

const number = (values: Numbers): Column => ({ kind: 'number', values })

export function frameOfTotals({ begin, end, flags, object, rows, first, last, counters, gauges }: Totals, probe: Probe): Frame {
  const columns = new Map<string, Column>([
    [FIRST, number(first)],
    [LAST, number(last)],
  ])
  for (const name of Object.keys(probe.columns)) {
    const counter = counters.get(name)
    if (counter !== undefined) columns.set(name, number(counter))
    const gauge = gauges.get(name)
    if (gauge === undefined) continue
    const relative = probe.columns[name]?.scale !== 0
    columns.set(name, number(gauge.last))
    columns.set(`${name}#count`, number(gauge.count))
    columns.set(`${name}#max`, number(relative ? less(gauge.max, gauge.last) : gauge.max))
    columns.set(`${name}#sum`, number(relative ? lessEach(gauge) : gauge.sum))
  }
  const starts = new Uint32Array(end.length + 1)
  starts[end.length] = rows
  return { begin, end, flags, first: starts, object, columns }
}

/** Names of the stored columns that a column is kept in. */
export const storedNames = (name: string): readonly string[] => [name, ...GAUGE_PARTS.map((part) => name + part)]

/** Sums of a gauge from its stored columns. */
export function gaugeOf(
  last: Float64Array,
  part: (part: (typeof GAUGE_PARTS)[number]) => Float64Array | undefined,
  rows: number,
  relative: boolean,
): GaugeTotals {
  const count = part('#count') ?? new Float64Array(rows)
  const max = part('#max') ?? nulls(rows)
  const sum = part('#sum') ?? nulls(rows)
  if (relative)
    for (let row = 0; row < rows; row++) {
      const value = last[row] ?? 0
      max[row] = (max[row] ?? NaN) + value
      sum[row] = (sum[row] ?? NaN) + value * (count[row] ?? 0)
    }
  return { last, count, max, sum }
}

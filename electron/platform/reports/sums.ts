import type { Aggregate } from '../../catalog/define.ts'
import type { ReadHistory, ScanBlock } from '../../store/store.ts'

/** What is folded of one column: entry s belongs to the object of slot s. NaN is null. */
interface Folding {
  readonly from: string
  readonly agg: Aggregate
  readonly add: (slots: Int32Array, values: Float64Array, days: Float64Array) => void
  readonly grow: (size: number) => void
  readonly of: (slots: readonly number[]) => number
}

/** The readings of one instance, folded per object. */
export interface Sums {
  /** Id of each slot's object. */
  readonly objects: readonly number[]
  /** End of the first and last reading of the range that the object was in, ms; NaN when it was in none. */
  readonly first: (slots: readonly number[]) => number
  readonly last: (slots: readonly number[]) => number
  /** Time that the readings of the range stand for, ms. */
  readonly covered: number
  /** The folded value of objects that make one row. */
  readonly value: (column: { readonly from: string; readonly agg: Aggregate }, slots: readonly number[]) => number
}

interface SumRequest {
  readonly probe: string
  readonly instance: number
  readonly from: number
  readonly to: number
  /** ms before `from` in which present values (`last`) may have been read. */
  readonly before: number
  readonly columns: readonly { readonly from: string; readonly agg: Aggregate }[]
}

const DAY = 86_400_000

function longer(array: Float64Array, size: number): Float64Array {
  const grown = new Float64Array(size).fill(NaN)
  grown.set(array)
  return grown
}

const total = (values: Float64Array, slots: readonly number[]): number => {
  let sum = NaN
  for (const slot of slots) {
    const value = values[slot] ?? NaN
    if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value
  }
  return sum
}

/** The innermost loop of every "top" report: apart from the others, so that it is compiled for nothing but addition. */
function addInto(sums: Float64Array, slots: Int32Array, values: Float64Array): void {
  const rows = slots.length
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (Number.isNaN(value)) continue
    const slot = slots[row] ?? 0
    const old = sums[slot] ?? NaN
    sums[slot] = Number.isNaN(old) ? value : old + value
  }
}

function summing(from: string): Folding {
  let sums: Float64Array = new Float64Array(0)
  return {
    from,
    agg: 'sum',
    grow: (size) => (sums = longer(sums, size)),
    add: (slots, values) => {
      addInto(sums, slots, values)
    },
    of: (slots) => total(sums, slots),
  }
}

/** Values of one number per slot, merged by a rule. */
function merging(
  from: string,
  agg: Aggregate,
  merge: (old: number, value: number) => number,
  of: (values: Float64Array, slots: readonly number[]) => number,
): Folding {
  let kept: Float64Array = new Float64Array(0)
  return {
    from,
    agg,
    grow: (size) => (kept = longer(kept, size)),
    add: (slots, values) => {
      for (let row = 0; row < slots.length; row++) {
        const value = values[row] ?? NaN
        if (Number.isNaN(value)) continue
        const slot = slots[row] ?? 0
        const old = kept[slot] ?? NaN
        kept[slot] = Number.isNaN(old) ? value : merge(old, value)
      }
    },
    of: (slots) => of(kept, slots),
  }
}

const plus = (old: number, value: number): number => old + value

/** The slope per day of the line through an object's readings, by least squares. Objects of one row grow together: their slopes add up. */
function slope(from: string): Folding {
  const sums = { n: merging(from, 'slope', plus, total), x: merging(from, 'slope', plus, total), y: merging(from, 'slope', plus, total) }
  const products = { xx: merging(from, 'slope', plus, total), xy: merging(from, 'slope', plus, total) }
  const slopeOf = (slot: number): number => {
    const [n, x, y] = [sums.n.of([slot]), sums.x.of([slot]), sums.y.of([slot])]
    return (n * products.xy.of([slot]) - x * y) / (n * products.xx.of([slot]) - x * x)
  }
  return {
    from,
    agg: 'slope',
    grow: (size) => {
      for (const one of [...Object.values(sums), ...Object.values(products)]) one.grow(size)
    },
    add: (slots, values, days) => {
      const where = (value: (day: number) => number): Float64Array => values.map((v, row) => (Number.isNaN(v) ? NaN : value(days[row] ?? 0)))
      sums.n.add(
        slots,
        where(() => 1),
        days,
      )
      sums.x.add(
        slots,
        where((day) => day),
        days,
      )
      sums.y.add(slots, values, days)
      products.xx.add(
        slots,
        where((day) => day * day),
        days,
      )
      products.xy.add(
        slots,
        values.map((v, row) => v * (days[row] ?? 0)),
        days,
      )
    },
    of: (slots) => total(Float64Array.from(slots, slopeOf), [...slots.keys()]),
  }
}

function foldingOf(
  { from, agg }: { readonly from: string; readonly agg: Aggregate },
  newest: (slots: readonly number[], values: Float64Array) => number,
  present: (slots: readonly number[]) => readonly number[],
): Folding {
  switch (agg) {
    case 'sum':
      return summing(from)
    case 'max':
      return merging(from, agg, Math.max, (values, slots) =>
        slots.reduce((max, slot) => (Number.isNaN(max) ? (values[slot] ?? NaN) : Math.max(max, values[slot] ?? max)), NaN),
      )
    case 'first':
      return merging(from, agg, (old) => old, total)
    case 'last':
      // Of objects that make one row the newest is the present one: an index that was built anew has another oid.
      return merging(
        from,
        agg,
        (_, value) => value,
        (values, slots) => values[newest(slots, values)] ?? NaN,
      )
    case 'total':
      return merging(
        from,
        agg,
        (_, value) => value,
        (values, slots) => total(values, present(slots)),
      )
    case 'slope':
      return slope(from)
    case 'average':
      throw new Error(`${from} is averaged over objects, which is not possible: take its last value or its maximum`)
  }
}

/** Whether the last value of each object is what counts. */
const isLast = ({ agg }: Pick<Folding, 'agg'>): boolean => agg === 'last' || agg === 'total'

/** One pass over the readings; who the objects are is not looked at. */
export function sumByObject(history: ReadHistory, request: SumRequest): Sums {
  const { instance, from, to, before, columns } = request
  // Ids of objects are small: an array finds the slot several times faster than a map. 0 is none.
  let slotOf = new Int32Array(1024)
  const objects: number[] = []
  let size = 0
  let first: Float64Array = new Float64Array(0)
  let last: Float64Array = new Float64Array(0)
  const seen: { at: Float64Array } = { at: new Float64Array(0) }
  const newest = (slots: readonly number[], values: Float64Array): number =>
    slots.reduce((best, slot) => (!Number.isNaN(values[slot] ?? NaN) && (best < 0 || (seen.at[slot] ?? 0) > (seen.at[best] ?? 0)) ? slot : best), -1)
  let latest: number | undefined
  /** Those that were in a reading of late: within `before` every object is. Asked when everything is read. */
  const present = (slots: readonly number[]): readonly number[] => {
    const until = (latest ??= seen.at.reduce((most, at) => (at > most ? at : most), 0))
    return slots.filter((slot) => (seen.at[slot] ?? 0) >= until - before)
  }
  const foldings = new Map<string, Folding>()
  for (const column of columns)
    if (!foldings.has(`${column.from} ${column.agg}`)) foldings.set(`${column.from} ${column.agg}`, foldingOf(column, newest, present))

  const slot = (object: number): number => {
    if (object >= slotOf.length) {
      const grown = new Int32Array(Math.max(object + 1, slotOf.length * 2))
      grown.set(slotOf)
      slotOf = grown
    }
    const known = slotOf[object] ?? 0
    if (known > 0) return known - 1
    objects.push(object)
    slotOf[object] = objects.length
    if (objects.length > size) {
      size = Math.max(1024, size * 2)
      first = longer(first, size)
      last = longer(last, size)
      seen.at = longer(seen.at, size)
      for (const folding of foldings.values()) folding.grow(size)
    }
    return objects.length - 1
  }

  let scratch = new Float64Array(4096)
  let days = new Float64Array(4096)
  let found = new Int32Array(4096)

  let covered = 0

  const place = (block: ScanBlock, ids: ArrayLike<number>): void => {
    for (let at = 0; at < block.readings; at++) {
      const end = block.end[at] ?? 0
      const day = (end - from) / DAY
      if (end >= from) covered += end - (block.begin[at] ?? end)
      const behind = block.first[at + 1] ?? 0
      for (let row = block.first[at] ?? 0; row < behind; row++) {
        const there = slot(ids[row] ?? 0)
        const until = block.span?.last[row] ?? end
        found[row] = there
        days[row] = day
        seen.at[there] = until
        if (end < from) continue
        // An instance's readings come in order of time: the first that has an object is its first, the newest its last.
        if (Number.isNaN(first[there] ?? NaN)) first[there] = block.span?.first[row] ?? end
        last[there] = until
      }
    }
  }

  const take = (block: ScanBlock, folded: Iterable<Folding>): void => {
    if (block.object === undefined) throw new Error(`${request.probe} has no objects to sum by`)
    if (block.rows > scratch.length) {
      scratch = new Float64Array(block.rows * 2)
      days = new Float64Array(block.rows * 2)
      found = new Int32Array(block.rows * 2)
    }
    place(block, block.object)
    const slots = found.subarray(0, block.rows)
    const values = scratch.subarray(0, block.rows)
    for (const folding of folded) {
      const gauge = block.span?.gauges[folding.from]
      const column =
        gauge !== undefined && isLast(folding) ? gauge.last : gauge !== undefined && folding.agg === 'max' ? gauge.max : block.numbers[folding.from]
      if (column === undefined) continue
      // Copied, because one loop over one kind of array is compiled once; columns come in many kinds.
      values.set(column)
      folding.add(slots, values, days)
    }
  }

  const all = [...foldings.values()]
  const lasting = all.filter(isLast)
  const scan = (begin: number, end: number, folded: readonly Folding[]): void => {
    // A line needs every reading.
    const totals = folded.every(({ agg }) => agg === 'sum' || agg === 'last' || agg === 'max' || agg === 'total')
    const names = [...new Set(folded.map((folding) => folding.from))]
    const asked = { probe: request.probe, instances: [instance], from: begin, to: end, columns: names, passing: true as const }
    for (const block of history.scan({ ...asked, ...(totals && { totals }) })) take(block, folded)
  }
  if (before > 0) scan(from - before, from, lasting)
  scan(from, to, all)
  return {
    objects,
    covered,
    first: (slots) => slots.reduce((min, at) => (Number.isNaN(min) ? (first[at] ?? NaN) : Math.min(min, first[at] ?? min)), NaN),
    last: (slots) => slots.reduce((max, at) => (Number.isNaN(max) ? (last[at] ?? NaN) : Math.max(max, last[at] ?? max)), NaN),
    value: (column, slots) => foldings.get(`${column.from} ${column.agg}`)?.of(slots) ?? NaN,
  }
}

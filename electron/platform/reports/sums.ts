import type { Aggregate } from '../../catalog/define.ts'
import type { ReadHistory, ScanBlock } from '../../store/store.ts'
import { foldingOf, longer, type Folding } from './foldings.ts'

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
  /** The folded value of each object: the one of a slot. */
  readonly each: (column: { readonly from: string; readonly agg: Aggregate }) => (slot: number) => number
}

interface SumRequest {
  readonly probe: string
  readonly instance: number
  readonly from: number
  readonly to: number
  /** ms before `from` in which present values (`last`) may have been read. */
  readonly before: number
  readonly columns: readonly { readonly from: string; readonly agg: Aggregate }[]
  /** Of these objects only; all of them when left out. */
  readonly objects?: ReadonlySet<number> | undefined
  /** Nobody asks when they were seen: of sums that need not be read. */
  readonly unseen?: boolean
}

const DAY = 86_400_000

/** Whether the last value of each object is what counts. */
const isLast = ({ agg }: Pick<Folding, 'agg'>): boolean => agg === 'last' || agg === 'total'

/** Ids of objects are small: up to here an array finds the slot several times faster than a map. */
const NEAR = 2 ** 22
/** Used again for each pass, because getting it takes longer than using it: the slot + 1 by id, all 0 between two passes, and what is known of a block's rows. */
let slotOf = new Int32Array(1024)
let scratch = new Float64Array(4096)
let days = new Float64Array(4096)
let found = new Int32Array(4096)

/** One pass over the readings; who the objects are is not looked at. */
export function sumByObject(history: ReadHistory, request: SumRequest): Sums {
  const { instance, from, to, before, columns, objects: only } = request
  const far = new Map<number, number>()
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

  const grow = (least: number): void => {
    size = Math.max(1024, least)
    first = longer(first, size)
    last = longer(last, size)
    seen.at = longer(seen.at, size)
    for (const folding of foldings.values()) folding.grow(size)
  }
  const slot = (object: number): number => {
    if (object < NEAR && object >= slotOf.length) {
      const grown = new Int32Array(Math.max(object + 1, slotOf.length * 2))
      grown.set(slotOf)
      slotOf = grown
    }
    const known = (object < NEAR ? slotOf[object] : far.get(object)) ?? 0
    if (known > 0) return known - 1
    objects.push(object)
    if (object < NEAR) slotOf[object] = objects.length
    else far.set(object, objects.length)
    if (objects.length > size) grow(size * 2)
    return objects.length - 1
  }

  let covered = 0

  const placeOnly = (rows: number, ids: ArrayLike<number>): void => {
    for (let row = 0; row < rows; row++) found[row] = slot(ids[row] ?? 0)
  }
  const isPlain = request.unseen === true && columns.every(({ agg }) => agg === 'sum')
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
    // Most objects are in the first span or reading already.
    if (size === 0) grow(block.first[1] ?? 0)
    if (isPlain) placeOnly(block.rows, block.object)
    else place(block, block.object)
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

  /** Asked for of every object: finding it by its name takes longer than what it says. */
  const byColumn = new Map<object, Folding | undefined>()
  const foldingFor = (column: { readonly from: string; readonly agg: Aggregate }): Folding | undefined => {
    const known = byColumn.get(column) ?? foldings.get(`${column.from} ${column.agg}`)
    byColumn.set(column, known)
    return known
  }

  const all = [...foldings.values()]
  const lasting = all.filter(isLast)
  const scan = (begin: number, end: number, folded: readonly Folding[]): void => {
    // A line needs every reading.
    const totals = folded.every(({ agg }) => agg === 'sum' || agg === 'last' || agg === 'max' || agg === 'total')
    const names = [...new Set(folded.map((folding) => folding.from))]
    const asked = { probe: request.probe, instances: [instance], from: begin, to: end, columns: names, passing: true as const, ...(only && { objects: only }) }
    for (const block of history.scan({ ...asked, ...(totals && { totals }) })) take(block, folded)
  }
  try {
    if (before > 0) scan(from - before, from, lasting)
    scan(from, to, all)
  } finally {
    for (const object of objects) if (object < NEAR) slotOf[object] = 0
  }
  return {
    objects,
    covered,
    first: (slots) => slots.reduce((min, at) => (Number.isNaN(min) ? (first[at] ?? NaN) : Math.min(min, first[at] ?? min)), NaN),
    last: (slots) => slots.reduce((max, at) => (Number.isNaN(max) ? (last[at] ?? NaN) : Math.max(max, last[at] ?? max)), NaN),
    value: (column, slots) => foldingFor(column)?.of(slots) ?? NaN,
    each: (column) => foldingFor(column)?.one ?? (() => NaN),
  }
}

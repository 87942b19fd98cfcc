import type { ReadHistory, ScanBlock } from '../../store/store.ts'

/** Sums per object of a probe: entry s of every array belongs to the object of slot s. NaN is null: nothing was collected. */
export interface Sums {
  readonly slots: ReadonlyMap<number, number>
  readonly columns: ReadonlyMap<string, Float64Array>
  /** End of the first and last reading the object was in, ms. */
  readonly first: Float64Array
  readonly last: Float64Array
}

interface SumRequest {
  readonly probe: string
  readonly instances: readonly number[]
  readonly from: number
  readonly to: number
  readonly columns: readonly string[]
}

const grown = (array: Float64Array): Float64Array => {
  const longer = new Float64Array(array.length * 2).fill(NaN)
  longer.set(array)
  return longer
}

/** Adds `values` into `sums` by slot; null adds nothing, and only nulls stay null. The innermost loop of every "top" report. */
function add(sums: Float64Array, slots: Int32Array, values: ArrayLike<number>): void {
  for (let row = 0; row < slots.length; row++) {
    const value = values[row] ?? NaN
    if (Number.isNaN(value)) continue
    const slot = slots[row] ?? 0
    const sum = sums[slot] ?? NaN
    sums[slot] = Number.isNaN(sum) ? value : sum + value
  }
}

/** One pass over the readings; who the objects are is not looked at. */
export function sumByObject(history: ReadHistory, request: SumRequest): Sums {
  const slots = new Map<number, number>()
  const names = [...new Set(request.columns)]
  let columns: Float64Array[] = names.map(() => new Float64Array(1024).fill(NaN))
  let first: Float64Array = new Float64Array(1024).fill(NaN)
  let last: Float64Array = new Float64Array(1024).fill(NaN)

  const slotOf = (object: number, end: number): number => {
    const known = slots.get(object)
    if (known !== undefined) return known
    const slot = slots.size
    slots.set(object, slot)
    if (slot >= first.length) {
      columns = columns.map(grown)
      first = grown(first)
      last = grown(last)
    }
    first[slot] = end
    last[slot] = end
    return slot
  }

  const slotsOf = (block: ScanBlock, objects: ArrayLike<number>): Int32Array => {
    const found = new Int32Array(block.rows)
    for (let at = 0; at < block.readings; at++) {
      const end = block.end[at] ?? 0
      const after = block.first[at + 1] ?? 0
      for (let row = block.first[at] ?? 0; row < after; row++) {
        const begun = block.span?.first[row] ?? end
        const slot = slotOf(objects[row] ?? 0, begun)
        if (begun < (first[slot] ?? Infinity)) first[slot] = begun
        last[slot] = Math.max(last[slot] ?? end, block.span?.last[row] ?? end)
        found[row] = slot
      }
    }
    return found
  }

  for (const block of history.scan({ ...request, columns: names, totals: true })) {
    if (block.object === undefined) throw new Error(`${request.probe} has no objects to sum by`)
    const found = slotsOf(block, block.object)
    for (const [at, name] of names.entries()) {
      const values = block.numbers[name]
      const sums = columns[at]
      if (values !== undefined && sums !== undefined) add(sums, found, values)
    }
  }
  return { slots, columns: new Map(names.map((name, at) => [name, columns[at] ?? new Float64Array(0)])), first, last }
}

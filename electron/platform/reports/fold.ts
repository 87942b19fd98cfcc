import type { ReadHistory, ScanBlock } from '../../store/store.ts'
import type { NumericColumn } from './columns.ts'

/** Readings of one group that became one row: sums, averages, last values or maxima, per column. NaN is null. */
export interface Folded {
  readonly group: number
  /** End of the newest reading in it, ms. */
  end: number
  readonly values: Float64Array
  /** Readings that had a value, per column: what an average divides by. */
  readonly readings: Uint32Array
}

export interface FoldRequest {
  readonly probe: string
  readonly instances: readonly number[]
  readonly from: number
  readonly to: number
  readonly columns: readonly NumericColumn[]
  /** Rows of these objects only. */
  readonly objects?: ReadonlySet<number>
  /** The group of a row; undefined leaves it out. */
  readonly groupOf: (block: ScanBlock, row: number) => number | undefined
  /** Readings with the same number become one row. */
  readonly bucketOf: (end: number) => number
}

/** Rows of one reading and group first add up (all databases of an instance), then readings fold by the column's rule. */
function foldInto(folded: Folded, end: number, sums: Float64Array, columns: readonly NumericColumn[]): void {
  const newest = end >= folded.end
  for (const [at, { agg }] of columns.entries()) {
    const value = sums[at] ?? NaN
    const old = folded.values[at] ?? NaN
    if (Number.isNaN(value)) continue
    folded.readings[at] = (folded.readings[at] ?? 0) + 1
    if (Number.isNaN(old)) folded.values[at] = value
    else if (agg === 'max') folded.values[at] = Math.max(old, value)
    else if (agg === 'last') folded.values[at] = newest ? value : old
    else folded.values[at] = old + value
  }
  if (newest) folded.end = end
}

/** One pass over the readings of a probe: by group, then by bucket. */
export function foldReadings(history: ReadHistory, request: FoldRequest): ReadonlyMap<number, ReadonlyMap<number, Folded>> {
  const { columns, groupOf, bucketOf } = request
  const rows = new Map<number, Map<number, Folded>>()
  const foldedOf = (group: number, bucket: number): Folded => {
    const buckets = rows.get(group) ?? new Map<number, Folded>()
    if (buckets.size === 0) rows.set(group, buckets)
    const folded = buckets.get(bucket) ?? {
      group,
      end: -Infinity,
      values: new Float64Array(columns.length).fill(NaN),
      readings: new Uint32Array(columns.length),
    }
    buckets.set(bucket, folded)
    return folded
  }

  for (const block of history.scan({ ...request, columns: [...new Set(columns.map(({ from }) => from))] })) {
    const values = columns.map(({ from }) => block.numbers[from])
    for (let at = 0; at < block.readings; at++) {
      const end = block.end[at] ?? 0
      const sums = new Map<number, Float64Array>()
      for (let row = block.first[at] ?? 0; row < (block.first[at + 1] ?? 0); row++) {
        const group = groupOf(block, row)
        if (group === undefined) continue
        const sum = sums.get(group) ?? new Float64Array(columns.length).fill(NaN)
        sums.set(group, sum)
        for (const [c, column] of values.entries()) {
          const value = column?.[row] ?? NaN
          if (!Number.isNaN(value)) sum[c] = Number.isNaN(sum[c] ?? NaN) ? value : (sum[c] ?? 0) + value
        }
      }
      for (const [group, sum] of sums) foldInto(foldedOf(group, bucketOf(end)), end, sum, columns)
    }
  }
  return rows
}

/** The value of a folded column; NaN is null. */
export function valueOf(folded: Folded, at: number, column: NumericColumn): number {
  const value = folded.values[at] ?? NaN
  return column.agg === 'average' ? value / (folded.readings[at] ?? 0) : value
}

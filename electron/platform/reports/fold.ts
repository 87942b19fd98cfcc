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
  /** One number per object for the whole range is enough. */
  readonly totals?: true
  /** The group of a row; undefined leaves it out. */
  readonly groupOf: (block: ScanBlock, row: number) => number | undefined
  /** Readings with the same number become one row. */
  readonly bucketOf: (end: number) => number
}

/**
 * What the rows of one reading and group add up to (all databases of an instance). Of a span gauges are added up over its readings, of which there were as many
 * as the object has that was read most often.
 */
interface Reading {
  readonly sums: Float64Array
  readonly weights: Float64Array
}

/** Readings fold by the column's rule. */
function foldInto(folded: Folded, end: number, { sums, weights }: Reading, columns: readonly NumericColumn[]): void {
  const newest = end >= folded.end
  for (const [at, { agg }] of columns.entries()) {
    const value = sums[at] ?? NaN
    const old = folded.values[at] ?? NaN
    const weight = weights[at] ?? 0
    if (Number.isNaN(value)) continue
    folded.readings[at] = (folded.readings[at] ?? 0) + weight
    if (Number.isNaN(old)) folded.values[at] = value
    else if (agg === 'max') folded.values[at] = Math.max(old, value)
    else if (agg === 'last') folded.values[at] = newest ? value : old
    else folded.values[at] = old + value
  }
  if (newest) folded.end = end
}

/** The values of a column in a block, by how they are folded; and how often each was read, if it is a span. */
function valuesIn(
  { numbers, span }: ScanBlock,
  { from, agg }: NumericColumn,
): { readonly values: ArrayLike<number> | undefined; readonly counts: ArrayLike<number> | undefined } {
  const gauge = span?.gauges[from]
  if (gauge === undefined || agg === 'sum') return { values: numbers[from], counts: undefined }
  return { values: agg === 'max' ? gauge.max : agg === 'last' ? gauge.last : gauge.sum, counts: gauge.count }
}

type Cells = readonly ReturnType<typeof valuesIn>[]

/** The first row of a reading, in the place of what was there. */
function rowInto({ sums, weights }: Reading, cells: Cells, row: number): void {
  for (let c = 0; c < cells.length; c++) {
    const value = cells[c]?.values?.[row] ?? NaN
    sums[c] = value
    weights[c] = Number.isNaN(value) ? 0 : (cells[c]?.counts?.[row] ?? 1)
  }
}

function addRow({ sums, weights }: Reading, cells: Cells, row: number): void {
  for (let c = 0; c < cells.length; c++) {
    const value = cells[c]?.values?.[row] ?? NaN
    if (Number.isNaN(value)) continue
    sums[c] = Number.isNaN(sums[c] ?? NaN) ? value : (sums[c] ?? 0) + value
    weights[c] = Math.max(weights[c] ?? 0, cells[c]?.counts?.[row] ?? 1)
  }
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

  const one: Reading = { sums: new Float64Array(columns.length), weights: new Float64Array(columns.length) }
  for (const block of history.scan({ ...request, columns: [...new Set(columns.map(({ from }) => from))], passing: true })) {
    const cells = columns.map((column) => valuesIn(block, column))
    for (let at = 0; at < block.readings; at++) {
      const end = block.end[at] ?? 0
      const [top, behind] = [block.first[at] ?? 0, block.first[at + 1] ?? 0]
      // Of an instance as a whole every reading is one row, which is no sum of several.
      if (behind - top === 1) {
        const group = groupOf(block, top)
        if (group === undefined) continue
        rowInto(one, cells, top)
        foldInto(foldedOf(group, bucketOf(end)), end, one, columns)
        continue
      }
      const readings = new Map<number, Reading>()
      for (let row = top; row < behind; row++) {
        const group = groupOf(block, row)
        if (group === undefined) continue
        const reading = readings.get(group)
        if (reading !== undefined) addRow(reading, cells, row)
        else {
          const made = { sums: new Float64Array(columns.length), weights: new Float64Array(columns.length) }
          rowInto(made, cells, row)
          readings.set(group, made)
        }
      }
      for (const [group, reading] of readings) foldInto(foldedOf(group, bucketOf(end)), end, reading, columns)
    }
  }
  return rows
}

/** The value of a folded column; NaN is null. */
export function valueOf(folded: Folded, at: number, column: NumericColumn): number {
  const value = folded.values[at] ?? NaN
  return column.agg === 'average' ? value / (folded.readings[at] ?? 0) : value
}

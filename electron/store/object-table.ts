/**
 * The objects of one instance and probe, column by column: entry `at` of everything belongs to the object `id[at]`. Of hundreds of thousands of them a report
 * shows a few. Good until objects are asked for again.
 */
export interface ObjectTable {
  readonly count: number
  /** Ascending. */
  readonly id: Float64Array
  /** ms since the epoch */
  readonly firstSeen: Float64Array
  /** Where an object is; -1 where it is not. */
  readonly place: (id: number) => number
  /** What a key column or the latest label of it says; null also where there is no such column. */
  readonly value: (name: string, at: number) => string | null
  /** Number, below `size`, of each object's combination of values in some columns. */
  readonly combined: (names: readonly string[]) => { readonly of: Uint32Array; readonly size: number }
}

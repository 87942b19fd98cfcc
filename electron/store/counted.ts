import type { BlockFlag } from '../../shared/model/sample.ts'

/** Of rows, a value each: `values[codes[row]]`. */
type Labels = Readonly<Record<string, { readonly codes: ArrayLike<number>; readonly values: readonly (string | null)[] }>>

/** What counted samples are known by: one by one, by minute, or, where samples are no longer kept, by hour or day. */
export type Resolution = 'sample' | 'minute' | 'hour' | 'day'

export interface CountRequest {
  /** A probe of samples. */
  readonly probe: string
  readonly instances: readonly number[]
  /** ms since the epoch; a span belongs to the range that contains the end of its last reading, whole */
  readonly from: number
  readonly to: number
  /** Labels wanted. */
  readonly by: readonly string[]
  /**
   * What comes of the samples that are kept: each, or those of whole minutes counted where that is possible, which is exact as long as nobody asks for less
   * than a minute, or nothing.
   */
  readonly samples: 'each' | 'by minute' | 'none'
  /** Blocks are to have `readings` and, where they were counted, `moments`. */
  readonly moments?: true
}

/** How many rows of some labels there were at once, reading by reading. */
export interface Moments {
  readonly begin: Float64Array
  readonly end: Float64Array
  readonly flags: readonly (readonly BlockFlag[])[]
  /** Row r of reading i lies at first[i] <= r < first[i + 1]. */
  readonly first: Uint32Array
  readonly samples: ArrayLike<number>
  readonly labels: Labels
}

/** Samples counted: each row stands for `samples` of them with the same labels, which may be none. */
export interface CountBlock {
  readonly instance: number
  readonly resolution: Resolution
  /** A sample's reading; or the readings of a minute, hour or day that carry the same flags. */
  readonly spans: number
  /** `end` is that of the span's last reading, and end - begin the ms that its readings stand for. */
  readonly begin: Float64Array
  readonly end: Float64Array
  readonly flags: readonly (readonly BlockFlag[])[]
  /** spans + 1 entries: row r of span i lies at first[i] <= r < first[i + 1]. */
  readonly first: Uint32Array
  readonly rows: number
  readonly samples: ArrayLike<number>
  readonly labels: Labels
  /** By row: ms that its samples stand for. */
  readonly weight: () => ArrayLike<number>
  /** By span: of how many readings it is made. */
  readonly readings?: ArrayLike<number>
  /** By some labels only: every reading of the minutes; of hours and days those among which the highest is, whatever is asked for. Not there for samples. */
  readonly moments?: Moments
}

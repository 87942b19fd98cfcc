/** What each database did in all, read right behind its statements; cumulative. */
export interface Totals {
  /** When statements were forgotten: another value, and there may be some of which nothing is known. null: none have been. */
  readonly forgotten: string | null
  readonly databases: Readonly<Record<string, DatabaseTotal>>
  /** By database what its statements told before the database did, to be settled with what it tells next. */
  readonly owed: Readonly<Record<string, Amounts>>
}

interface DatabaseTotal {
  readonly name: string
  readonly amounts: Amounts
}

/** Blocks found and read, and ms of activity (null before version 14), in this order. */
export type Amounts = readonly [hit: number, read: number, time: number | null]

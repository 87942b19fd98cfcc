import type { Random } from './random.ts'

/** Least and most, both possible; milliseconds where it is a time. */
export type Range = readonly [number, number]
export type Login = 'shop_app' | 'billing_app' | 'analyst' | 'batch'
export type Value = string | number

export type Step =
  /** `about` is the number drawn once for the whole transaction. */
  | { readonly sql: string; readonly values?: (r: Random, about: number) => readonly Value[] }
  /** Work outside the database: inside a transaction the session is idle in it. */
  | { readonly pause: Range }
  /** `copy … from stdin` fed in portions with a pause after each: the server waits for its client. */
  | { readonly copy: string; readonly portions: Range; readonly rows: number; readonly pause: Range; readonly line: (r: Random) => string }

export interface Transaction {
  readonly doc: string
  /** How often it is chosen, against the others of its crew. */
  readonly weight: number
  /** The statement that opens the transaction; without it every step is on its own. */
  readonly begin?: string
  /** What the transaction is about: drawn once, so that its statements speak of the same row. */
  readonly about?: Range
  readonly steps: readonly Step[]
}

/** Sessions of one application. */
export interface Crew {
  readonly application: string
  readonly database: 'shop' | 'billing' | 'analytics'
  readonly user: Login
  readonly sessions: number
  /** Between two transactions, at ordinary times. */
  readonly think: Range
  /** `day`: more at busy times. `steady`: always the same. `night`: only during the batch window. */
  readonly rhythm: 'day' | 'steady' | 'night'
  readonly transactions: readonly Transaction[]
}

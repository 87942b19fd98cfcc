/** How the core is doing, as window and tray need to know it. */
export type Life =
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly url: string; readonly fingerprint: string }
  /** It ended by itself and is started again in `retryMs`. */
  | { readonly state: 'restarting'; readonly retryMs: number }
  /** It cannot start as it was asked to. */
  | { readonly state: 'failed'; readonly cause: string }
  | { readonly state: 'stopped' }

const FIRST_MS = 1000
const LONGEST_MS = 60_000
/** One that ran this long was well: its end is the first of a new row. */
const WELL_MS = 300_000

/** How long to wait before the next start, and the number of ends in a row with this one. */
export function backOff(endsBefore: number, ranMs: number): { readonly ends: number; readonly waitMs: number } {
  const ends = ranMs >= WELL_MS ? 1 : endsBefore + 1
  return { ends, waitMs: Math.min(LONGEST_MS, FIRST_MS * 2 ** (ends - 1)) }
}

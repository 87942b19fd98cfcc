import { fail } from '../../kernel/problem.ts'

/** Rows an answer may have. */
export const MOST_ROWS = 2_000_000

/** Ends with a range that fits, when the answer would be too long. */
export function checkRows(rows: number, { from, to }: { readonly from: number; readonly to: number }): void {
  if (rows <= MOST_ROWS) return
  const seconds = Math.floor(((to - from) / 1000) * (MOST_ROWS / rows) * 0.9)
  const fits = seconds >= 7200 ? `${Math.floor(seconds / 3600)} hours` : `${Math.max(1, Math.floor(seconds / 60))} minutes`
  fail('range.rows', { rows: MOST_ROWS, fits })
}

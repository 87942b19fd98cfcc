/** The day around the range, and what a press on it chooses. Pure. */
import type { Span } from '../../app/scope.ts'

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
/** ms a bar of the day stands for */
export const QUARTER = 15 * MINUTE

/** The last 24 h; around a range that does not lie in them, the 24 h about its middle. Null for a range that is longer than a day. */
export function dayAround(range: Span, now: number): Span | null {
  if (range.to - range.from > DAY) return null
  const end = Math.ceil(now / QUARTER) * QUARTER
  if (range.from >= end - DAY) return { from: end - DAY, to: end }
  const middle = Math.floor((range.from + range.to) / 2 / QUARTER) * QUARTER
  return { from: middle - DAY / 2, to: middle + DAY / 2 }
}

/** From where the pointer went down to where it came up, ms: a stretch of whole bars; a mere press moves the range there and keeps its length. */
export function chosenOf(down: number, up: number, range: Span, now: number): Span {
  const edge = (ms: number) => Math.min(ms, Math.max(now, range.to))
  const [first, last] = [Math.floor(Math.min(down, up) / QUARTER) * QUARTER, (Math.floor(Math.max(down, up) / QUARTER) + 1) * QUARTER]
  if (last - first > QUARTER) return { from: first, to: edge(last) }
  const length = range.to - range.from
  const to = edge(Math.round(down + length / 2))
  return { from: to - length, to }
}

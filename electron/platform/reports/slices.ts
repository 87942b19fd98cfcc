import type { Scope } from './rows.ts'

/** A part of a range: from <= end < to, ms. */
export interface Slice {
  readonly from: number
  readonly to: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rows that may be in memory at once, about. */
const ROWS = 50_000

/** Nothing was stored of the instances before or after these, ms. */
function bounds({ from, to }: Slice, { instances }: Scope): Slice {
  const began = [...instances.values()].reduce((first, { firstSeen }) => Math.min(first, firstSeen), Infinity)
  // A reading's end may lie a little behind what the instance was last seen at.
  const ended = [...instances.values()].reduce((last, { lastSeen }) => Math.max(last, lastSeen), -Infinity) + DAY
  return { from: Math.max(from, began - DAY), to: Math.min(to, ended) }
}

/**
 * The range in parts of such a length that each has a bearable number of rows: longer after one with few, shorter after one with many. `took` is asked
 * after each part how many rows it had. Parts begin at whole multiples of `step` ms, but for the first.
 */
export function* slicesOf(range: Slice, scope: Scope, step: number, took: () => number): Generator<Slice> {
  const { from, to } = bounds(range, scope)
  const shortest = Math.max(step, 60_000)
  let length = Math.max(HOUR, step)
  for (let begin = from; begin < to;) {
    const end = Math.min(to, Math.floor((begin + length) / step) * step)
    yield { from: begin, to: end }
    begin = end
    const rows = took()
    if (rows > ROWS) length = Math.max(shortest, Math.floor(length / 2))
    else if (rows < ROWS / 8) length = Math.min(Math.max(DAY, step), length * 2)
  }
}

/** What a rule has measured over time, ready to be drawn. Pure. */

const MINUTE = 60_000

export interface Measured {
  /** End of each measured span, ms. */
  readonly time: readonly number[]
  readonly value: readonly number[]
}

/** Minutes that a point stands for: what most of them are apart, at least the rule's own pace. */
export function paceOf(time: readonly number[], each: number): number {
  const apart = time
    .slice(1)
    .map((end, i) => Math.round((end - (time[i] ?? end)) / MINUTE))
    .sort((a, b) => a - b)
  return Math.max(each, apart[Math.floor((apart.length - 1) / 2)] ?? each)
}

/** Begin and value of each span on its whole minutes, so that neighbours touch; where none was measured stays a gap. */
export function stepsOf({ time, value }: Measured, pace: number): readonly (readonly [begin: number, value: number | null])[] {
  const length = pace * MINUTE
  return time.map((end, i) => [Math.round(end / length) * length - length, value[i] ?? null] as const)
}

export interface Weighted {
  readonly value: number
  readonly weight: number
}

/** The smallest value at or below which at least `share` (0..1) of the weight lies; null without any weight. */
export function percentile(values: readonly Weighted[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const needed = share * sorted.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { value, weight } of sorted) {
    sum += weight
    // A share of an exact number of calls must not miss it for the noise of a multiplication.
    if (sum >= needed * (1 - 1e-12)) return value
  }
  return null
}

/**
 * For each share (0..1) the smallest value at or below which at least that much of the weight lies; null without any weight. Entry i of the weights, which are
 * above 0, belongs to value i.
 */
export function percentiles(values: Float64Array, weights: Float64Array, shares: readonly number[]): ReadonlyMap<number, number | null> {
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  let total = 0
  for (const at of order) total += weights[at] ?? 0
  return new Map(shares.map((share) => [share, smallest(values, weights, order, share * total)]))
}

function smallest(values: Float64Array, weights: Float64Array, order: Uint32Array, needed: number): number | null {
  let sum = 0
  for (const at of order) {
    sum += weights[at] ?? 0
    // A share of an exact number of calls must not miss it for the noise of a multiplication.
    if (sum >= needed * (1 - 1e-12)) return values[at] ?? null
  }
  return null
}

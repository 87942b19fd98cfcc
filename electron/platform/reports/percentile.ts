/**
 * For each share (0..1) the smallest value at or below which at least that much of the weight lies; null without any weight. Entry i of the weights, which are
 * above 0, belongs to value i.
 */
export function percentiles(values: Float64Array, weights: Float64Array, shares: readonly number[]): ReadonlyMap<number, number | null> {
  // Numbers alone are sorted several times faster than places by a function; where each of them went is found in what is sorted.
  const sorted = values.toSorted()
  const weightAt = new Float64Array(sorted.length)
  for (let at = 0; at < values.length; at++) {
    const place = firstOf(sorted, values[at] ?? 0)
    weightAt[place] = (weightAt[place] ?? 0) + (weights[at] ?? 0)
  }
  const total = weightAt.reduce((sum, weight) => sum + weight, 0)
  return new Map(shares.map((share) => [share, smallest(sorted, weightAt, share * total)]))
}

/** Where the first of the equal values lies. */
function firstOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function smallest(sorted: Float64Array, weights: Float64Array, needed: number): number | null {
  let sum = 0
  for (let at = 0; at < sorted.length; at++) {
    sum += weights[at] ?? 0
    // A share of an exact number of calls must not miss it for the noise of a multiplication.
    if (sum >= needed * (1 - 1e-12)) return sorted[at] ?? null
  }
  return null
}

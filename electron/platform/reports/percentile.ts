/**
 * For each share (0..1) the smallest value at or below which at least that much of the weight lies; null without any weight. Entry i of the weights, which are
 * above 0, belongs to value i. Both are put into another order: of thousands of values few have to be in theirs, and sorting all takes several times as long.
 */
export function percentiles(values: Float64Array, weights: Float64Array, shares: readonly number[]): ReadonlyMap<number, number | null> {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const found = new Map<number, number | null>(shares.map((share) => [share, null]))
  // What lies before `low` is smaller than all the rest, and weighs `below`.
  let [low, below] = [0, 0]
  for (const share of shares.toSorted((a, b) => a - b)) {
    // A share of an exact number of calls must not miss it for the noise of a multiplication.
    const needed = share * total * (1 - 1e-12)
    let high = values.length - 1
    while (low < high) {
      const last = part(values, weights, low, high)
      const weight = weightOf(weights, low, last)
      if (below + weight >= needed) high = last
      else {
        below += weight
        low = last + 1
      }
    }
    found.set(share, values[low] ?? null)
  }
  return found
}

function weightOf(weights: Float64Array, low: number, high: number): number {
  let sum = 0
  for (let at = low; at <= high; at++) sum += weights[at] ?? 0
  return sum
}

/** Puts what is at most as large as some value of the middle before the rest; where the last of it is, always before `high`. */
function part(values: Float64Array, weights: Float64Array, low: number, high: number): number {
  const pivot = pivotOf(values, low, high)
  let [left, right] = [low - 1, high + 1]
  for (;;) {
    do left++
    while ((values[left] ?? 0) < pivot)
    do right--
    while ((values[right] ?? 0) > pivot)
    if (left >= right) return right
    swap(values, left, right)
    swap(weights, left, right)
  }
}

/** The middle one of three, of three such threes where there are many: no order that happens by itself makes that the largest again and again. */
function pivotOf(values: Float64Array, low: number, high: number): number {
  const step = Math.floor((high - low) / 9)
  // Not the last: what is put before the rest would be everything.
  const three = (first: number): number => middle(values[first] ?? 0, values[first + step] ?? 0, values[first + 2 * step] ?? 0)
  return middle(three(low), three(low + 3 * step), three(low + 6 * step))
}

const middle = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))

function swap(list: Float64Array, a: number, b: number): void {
  const value = list[a] ?? 0
  list[a] = list[b] ?? 0
  list[b] = value
}

import { expect, test } from 'vitest'
import { percentiles } from '../../../electron/platform/reports/percentile.ts'
import { random } from '../store/random.ts'

/** By the definition: everything in order, added up. */
function naive(values: Float64Array, weights: Float64Array, share: number): number | null {
  const ordered = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const needed = share * weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  for (const at of ordered) if ((sum += weights[at] ?? 0) >= needed) return values[at] ?? null
  return null
}

test('a share of the weight is found as if all values were in order, whatever their order and however many are equal', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const { whole, chance } = random(seed)
    const count = 1 + whole(seed % 3 === 0 ? 5 : 300)
    const [few, many] = [1 + whole(4), 1_000_000]
    const values = Float64Array.from({ length: count }, () => whole(chance(0.5) ? few : many) / 16)
    if (chance(0.3)) values.sort()
    if (chance(0.2)) values.set(Float64Array.from(values.keys(), (at) => Math.min(at, count - at)))
    const weights = Float64Array.from({ length: count }, () => 1 + whole(chance(0.1) ? 100_000 : 9))
    // Shares whose weight is exact, so that neither way of adding up rounds.
    const shares = [0.96875, 0.5, 0.9375, 1, 0.25, 0.5]
    const expected = new Map(shares.map((share) => [share, naive(values, weights, share)]))
    expect(percentiles(values.slice(), weights.slice(), shares)).toEqual(expected)
  }
})

test('no order in which values may come makes it compare all with all', () => {
  let asked = 0
  const counted = (values: Float64Array): Float64Array =>
    new Proxy(values, {
      get: (target, name) => {
        asked++
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  const count = 2000
  const rising = Float64Array.from({ length: count }, (_, at) => at)
  for (const values of [
    rising,
    rising.toReversed(),
    rising.map((at) => Math.min(at, count - at)),
    rising.map((at) => Math.max(at, count - at)),
    rising.map(() => 1),
    rising.map((at) => at % 2),
  ]) {
    asked = 0
    percentiles(counted(values.slice()), new Float64Array(count).fill(1), [0.5, 0.9, 0.99])
    expect(asked).toBeLessThan(count * 40)
  }
})

test('without any weight there is no share of it', () => {
  expect(percentiles(new Float64Array(0), new Float64Array(0), [0.9])).toEqual(new Map([[0.9, null]]))
})

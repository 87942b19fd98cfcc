import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../electron/demo/random.ts'
import { intensity } from '../../../electron/demo/rhythm.ts'
import { choose, crews } from '../../../electron/demo/workload.ts'

describe('the load as data', () => {
  it('has several databases, users and applications, so that every dimension has something to show', () => {
    for (const dimension of ['database', 'user', 'application'] as const) expect(new Set(crews.map((crew) => crew[dimension])).size).toBeGreaterThanOrEqual(3)
  })

  it('takes its values from the seed: the same seed, the same statements', () => {
    const statementsOf = (seed: number): unknown[] => {
      const random = createRandom(seed)
      const steps = crews.flatMap((crew) => Array.from({ length: 20 }, () => choose(crew.transactions, random)?.steps ?? []).flat())
      return steps.map((step) => ('sql' in step ? [step.sql, step.values?.(random, 1)] : step))
    }
    expect(statementsOf(7)).toEqual(statementsOf(7))
    expect(statementsOf(7)).not.toEqual(statementsOf(8))
  })

  it('gives every statement as many values as it has parameters', () => {
    const random = createRandom(1)
    for (const step of crews.flatMap((crew) => crew.transactions).flatMap((transaction) => transaction.steps)) {
      if (!('sql' in step)) continue
      const parameters = new Set(step.sql.match(/\$\d+(?!\d)/g) ?? []).size
      expect(step.values?.(random, 1).length ?? 0, step.sql).toBe(parameters)
    }
  })

  it('chooses by weight', () => {
    const random = createRandom(3)
    const [often, seldom] = [
      { doc: 'often', weight: 9, steps: [] },
      { doc: 'seldom', weight: 1, steps: [] },
    ]
    const chosen = Array.from({ length: 2000 }, () => choose([often, seldom], random))
    const share = chosen.filter((one) => one === often).length / chosen.length
    expect(share).toBeGreaterThan(0.87)
    expect(share).toBeLessThan(0.93)
  })

  it('has rush hours by day and a batch window within the first two minutes', () => {
    const seconds = Array.from({ length: 600 }, (_, second) => second)
    const day = seconds.map((second) => intensity('day', second))
    expect(Math.max(...day)).toBeGreaterThan(2 * Math.min(...day))
    const night = seconds.filter((second) => intensity('night', second) > 0)
    expect(night[0]).toBeLessThan(120)
    expect(night.length).toBeLessThan(seconds.length / 3)
  })
})

describe('the random numbers', () => {
  it('stay inside their bounds and reach both', () => {
    const random = createRandom(11)
    const drawn = Array.from({ length: 500 }, () => random.int(3, 6))
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5, 6]))
  })
})

import { describe, expect, it } from 'vitest'
import type { Difference } from '../../../shared/model/compare.ts'
import { reasonOf, shownOf, stepsOf, TERMS, unitOf, writeChange, writeRelative } from '../../../renderer/features/compare/split.ts'
import { caveatsOf, readAgainst, referenceOf, writeAgainst } from '../../../renderer/features/compare/windows.ts'

const HOUR = 3_600_000

/** A difference from its terms, with a whole number of thousandths so that it is exact. */
function difference(before: number, terms: Partial<Difference>): Difference {
  const { more_calls = 0, slower = 0, appeared = 0, gone = 0, rest = 0 } = terms
  const change = more_calls + slower + appeared + gone + rest
  return { before, after: before + change, change, more_calls, slower, appeared, gone, rest }
}

const plus = (all: readonly Difference[]): Difference =>
  all.reduce((a, b) => ({
    before: a.before + b.before,
    after: a.after + b.after,
    change: a.change + b.change,
    more_calls: a.more_calls + b.more_calls,
    slower: a.slower + b.slower,
    appeared: a.appeared + b.appeared,
    gone: a.gone + b.gone,
    rest: a.rest + b.rest,
  }))

function replyOf(differences: readonly Difference[], others: Difference) {
  const rows = differences.map((load, i) => ({
    load,
    time: load,
    query_md5_id: `m${String(i)}`,
    queryid: null,
    label: `select ${String(i)}`,
    calls_before: 1,
    calls_after: 1,
    mean_before: 1,
    mean_after: 1,
  }))
  const total = plus([...differences, others])
  const window = { from: 0, to: HOUR, covered: 1 }
  return { before: window, after: window, total: { load: total, time: total }, rows, others: { load: others, time: others, count: 3 } }
}

describe('what is printed of a comparison', () => {
  // Every third of a thousandth, so that nothing falls on a digit.
  const rows = Array.from({ length: 20 }, (_, i) =>
    difference((i + 1) / 30, { more_calls: (i - 9) / 70, slower: (7 - i) / 90, appeared: i % 5 === 0 ? 1 / 7 : 0 }),
  )
  const shown = shownOf(replyOf(rows, difference(1 / 3, { gone: -1 / 11, rest: 1 / 13 })), 'load')
  const scale = 10 ** shown.unit.decimals
  const whole = (value: number) => Math.round(value * scale)

  it('adds up along each row, to the printed digit', () => {
    for (const one of [shown.total, shown.others, ...shown.rows.map((row) => row.shown)])
      expect(whole(one.before) + TERMS.reduce((sum, { id }) => sum + whole(one[id]), 0)).toBe(whole(one.after))
  })

  it('adds up down each column, to the printed digit', () => {
    for (const field of ['before', 'after', 'change', ...TERMS.map(({ id }) => id)] as const)
      expect(shown.rows.reduce((sum, row) => sum + whole(row.shown[field]), whole(shown.others[field]))).toBe(whole(shown.total[field]))
  })

  it('begins each step where the last one ended, and never falls below zero', () => {
    const steps = stepsOf(difference(2, { gone: -1.5, more_calls: -0.25, slower: 3, appeared: 0.5, rest: -1 }))
    expect(steps.map(({ id }) => id)).toEqual(['before', 'gone', 'more_calls', 'slower', 'appeared', 'rest', 'after'])
    let at = 2
    for (const step of steps.slice(1, -1)) {
      expect(step.value < 0 ? step.high : step.low).toBeCloseTo(at, 12)
      at += step.value
      expect(step.low).toBeGreaterThanOrEqual(0)
    }
    expect(steps.at(-1)?.high).toBeCloseTo(at, 12)
    expect(steps.find(({ id }) => id === 'more_calls')?.name).toBe('Fewer calls')
  })

  it('names the term that moved it most, and none when nothing did', () => {
    expect(reasonOf(difference(1, { more_calls: 0.2, slower: -0.5 }))).toBe('faster per call')
    expect(reasonOf(difference(0, { appeared: 0.5 }))).toBe('new')
    expect(reasonOf(difference(1, {}))).toBeNull()
  })

  it('has one unit for the whole page, by the larger window', () => {
    expect(unitOf('load', difference(0.2, {}))).toMatchObject({ name: 'AAS', decimals: 3 })
    expect(unitOf('time', difference(0, { appeared: 2 * HOUR }))).toMatchObject({ name: 'min', per: 60_000 })
  })

  it('signs a change, and turns from percent to a factor at ten times', () => {
    expect([writeChange(0.5, 2), writeChange(-0.5, 2), writeChange(0, 2)]).toEqual(['+0.50', '−0.50', '0'])
    expect(writeRelative(difference(1, { slower: -0.25 }))).toBe('−25.0\u00a0%')
    expect(writeRelative(difference(1, { slower: 11 }))).toBe('×12')
    expect(writeRelative(difference(0, { appeared: 1 }))).toBe('')
  })
})

describe('the earlier window', () => {
  const after = { from: 10 * 24 * HOUR, to: 10 * 24 * HOUR + HOUR }

  it('ends where the later one begins, or lies a day or a week before it', () => {
    expect(referenceOf('before', after, 'utc')).toEqual({ from: after.from - HOUR, to: after.from })
    expect(referenceOf('day', after, 'utc')).toEqual({ from: 9 * 24 * HOUR, to: 9 * 24 * HOUR + HOUR })
    expect(referenceOf('week', after, 'utc')).toEqual({ from: 3 * 24 * HOUR, to: 3 * 24 * HOUR + HOUR })
  })

  it('is read from the address as it was written; what cannot be read is the time just before', () => {
    for (const against of ['before', 'day', 'week', { from: 5, to: 9 }] as const) expect(readAgainst(writeAgainst(against))).toEqual(against)
    for (const text of [null, '', 'year', '9-5', '5-', '1-2-3']) expect(readAgainst(text)).toBe('before')
  })

  it('is warned of when it is read less, longer, or overlaps', () => {
    const window = { ...after, covered: 1 }
    const earlier = { from: after.from - HOUR, to: after.from, covered: 1 }
    expect(caveatsOf(earlier, window)).toEqual([])
    expect(caveatsOf({ ...earlier, covered: 0.5 }, window)).toHaveLength(1)
    expect(caveatsOf({ ...earlier, from: earlier.from - HOUR }, window)).toHaveLength(1)
    expect(caveatsOf({ ...window, from: window.from - 1 }, window)).toHaveLength(1)
  })
})

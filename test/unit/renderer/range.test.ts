import { describe, expect, it } from 'vitest'
import { chooseBucket, parseRange, rangeName, resolveRange, spanText } from '../../../renderer/app/range.ts'

const now = Date.UTC(2026, 2, 19, 14, 32, 5)
const at = (day: number, h: number, m = 0, s = 0) => Date.UTC(2026, 2, day, h, m, s)
const read = (text: string) => parseRange(text, now, 'utc')

describe('a range in words', () => {
  it.each([
    ['2h', 7_200_000],
    ['90m', 5_400_000],
    ['now-30m', 1_800_000],
    ['last 2 hours', 7_200_000],
    [' 7D ', 604_800_000],
  ])('%s moves with the time', (text, span) => {
    expect(read(text)).toEqual({ kind: 'last', span })
  })
  it.each([
    ['14:00-14:30', at(19, 14), at(19, 14, 30)],
    ['14:00 to 14:30:15', at(19, 14), at(19, 14, 30, 15)],
    ['yesterday 14:00 to 15:00', at(18, 14), at(18, 15)],
    ['2026-03-01 08:00..09:15', at(1, 8), at(1, 9, 15)],
    ['2026-03-01 08:00 to 2026-03-02', at(1, 8), at(2, 0)],
    ['2026-03-01T08:00:00Z/2026-03-01T09:15:00Z', at(1, 8), at(1, 9, 15)],
    ['2026-03-01T08:00:00.000Z/2026-03-01T09:15:00.000Z', at(1, 8), at(1, 9, 15)],
    [`${String(at(1, 8) / 1000)}..${String(at(1, 9))}`, at(1, 8), at(1, 9)],
    ['now-2h to now-1h', now - 7_200_000, now - 3_600_000],
    ['today', at(19, 0), now],
    ['yesterday', at(18, 0), at(19, 0)],
    ['this hour', at(19, 14), now],
  ])('%s is fixed', (text, from, to) => {
    expect(read(text)).toEqual({ kind: 'between', from, to })
  })
  it.each(['', 'soon', '15:00-14:00', '25:00-26:00', '14:61-15:00', '2h 3x', '2026-13-45..now..x', '0s', '9999d'])('“%s” is none', (text) => {
    expect(read(text)).toBeNull()
  })
  it('is read in the zone it is shown in', () => {
    const local = parseRange('2026-03-01 08:00..09:00', now, 'local')
    expect(local).toEqual({ kind: 'between', from: new Date(2026, 2, 1, 8).getTime(), to: new Date(2026, 2, 1, 9).getTime() })
  })
})

describe('a bar', () => {
  it.each([
    [300_000, 1000, 10, 15],
    [3_600_000, 1100, 10, 30],
    [3_600_000, 1100, 1, 30],
    [300_000, 1000, 1, 5],
    [86_400_000, 1100, 10, 900],
    [30 * 86_400_000, 1100, 10, 21_600],
    [400 * 86_400_000, 200, 10, 86_400],
  ])('for %d ms over %d px sampled every %d s stands for %d s: never finer than the sampling, never thinner than 5 px', (span, px, sampling, bucket) => {
    expect(chooseBucket(span, px, sampling)).toBe(bucket)
  })
})

describe('a resolved range', () => {
  it('lies on whole bars and keeps its length', () => {
    const { from, to } = resolveRange({ kind: 'last', span: 3_600_000 }, now, 30)
    expect([from % 30_000, to % 30_000, to - from]).toEqual([0, 0, 3_600_000])
    expect(to).toBeGreaterThanOrEqual(now)
  })
  it('does not move while the time stays within one bar', () => {
    expect(resolveRange({ kind: 'last', span: 900_000 }, now, 60)).toEqual(resolveRange({ kind: 'last', span: 900_000 }, now + 20_000, 60))
  })
  it('that is fixed covers what was asked for', () => {
    expect(resolveRange({ kind: 'between', from: 61_000, to: 119_000 }, now, 60)).toEqual({ from: 60_000, to: 120_000 })
  })
})

it('a span is written in its largest whole unit', () => {
  expect([300_000, 3_600_000, 86_400_000, 604_800_000, 5_400_000].map(spanText)).toEqual(['5m', '1h', '24h', '7d', '90m'])
  expect(rangeName({ kind: 'last', span: 7_200_000 })).toBe('Last 2 h')
})

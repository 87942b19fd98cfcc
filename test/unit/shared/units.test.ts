import { describe, expect, it } from 'vitest'
import {
  apportion,
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatInstant,
  formatLoad,
  formatMeasure,
  formatPercent,
  formatRate,
  formatSpan,
  formatUtc,
  loadDecimals,
  zoneName,
} from '../../../shared/units.ts'

/** No-break spaces are written as plain ones here. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const HOUR = 3_600_000

describe('a load', () => {
  it.each([
    [0, '0'],
    [0.42, '0.42'],
    [9.994, '9.99'],
    [9.996, '10.0'],
    [12.41, '12.4'],
    [99.94, '99.9'],
    [99.96, '100'],
    [140.2, '140'],
  ])('%d is written %s: two decimals below 10, one below 100, none above', (value, text) => {
    expect(formatLoad(value)).toBe(text)
  })
  it('that was not collected is a question mark, never 0', () => {
    for (const write of [formatLoad, formatMeasure, formatCount, formatBytes, formatRate, formatDuration, formatPercent]) expect(write(null)).toBe('?')
  })
})

describe('a count', () => {
  it.each([
    [0, '0'],
    [9214, '9 214'],
    [9999, '9 999'],
    [12_400, '12.4 k'],
    [999_600, '1 M'],
    [1_930_000, '1.93 M'],
    [1.5, '1.5'],
  ])('%d is written %s: exact to 9 999, then three digits', (value, text) => {
    expect(plain(formatCount(value))).toBe(text)
  })
})

describe('a measure', () => {
  it.each([
    [0.0829, '0.0829'],
    [23.46, '23.5'],
    [1200.4, '1 200'],
    [41_400, '41.4 k'],
  ])('of %d is written %s: three significant digits, no unit', (value, text) => {
    expect(plain(formatMeasure(value))).toBe(text)
  })
})

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [812 * 1024 ** 3, '812 GiB'],
    [1.3 * 1024 ** 4, '1.3 TiB'],
    [1023.9 * 1024, '1 MiB'],
  ])('%d are written %s, in powers of 1024', (value, text) => {
    expect(plain(formatBytes(value))).toBe(text)
  })
})

describe('a rate', () => {
  it.each([
    [210, '210/s'],
    [0.1, '0.1/s'],
    [0.0533, '3.2/min'],
    [0.001, '3.6/h'],
    [0, '0'],
  ])('%d per second is written %s, with the unit that keeps it readable', (value, text) => {
    expect(formatRate(value)).toBe(text)
  })
})

describe('a duration', () => {
  it.each([
    [0, '0'],
    [0.0005, '500 ns'],
    [0.2, '200 µs'],
    [29.51, '29.5 ms'],
    [999.6, '1 s'],
    [1240, '1.24 s'],
    [59_960, '1 m'],
    [372_000, '6 m 12 s'],
    [2_460_000, '41 m'],
    [HOUR * 4.25, '4 h 15 m'],
    [HOUR * 23.999, '1 d'],
    [HOUR * (41 * 24 + 3), '41 d 3 h'],
    [-1500, '−1.5 s'],
  ])('of %d ms is written %s', (ms, text) => {
    expect(plain(formatDuration(ms))).toBe(text)
  })
})

describe('a share', () => {
  it.each([
    [0, '0'],
    [0.57, '57.0 %'],
    [0.0004, '< 0.1 %'],
    [0.9995, '99.95 %'],
    [0.9999, '99.99 %'],
    [1, '100.0 %'],
  ])('of %d is written %s', (share, text) => {
    expect(plain(formatPercent(share))).toBe(text)
  })
})

describe('apportioned parts', () => {
  it('add up to the rounded sum, to the last printed digit', () => {
    const parts = [1 / 3, 1 / 3, 1 / 3]
    expect(apportion(parts, 2)).toEqual([0.34, 0.33, 0.33])
  })
  it('are each less than one unit of the last digit away from the exact value', () => {
    const parts = [6.204, 2.104, 2.771, 1.333, 0.004]
    const rounded = apportion(parts, 2)
    expect(rounded.reduce((a, b) => a + b, 0)).toBeCloseTo(Math.round(parts.reduce((a, b) => a + b, 0) * 100) / 100, 9)
    rounded.forEach((part, i) => {
      expect(Math.abs(part - (parts[i] ?? 0))).toBeLessThan(0.01)
    })
  })
  it('of nothing are nothing', () => {
    expect(apportion([], 2)).toEqual([])
    expect(apportion([0, 0], 1)).toEqual([0, 0])
  })
  it('use the decimals of their total', () => {
    expect([0.5, 12, 300].map(loadDecimals)).toEqual([2, 1, 0])
  })
})

describe('times', () => {
  const at = Date.UTC(2026, 2, 19, 14, 11, 8)
  it('show the clock with seconds, and the day only when it is not today', () => {
    expect(formatClock(at, 'utc')).toBe('14:11:08')
    expect(formatInstant(at, at + HOUR, 'utc')).toBe('14:11:08')
    expect(formatInstant(at, at + 24 * HOUR, 'utc')).toBe('19 Mar 14:11:08')
    expect(formatInstant(at, at + 400 * 24 * HOUR, 'utc')).toBe('19 Mar 2026 14:11:08')
  })
  it('name both days of a span that crosses midnight', () => {
    expect(formatSpan(at, at + HOUR, at, 'utc')).toBe('14:11:08–15:11:08')
    expect(formatSpan(at, at + 12 * HOUR, at + 12 * HOUR, 'utc')).toBe('19 Mar 14:11:08–02:11:08')
  })
  it('travel to the reports in UTC with seconds', () => {
    expect(formatUtc(at)).toBe('2026-03-19 14:11:08')
  })
  it('of the past are told in one unit', () => {
    expect([4000, 360_000, 3 * HOUR, 60 * HOUR].map((ms) => plain(formatAge(ms)))).toEqual(['4 s', '6 min', '3 h', '2 d'])
  })
  it('say their zone', () => {
    expect(zoneName(at, 'utc')).toBe('UTC')
  })
})

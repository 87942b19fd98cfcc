import { describe, expect, test } from 'vitest'
import { parseWall, utc, zoneOf } from '../../../electron/kernel/zone.ts'

test.each([
  ['2026-03-10', Date.UTC(2026, 2, 10)],
  ['2026-03-10 14:05', Date.UTC(2026, 2, 10, 14, 5)],
  ['2026-03-10 14:05:59', Date.UTC(2026, 2, 10, 14, 5, 59)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('%s is a time', (text, at) => expect(parseWall(text)).toBe(at))

test.each([
  '',
  '2026',
  '2026-3-1',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-03-10 24:00',
  '2026-03-10 12:60',
  '2026-03-10 12:00:60',
  '2026-03-10T12:00',
  '2026-03-10 12:00:00Z',
  '2026-03-10 12',
  ' 2026-03-10',
  '2026-03-10 ',
  '0000-01-01',
  '2026-03-10 12:00:00.5',
])('"%s" is none', (text) => expect(parseWall(text)).toBeUndefined())

describe('Europe/Paris', () => {
  const paris = zoneOf('Europe/Paris')
  const at = (text: string) => utc.iso(paris.instantOf(parseWall(text)!))

  test('a wall time is that of the zone, in winter and in summer', () => {
    expect([at('2026-01-15 12:00'), at('2026-07-15 12:00')]).toEqual(['2026-01-15T11:00:00Z', '2026-07-15T10:00:00Z'])
  })
  test('the hour that spring leaves out lies after the change', () => {
    expect([at('2026-03-29 01:59'), at('2026-03-29 02:00'), at('2026-03-29 02:30'), at('2026-03-29 03:00')]).toEqual([
      '2026-03-29T00:59:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-29T01:00:00Z',
    ])
  })
  test('the hour that autumn has twice is the first', () => {
    expect([at('2026-10-25 01:59'), at('2026-10-25 02:30'), at('2026-10-25 03:00')]).toEqual([
      '2026-10-24T23:59:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T02:00:00Z',
    ])
  })
  test('an instant shows the offset it has', () => {
    expect(paris.iso(Date.UTC(2026, 9, 25, 0, 30))).toBe('2026-10-25T02:30:00+02:00')
    expect(paris.iso(Date.UTC(2026, 9, 25, 1, 30))).toBe('2026-10-25T02:30:00+01:00')
    expect(paris.plain(Date.UTC(2026, 9, 25, 1, 30, 0, 999))).toBe('2026-10-25 02:30:00')
  })
})

test('zones west of Greenwich and with half hours keep their sign', () => {
  expect(zoneOf('America/St_Johns').iso(Date.UTC(2026, 0, 1, 12))).toBe('2026-01-01T08:30:00-03:30')
  expect(zoneOf('Asia/Kathmandu').iso(Date.UTC(2026, 0, 1, 12))).toBe('2026-01-01T17:45:00+05:45')
  expect(zoneOf('UTC').iso(Date.UTC(2026, 0, 1, 12))).toBe('2026-01-01T12:00:00+00:00')
})

test('times before 1970 and of years with more than four digits are written whole, in whatever order they are asked for', () => {
  const at = ['1969-12-31T23:59:59Z', '2026-03-10T11:58:07Z', '1900-01-01T00:00:00Z'].map((text) => [text, Date.parse(text)] as const)
  for (const [text, ms] of [...at, ...at.toReversed()]) expect([utc.iso(ms), utc.iso(ms + 999)]).toEqual([text, text])
  expect(utc.iso(Date.UTC(10_000, 0, 1, 1, 12, 34))).toBe('+010000-01-01T01:12:34Z')
})

import { expect, test } from 'vitest'
import { paceOf, stepsOf } from '../../../renderer/ui/measure.ts'
import { endOf } from '../../../renderer/ui/until.ts'

const NOON = Date.UTC(2026, 2, 19, 12)

test('a silence lasts as long as was said; a time that is over or cannot be read is none', () => {
  expect(endOf('4 hours', '', NOON, 'utc')).toBe(NOON + 4 * 3_600_000)
  expect(endOf('Until tomorrow 08:00', '', NOON, 'utc')).toBe(Date.UTC(2026, 2, 20, 8))
  expect(endOf('Until a time', '18:00', NOON, 'utc')).toBe(Date.UTC(2026, 2, 19, 18))
  expect(endOf('Until a time', '2026-03-21 07:30', NOON, 'utc')).toBe(Date.UTC(2026, 2, 21, 7, 30))
  expect(endOf('Until it is ended', '', NOON, 'utc')).toBeNull()
  for (const typed of ['11:00', 'soon', '', '2020-01-01']) expect([typed, endOf('Until a time', typed, NOON, 'utc')]).toEqual([typed, undefined])
})

test('neighbouring measurements touch although their ends jitter, and a missing one stays a gap', () => {
  const time = [NOON + 60_100, NOON + 119_900, NOON + 240_050]
  expect(paceOf(time, 1)).toBe(1)
  expect(paceOf([NOON], 5)).toBe(5)
  expect(stepsOf({ time, value: [1, 2, 3] }, 1)).toEqual([
    [NOON, 1],
    [NOON + 60_000, 2],
    [NOON + 180_000, 3],
  ])
})

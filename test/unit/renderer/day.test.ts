import { describe, expect, it } from 'vitest'
import { chosenOf, DAY, dayAround, QUARTER } from '../../../renderer/features/activity/day.ts'

const HOUR = 4 * QUARTER
const NOW = 100 * DAY + 10 * HOUR + 7

describe('the day around the range', () => {
  it('is the last 24 h, up to the quarter that runs', () => {
    expect(dayAround({ from: NOW - HOUR, to: NOW }, NOW)).toEqual({ from: 100 * DAY + 10 * HOUR + QUARTER - DAY, to: 100 * DAY + 10 * HOUR + QUARTER })
  })

  it('lies about an older range, and is none for a longer one', () => {
    const old = { from: 50 * DAY, to: 50 * DAY + 2 * HOUR }
    expect(dayAround(old, NOW)).toEqual({ from: 50 * DAY + HOUR - DAY / 2, to: 50 * DAY + HOUR + DAY / 2 })
    expect(dayAround({ from: NOW - 2 * DAY, to: NOW }, NOW)).toBeNull()
  })

  it('gives whole bars for a drag, in either direction, and nothing that is still to come', () => {
    const range = { from: NOW - HOUR, to: NOW }
    const wanted = { from: 99 * DAY, to: 99 * DAY + 3 * QUARTER }
    expect(chosenOf(99 * DAY + 5, 99 * DAY + 2 * QUARTER + 5, range, NOW)).toEqual(wanted)
    expect(chosenOf(99 * DAY + 2 * QUARTER + 5, 99 * DAY + 5, range, NOW)).toEqual(wanted)
    expect(chosenOf(NOW - HOUR, NOW, range, NOW).to).toBe(NOW)
  })

  it('moves the range to a press and keeps its length, also at the present', () => {
    const range = { from: NOW - HOUR, to: NOW }
    expect(chosenOf(99 * DAY, 99 * DAY, range, NOW)).toEqual({ from: 99 * DAY - HOUR / 2, to: 99 * DAY + HOUR / 2 })
    expect(chosenOf(NOW, NOW, range, NOW)).toEqual(range)
  })
})

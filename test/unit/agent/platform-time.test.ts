import { describe, expect, test } from 'vitest'
import { createPlatformTime } from '../../../electron/agent/platform-time.ts'
import { pauseAfter } from '../../../electron/agent/upload.ts'
import { holdClock } from './held-clock.ts'

describe('the time of readings', () => {
  test("is the platform's, half a round trip back", async () => {
    const clock = holdClock()
    const time = createPlatformTime(clock)
    const sent = clock.mono()
    await clock.advance(400)
    time.learn(sent, clock.mono(), clock.now() - 200 + 5000)
    expect(time.now()).toBe(clock.now() + 5000)
    expect(time.offset()).toBe(5000)
  })

  test('does not tremble with the length of round trips', async () => {
    const clock = holdClock()
    const time = createPlatformTime(clock)
    const before = time.now()
    for (const off of [-90, 80, -50]) time.learn(clock.mono(), clock.mono(), clock.now() + off)
    expect(time.now()).toBe(before)
    const sent = clock.mono()
    await clock.advance(2000)
    time.learn(sent, clock.mono(), clock.now() - 1000 + 900)
    expect(time.offset()).toBe(0)
  })

  test("does not follow when this host's clock is set back, but knows when the host has slept", () => {
    const clock = holdClock()
    const time = createPlatformTime(clock)
    const before = clock.now()
    clock.set(before - 3_600_000)
    expect(time.now()).toBe(before)
    clock.set(before + 3_600_000)
    expect(time.now()).toBe(before + 3_600_000)
  })
})

test('pauses double up to a minute, at random between the half and the whole', () => {
  expect([1, 2, 3, 7, 50].map((failures) => pauseAfter(failures, () => 1))).toEqual([1000, 2000, 4000, 60_000, 60_000])
  expect(pauseAfter(3, () => 0)).toBe(2000)
})

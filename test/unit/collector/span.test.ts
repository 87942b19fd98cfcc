import { expect, it } from 'vitest'
import { spanOf, type Instant } from '../../../electron/collector/span.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const then: Instant = { wall: 1_000_000, mono: 500, server: 2_000_000 }
const later = (wall: number, mono: number, server: number): Instant => ({ wall: then.wall + wall, mono: then.mono + mono, server: then.server + server })

it.each([
  ['nobody set a clock: as the readings are stamped, so that blocks join', later(MINUTE + 40, MINUTE, MINUTE), false, MINUTE + 40],
  ['ours was set forwards', later(MINUTE + HOUR, MINUTE, MINUTE), false, MINUTE],
  ['ours was set backwards', later(MINUTE - HOUR, MINUTE, MINUTE), false, MINUTE],
  ['ours and the server on the same machine were set forwards', later(MINUTE + HOUR, MINUTE, MINUTE + HOUR), true, MINUTE],
  ['the server alone was set', later(MINUTE, MINUTE, MINUTE - HOUR), false, MINUTE],
  ['we slept for an hour and the server elsewhere did not', later(MINUTE + HOUR, MINUTE, MINUTE + HOUR), false, MINUTE + HOUR],
  ['both were set backwards', later(MINUTE - HOUR, MINUTE, MINUTE - HOUR), false, MINUTE],
  ['nothing passed and ours was set backwards', later(-HOUR, 0, 0), false, 1],
] as const)('%s', (_, now, here, span) => {
  expect(spanOf(then, now, here)).toBe(span)
})

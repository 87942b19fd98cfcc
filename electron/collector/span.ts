/** When a reading was taken, by the three clocks there are, ms. */
export interface Instant {
  /** since the epoch, as readings are stamped: it is set now and then */
  readonly wall: number
  /** our monotonic clock: never set, but it stands still while the computer sleeps */
  readonly mono: number
  /** the server's wall clock, roughly */
  readonly server: number
}

/** By so much the clocks may differ without that somebody set one, ms. */
const TOLERANCE = 1_000

/**
 * How long it really was from one instant to a later one, ms, above zero, although a clock was set in between. Where ours was set, the monotonic
 * clock knows; where we slept, a server elsewhere did not, and its clock bears the wall clock out. Pure.
 */
export function spanOf(before: Instant, now: Instant, here: boolean): number {
  const [wall, mono, server] = [now.wall - before.wall, now.mono - before.mono, now.server - before.server]
  if (Math.abs(wall - mono) <= TOLERANCE && wall > 0) return wall
  const slept = !here && wall > mono && Math.abs(server - wall) < Math.abs(server - mono)
  return Math.max(1, slept ? wall : mono)
}

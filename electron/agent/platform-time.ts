import type { Clock } from '../kernel/clock.ts'

/** Smaller differences than this are within what a handshake can tell, and left alone (ms). */
const TOLERANCE = 100
/** The monotonic clock stands still while a computer sleeps; a wall clock ahead by more than this means that it slept (ms). */
const SLEPT = 60_000

/** The time of readings: our monotonic clock, set by the platform's at each exchange. */
export interface PlatformTime {
  /** ms since the epoch */
  readonly now: () => number
  /** How far the platform's clock is ahead of this host's, ms. */
  readonly offset: () => number
  /** A reply that carried the platform's time, between two instants of our monotonic clock. */
  learn(sent: number, received: number, time: number): void
}

export function createPlatformTime(clock: Clock): PlatformTime {
  let base = clock.now() - clock.mono()
  let ahead = 0
  const now = (): number => {
    const slept = clock.now() + ahead - (base + clock.mono())
    if (slept > SLEPT) base += slept
    return base + clock.mono()
  }
  return {
    now: () => Math.round(now()),
    offset: () => Math.round(ahead),
    learn: (sent, received, time) => {
      const half = (received - sent) / 2
      const off = time - (now() - half)
      if (Math.abs(off) <= Math.max(TOLERANCE, half)) return
      base += off
      ahead = base + clock.mono() - clock.now()
    },
  }
}

import type { Clock } from '../kernel/clock.ts'

/** Attempts with a wrong password that one minute allows. */
const ALLOWED = 10
const WINDOW_MS = 60_000
/** Beyond so many (address, user) pairs the oldest is forgotten: memory is bounded, whatever is tried. */
const PAIRS = 10_000

export interface Throttle {
  /** Counts an attempt before it is judged, so that parallel ones count too. Returns the seconds to wait when there were too many, else 0. */
  begin(address: string, user: string): number
  /** The attempt succeeded: it does not count. */
  succeeded(address: string, user: string): void
}

/** Wrong passwords per (address, user) in a sliding minute. */
export function createThrottle(clock: Clock): Throttle {
  const attempts = new Map<string, number[]>()
  const keyOf = (address: string, user: string): string => `${address}\n${user.toLowerCase()}`
  return {
    begin: (address, user) => {
      const key = keyOf(address, user)
      const now = clock.mono()
      const recent = (attempts.get(key) ?? []).filter((at) => at > now - WINDOW_MS)
      const [oldest] = recent
      if (recent.length >= ALLOWED && oldest !== undefined) return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000))
      attempts.delete(key)
      attempts.set(key, [...recent, now])
      for (const first of attempts.keys()) {
        if (attempts.size <= PAIRS) break
        attempts.delete(first)
      }
      return 0
    },
    succeeded: (address, user) => {
      attempts.get(keyOf(address, user))?.pop()
    },
  }
}

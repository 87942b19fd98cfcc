import type { Clock } from '../kernel/clock.ts'

/** What is done seldom, by name. */
export interface Turns {
  /** Whether it is time, by the cadence in seconds; the turn is taken at once. */
  take(name: string, seconds: number): boolean
  /** Returns what makes everything of that name as it is now: a turn that came to nothing is given back. */
  remember(name: string): () => void
  /** Everything is due. */
  clear(): void
}

/** A round may begin a little early, ms: what is due with it must not wait for the next. */
const EARLY = 1_000

/** By the monotonic clock; every cadence is stretched by `stretch`. */
export function createTurns(clock: Pick<Clock, 'mono'>, stretch: () => number): Turns {
  const last = new Map<string, number>()
  return {
    take: (name, seconds) => {
      const before = last.get(name)
      if (before !== undefined && clock.mono() - before < seconds * 1000 * stretch() - EARLY) return false
      last.set(name, clock.mono())
      return true
    },
    remember: (name) => {
      const before = last.get(name)
      return () => {
        if (before === undefined) last.delete(name)
        else last.set(name, before)
      }
    },
    clear: () => {
      last.clear()
    },
  }
}

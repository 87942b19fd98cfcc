import type { Clock } from '../../../electron/kernel/clock.ts'

/** A clock that stands still until it is moved; sleepers wake in the order of their times. */
export interface HeldClock extends Clock {
  /** Moves on and lets everything that was waiting for it run, real input and output included. */
  advance(ms: number): Promise<void>
  set(now: number): void
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export function holdClock(start = Date.UTC(2026, 0, 15, 10, 0, 0)): HeldClock {
  let passed = 0
  let wall = start
  let sleepers: readonly Sleeper[] = []
  return {
    now: () => wall + passed,
    mono: () => passed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve()
          return
        }
        const sleeper: Sleeper = {
          at: passed + ms,
          wake: () => {
            sleepers = sleepers.filter((one) => one !== sleeper)
            resolve()
          },
        }
        sleepers = [...sleepers, sleeper]
        signal?.addEventListener('abort', sleeper.wake, { once: true })
      }),
    advance: async (ms) => {
      const end = passed + ms
      for (;;) {
        const next = sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        passed = Math.max(passed, next.at)
        next.wake()
        await settle()
      }
      passed = end
      await settle()
    },
    set: (now) => {
      wall = now - passed
    },
  }
}

/** Lets promises and some real input and output get done. */
export const settle = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

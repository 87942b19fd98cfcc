import type { Clock } from '../../electron/kernel/clock.ts'

/** A clock that stands still until it is told to go on. */
export interface HeldClock extends Clock {
  /** Lets the time pass and wakes who slept until then, in order. */
  advance(ms: number): void
  /** Somebody sets the wall clock, forwards or backwards; no time passes. */
  set(by: number): void
  /** How many sleep now. A watch does between its rounds, and not within one. */
  sleeping(): number
}

/** With `goesOn` time passes by itself as well, so that it is known how long something took; who sleeps is woken by `advance` alone. */
export function holdClock(start = Date.UTC(2026, 0, 15, 12), goesOn = false): HeldClock {
  let passed = start
  const began = performance.now()
  const now = (): number => passed + (goesOn ? performance.now() - began : 0)
  let setBy = 0
  let sleepers: { readonly until: number; readonly wake: () => void }[] = []
  return {
    now: () => Math.round(now()) + setBy,
    mono: () => now() - start,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = { until: now() + ms, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper)
          resolve()
        })
      }),
    set: (by) => {
      setBy += by
    },
    sleeping: () => sleepers.length,
    advance: (ms) => {
      passed += ms
      const due = sleepers.filter(({ until }) => until <= now()).sort((a, b) => a.until - b.until)
      sleepers = sleepers.filter(({ until }) => until > now())
      for (const { wake } of due) wake()
    },
  }
}

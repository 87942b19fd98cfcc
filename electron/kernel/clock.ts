/** Time, and everything that happens repeatedly. The only place that reads the system's clocks, so that tests can hold them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never go backwards, from an arbitrary start. */
  mono(): number
  /** Resolves after `ms`, or at once when the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    }),
}

/**
 * Runs `job` every `ms` until the signal is aborted; a run that takes longer delays the next, runs never overlap.
 * The job's failure goes to `failed` and ends nothing: a background loop never dies.
 */
export async function every(clock: Clock, ms: number, signal: AbortSignal, job: () => unknown, failed: (error: unknown) => void): Promise<void> {
  let next = clock.mono() + ms
  for (;;) {
    await clock.sleep(Math.max(0, next - clock.mono()), signal)
    if (signal.aborted) return
    try {
      await job()
    } catch (error) {
      failed(error)
    }
    next = Math.max(next + ms, clock.mono())
  }
}

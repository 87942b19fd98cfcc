import { every, type Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/problem.ts'
import type { WriteHistory } from './store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Between two steps, so that readings are stored and requests answered in the meantime. */
const PAUSE_MS = 20

export interface Retention {
  readonly history: Pick<WriteHistory, 'expire'>
  readonly clock: Clock
  readonly log: Log
  /** Ends it. */
  readonly signal: AbortSignal
  /** Samples and minutes are kept so long. Default 14. */
  readonly days?: number
}

/** Forgets what is older than it is to be kept, once an hour, until the signal. */
export function retain({ history, clock, log, signal, days = 14 }: Retention): Promise<void> {
  const sweep = async (): Promise<void> => {
    const before = clock.now() - days * DAY_MS
    while (!signal.aborted && history.expire(before)) await clock.sleep(PAUSE_MS, signal)
  }
  return every(clock, HOUR_MS, signal, sweep, (error) => {
    log.error({ why: wordsOf(error) }, 'old readings could not be deleted; tried again in an hour')
  })
}

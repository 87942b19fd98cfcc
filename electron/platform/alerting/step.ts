import type { AlertState } from '../../../shared/model/alert.ts'
import type { Effective } from './thresholds.ts'

/** Where a rule stands for one instance. Minutes are those that were measured; the ones without a measure neither count nor interrupt. */
export interface Standing {
  readonly state: AlertState
  /** Minutes in a row at or above the critical threshold, and at or above the lower one. */
  readonly high: number
  readonly some: number
  /** Minutes in a row below the critical threshold, and below both. */
  readonly lower: number
  readonly calm: number
  /** End of the span measured last, ms since the epoch. */
  readonly last: number
}

export const CALM: Standing = { state: 'OK', high: 0, some: 0, lower: 0, calm: 0, last: 0 }

/** Nothing needs to be remembered of it. */
export const isCalm = ({ state, some }: Standing): boolean => state === 'OK' && some === 0

/** After a pause this long what was counted before it says nothing about now, ms. A state stays. */
const PAUSE = 10 * 60_000

export function levelOf(value: number, { form, warning, critical }: Pick<Effective, 'form' | 'warning' | 'critical'>): AlertState {
  const reaches = (threshold: number | null): boolean => threshold !== null && (form.falling === true ? value <= threshold : value >= threshold)
  return reaches(critical) ? 'CRITICAL' : reaches(warning) ? 'WARNING' : 'OK'
}

/** The lowest threshold that counts. */
export const thresholdOf = (level: AlertState, { warning, critical }: Pick<Effective, 'warning' | 'critical'>): number | null =>
  level === 'CRITICAL' ? critical : (warning ?? critical)

/** One measured span of `minutes` that ended at `end`. A state is entered when it has lasted, and left when it has been over for as long. Pure. */
export function step(before: Standing, value: number, rule: Effective, minutes: number, end: number): Standing {
  const paused = end - before.last > Math.max(PAUSE, 3 * minutes * 60_000)
  const { high, some, lower, calm } = paused ? CALM : before
  const level = levelOf(value, rule)
  const next = {
    high: level === 'CRITICAL' ? high + minutes : 0,
    some: level === 'OK' ? 0 : some + minutes,
    lower: level === 'CRITICAL' ? 0 : lower + minutes,
    calm: level === 'OK' ? calm + minutes : 0,
  }
  return { ...next, state: stateAfter(before.state, next, rule), last: end }
}

function stateAfter(before: AlertState, { high, some, lower, calm }: Omit<Standing, 'state' | 'last'>, { form, occurrences }: Effective): AlertState {
  const over = form.over ?? occurrences
  if (high >= occurrences) return 'CRITICAL'
  if (before === 'CRITICAL' && lower < over) return 'CRITICAL'
  if (some >= occurrences) return 'WARNING'
  if (before !== 'OK' && calm < over) return 'WARNING'
  return 'OK'
}

import type { Session } from './target.ts'

/** Whether watching costs the server more than it may, and by how much readings are therefore spread. */
export interface Budget {
  /** What some statements over the session took until the last answer was there, ms. Not called for one that failed by itself. */
  spend(session: Pick<Session, 'worked'>, ms: number, now: number, statements?: number): void
  /** By how much every cadence is stretched: 1, 2, 4 or 8. */
  stretch(now: number): number
  /** What watching costs the server at present, ms a minute; null until a minute was watched. */
  perMinute(now: number): number | null
}

const MINUTE = 60_000
const WINDOW = 10 * MINUTE
/** Parts of one core: above the first everything is stretched, below the second it is relaxed again. */
const [MOST, LITTLE] = [0.01, 0.002]
const LARGEST = 8

/**
 * Where the server's process can be seen its CPU counts, with all that it did since it was seen last: on a busy machine an answer may come late without having
 * cost much. From elsewhere the time until an answer is there is all that can be measured; the shortest of the window is taken for the way there and back, and is
 * not counted for any statement. `now` by the monotonic clock.
 */
export function createBudget(): Budget {
  let spent: { readonly at: number; readonly ms: number; readonly ways: number }[] = []
  const seen = new WeakMap<object, number>()
  let factor = 1
  let judgedAt: number | undefined
  let began: number | undefined

  /** ms of the window, without the way. */
  const sum = (now: number): number => {
    spent = spent.filter(({ at }) => at > now - WINDOW)
    const way = spent.reduce((least, { ms, ways }) => (ways === 0 ? least : Math.min(least, ms / ways)), Infinity)
    return spent.reduce((total, { ms, ways }) => total + (ways === 0 ? ms : ms - ways * way), 0)
  }

  return {
    spend: (session, ms, now, statements = 1) => {
      began ??= now
      const worked = session.worked()
      spent.push(worked === undefined ? { at: now, ms, ways: Math.max(1, statements) } : { at: now, ms: worked - (seen.get(session) ?? 0), ways: 0 })
      if (worked !== undefined) seen.set(session, worked)
    },
    perMinute: (now) => (began === undefined || now - began < MINUTE ? null : (sum(now) / Math.min(WINDOW, now - began)) * MINUTE),
    stretch: (now) => {
      judgedAt ??= now
      if (now - judgedAt < WINDOW) return factor
      judgedAt = now
      const share = sum(now) / WINDOW
      if (share > MOST) factor = Math.min(LARGEST, factor * 2)
      else if (share < LITTLE) factor = Math.max(1, factor / 2)
      return factor
    },
  }
}

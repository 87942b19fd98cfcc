/**
 * The difference between two windows in whole numbers: time in µs, load in billionths of a session. after - before is the sum of the five terms, always,
 * because the last of them is what the others leave.
 */
interface Terms {
  readonly before: number
  readonly after: number
  readonly moreCalls: number
  readonly slower: number
  readonly appeared: number
  readonly gone: number
  readonly rest: number
}

export interface Whole {
  readonly time: Terms
  readonly load: Terms
}

/** Time in µs. */
export interface Used {
  readonly calls: number
  readonly time: number
}

const ZERO: Terms = { before: 0, after: 0, moreCalls: 0, slower: 0, appeared: 0, gone: 0, rest: 0 }

export const nothing: Whole = { time: ZERO, load: ZERO }

const add = (a: Terms, b: Terms, sign: 1 | -1): Terms => ({
  before: a.before + sign * b.before,
  after: a.after + sign * b.after,
  moreCalls: a.moreCalls + sign * b.moreCalls,
  slower: a.slower + sign * b.slower,
  appeared: a.appeared + sign * b.appeared,
  gone: a.gone + sign * b.gone,
  rest: a.rest + sign * b.rest,
})

export const plus = (a: Whole, b: Whole, sign: 1 | -1 = 1): Whole => ({ time: add(a.time, b.time, sign), load: add(a.load, b.load, sign) })

const SESSIONS = 1e9
const US = 1000

/** Load of so much time (µs) in so much time that was read (ms). */
const loadOf = (time: number, covered: number): number => (covered > 0 ? Math.round((time / US / covered) * SESSIONS) : 0)

/** `expected`: what `after` would be had each call taken as long as before. */
const changed = (before: number, after: number, expected: number): Terms => ({ ...ZERO, before, after, moreCalls: expected - before, slower: after - expected })

/** A statement on one instance; what was read of it in the two windows, ms. */
export function splitStatement(was: Used | undefined, is: Used | undefined, coveredBefore: number, coveredAfter: number): Whole {
  const [time, load] = [
    { before: was?.time ?? 0, after: is?.time ?? 0 },
    { before: loadOf(was?.time ?? 0, coveredBefore), after: loadOf(is?.time ?? 0, coveredAfter) },
  ]
  if (was === undefined) return { time: { ...ZERO, ...time, appeared: time.after }, load: { ...ZERO, ...load, appeared: load.after } }
  if (is === undefined) return { time: { ...ZERO, ...time, gone: -time.before }, load: { ...ZERO, ...load, gone: -load.before } }
  const asBefore = (is.calls * was.time) / was.calls
  return {
    time: changed(time.before, time.after, Math.round(asBefore)),
    load: changed(load.before, load.after, loadOf(asBefore, coveredAfter)),
  }
}

/** What is no statement cannot be split. */
export function splitRest(was: Used | undefined, is: Used | undefined, coveredBefore: number, coveredAfter: number): Whole {
  const of = (before: number, after: number): Terms => ({ ...ZERO, before, after, rest: after - before })
  const [before, after] = [was?.time ?? 0, is?.time ?? 0]
  return { time: of(before, after), load: of(loadOf(before, coveredBefore), loadOf(after, coveredAfter)) }
}

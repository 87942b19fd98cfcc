import { resolveRange } from '../../app/range.ts'
import type { Span } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { platform } from '../../data/api.ts'
import { useNow } from '../../data/use-now.ts'
import { usePoll } from '../../data/use-poll.ts'
import { readAgainst, referenceOf, type Against } from './windows.ts'

/** Statements are read once a minute: a window that moves, or did until it was paused, ends with a minute. */
const MINUTE = 60_000
export const LIMITS = [20, 50, 100, 200] as const

/** The two windows in the address: the later one is the window, else the range. */
export function useWindows(): { readonly against: Against; readonly before: Span; readonly after: Span } {
  const { scope, own } = useScope()
  const zone = useView((s) => s.zone)
  const time = useNow(5000)
  const against = readAgainst(own('against'))
  const after = scope.window ?? resolveRange(scope.range, Math.floor((scope.pausedAt ?? time) / MINUTE) * MINUTE, 1)
  return { against, after, before: referenceOf(against, after, zone) }
}

export function useCompare(before: Span, after: Span) {
  const { filters, own } = useScope()
  const limit = LIMITS.find((n) => String(n) === own('n')) ?? 20
  const poll = usePoll(
    ['compare', before, after, filters, limit],
    (signal) => platform.activityCompare({ body: { before: { ...before }, after: { ...after }, filters, limit } }, signal),
    { every: null },
  )
  return { ...poll, limit }
}

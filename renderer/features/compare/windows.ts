/** Which earlier window the range is compared with; kept in the address as `before`, `day`, `week` or `<from>-<to>` in ms. Pure. */
import type { Zone } from '../../../shared/units.ts'
import type { Span } from '../../app/scope.ts'

export const REFERENCES = [
  { id: 'before', name: 'The time just before' },
  { id: 'day', name: 'Same time yesterday' },
  { id: 'week', name: 'Same time a week ago' },
] as const
type Named = (typeof REFERENCES)[number]['id']
export type Against = Named | Span

/** What cannot be read is the time just before. */
export function readAgainst(text: string | null): Against {
  const named = REFERENCES.find(({ id }) => id === text)
  if (named !== undefined) return named.id
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? []
  return from !== undefined && to !== undefined && Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : 'before'
}

export const writeAgainst = (against: Against): string => (typeof against === 'string' ? against : `${String(against.from)}-${String(against.to)}`)

/** The same clock so many days earlier, also across a change of the clock. */
function daysBefore(ms: number, days: number, zone: Zone): number {
  const date = new Date(ms)
  return zone === 'utc' ? date.setUTCDate(date.getUTCDate() - days) : date.setDate(date.getDate() - days)
}

/** The earlier window for a later one. */
export function referenceOf(against: Against, after: Span, zone: Zone): Span {
  if (typeof against !== 'string') return against
  if (against === 'before') return { from: 2 * after.from - after.to, to: after.from }
  const days = against === 'day' ? 1 : 7
  return { from: daysBefore(after.from, days, zone), to: daysBefore(after.to, days, zone) }
}

/** What makes two windows hard to compare, in words; none when they are alike. */
export function caveatsOf(before: Span & { readonly covered: number }, after: Span & { readonly covered: number }): readonly string[] {
  const [long, other] = [after.to - after.from, before.to - before.from]
  const caveats: string[] = []
  if (Math.abs(long - other) > 0.1 * Math.max(long, other))
    caveats.push('The windows differ in length by more than 10 %: load takes that into account, time does not.')
  if (Math.abs(after.covered - before.covered) > 0.1)
    caveats.push('One window was read much less than the other: load is of the time that was read, and what ran in the rest is not seen.')
  if (before.from < after.to && after.from < before.to) caveats.push('The windows overlap: what ran in both is counted in both.')
  return caveats
}

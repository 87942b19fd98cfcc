/** Tag filters in words. */
import type { TagFilter } from '../../shared/model/report.ts'

/**
 * How the filters of a list stand to each other. `alternatives`: several values of one tag are alternatives, different tags combine with
 * AND (reports, rules, silences). `all`: an instance must carry every one of them (an element of a role).
 */
export type Joining = 'alternatives' | 'all'

/** `env=prod` → its tag and value; null when it names no tag. A value may contain further `=`. */
export function readFilter(text: string): TagFilter | null {
  const at = text.indexOf('=')
  const tag = text.slice(0, at).trim()
  return at < 1 || tag === '' ? null : { tag, value: text.slice(at + 1).trim() }
}

export const sameFilter = (a: TagFilter, b: TagFilter): boolean => a.tag === b.tag && a.value === b.value

/** Those of one tag beside each other, so that what is an alternative is read as one. */
export const grouped = (filters: readonly TagFilter[]): readonly TagFilter[] => [...Map.groupBy(filters, ({ tag }) => tag).values()].flat()

/** The word before the i-th filter of a grouped list; '' before the first. */
export function joint(filters: readonly TagFilter[], i: number, joining: Joining): '' | 'and' | 'or' {
  if (i === 0) return ''
  return joining === 'alternatives' && filters[i]?.tag === filters[i - 1]?.tag ? 'or' : 'and'
}

/** `env = prod or env = test and team = pay`; without any filter what that means. */
export function filterWords(filters: readonly TagFilter[], joining: Joining, none = 'all instances'): string {
  const list = joining === 'alternatives' ? grouped(filters) : filters
  return list.length === 0 ? none : list.map(({ tag, value }, i) => `${joint(list, i, joining)} ${tag} = ${value}`.trim()).join(' ')
}

/** What a role shows, in words and as it is edited. */
import type { RoleAccess } from '../../../shared/model/access.ts'
import type { TagFilter } from '../../../shared/model/report.ts'
import type { platform } from '../../data/api.ts'
import { filterWords } from '../../ui/tag-filter.ts'

export type Role = Awaited<ReturnType<typeof platform.listRoleEntries>>[number]

/** One group: an instance must carry all of it. The groups are alternatives. */
export type Group = readonly TagFilter[]

export const groupsOf = ({ access }: { readonly access: Role['access'] }): readonly Group[] => access.map(({ filters }) => filters)

/** As it is sent. A group without a filter would be every instance, so it is left out until it has one. */
export const accessOf = (groups: readonly Group[]): RoleAccess =>
  groups.filter((group) => group.length > 0).map((group) => ({ filters: group.map((one) => ({ ...one })) }))

/** `(env = prod and team = pay) or pg_instance = dwh@db7`. */
export function accessWords(groups: readonly Group[]): string {
  const full = groups.filter((group) => group.length > 0)
  if (full.length === 0) return 'no instance'
  return full.map((group) => (full.length > 1 && group.length > 1 ? `(${filterWords(group, 'all')})` : filterWords(group, 'all'))).join(' or ')
}

export interface Difference {
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

/** What a change would show more and less. */
export const differenceOf = (before: readonly string[], after: readonly string[]): Difference => ({
  gained: after.filter((one) => !before.includes(one)),
  lost: before.filter((one) => !after.includes(one)),
})

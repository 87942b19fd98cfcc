/** The tags that the instances in sight carry, so that a filter can be chosen instead of remembered. */
import { useMemo } from 'react'
import type { KnownTag } from '../../shared/model/access.ts'
import { useOverview, type Instance } from './use-overview.ts'

/** What an instance carries by name: its own tags, and those every instance has. */
export const tagsOf = (instance: Instance): Readonly<Record<string, string | null>> => ({
  ...instance.tags,
  pg_instance: instance.label,
  server: instance.server,
  pg_version: instance.pg_version,
  type: instance.type,
})

/** Each tag once, with its values in order; people's own tags come before the built-in ones. */
export function knownTags(instances: readonly Instance[]): readonly KnownTag[] {
  const found = new Map<string, Set<string>>()
  for (const instance of instances)
    for (const [tag, value] of Object.entries(tagsOf(instance))) if (value !== null) found.set(tag, (found.get(tag) ?? new Set()).add(value))
  const own = new Set(instances.flatMap(({ tags }) => Object.keys(tags)))
  return [...found]
    .map(([tag, values]) => ({ tag, values: [...values].sort((a, b) => a.localeCompare(b)) }))
    .sort((a, b) => Number(own.has(b.tag)) - Number(own.has(a.tag)) || a.tag.localeCompare(b.tag))
}

export function useKnownTags(): readonly KnownTag[] {
  const { data } = useOverview()
  return useMemo(() => knownTags(data?.instances ?? []), [data])
}

import { BUILT_IN_TAGS } from '../../../shared/model/server.ts'
import type { TagFilter } from '../../../shared/model/report.ts'
import type { Instance, ReadHistory, StoredObject } from '../../store/store.ts'
import type { Sees } from '../rights.ts'

/** An instance with what its probes last said about it. */
export interface SeenInstance extends Instance {
  readonly pgVersion: string | null
  readonly type: string | null
}

/** Value of a tag, built in or custom; undefined when the instance does not carry it. */
export function tagOf(instance: SeenInstance, tag: string): string | undefined {
  switch (tag) {
    case 'pg_instance':
      return instance.label
    case 'server':
      return instance.server
    case 'pg_version':
      return instance.pgVersion ?? undefined
    case 'type':
      return instance.type ?? undefined
    default:
      return Object.hasOwn(instance.tags, tag) ? instance.tags[tag] : undefined
  }
}

/** The newest object of each instance. */
export function newestObjects(objects: Iterable<StoredObject>): ReadonlyMap<number, StoredObject> {
  const newest = new Map<number, StoredObject>()
  for (const object of objects) {
    const known = newest.get(object.instance)
    if (known === undefined || object.lastSeen >= known.lastSeen) newest.set(object.instance, object)
  }
  return newest
}

/** The instances a caller may see. The one place where roles restrict what any report, list or screen shows. */
export const visibleTo = (history: ReadHistory, { sees }: { readonly sees: Sees }): readonly SeenInstance[] => seenInstances(history).filter(shownBy(sees))

/** Every instance, whoever asks. */
export function seenInstances(history: ReadHistory): readonly SeenInstance[] {
  const instances = history.instances()
  const facts = newestObjects(
    history
      .objects(
        'instance',
        instances.map(({ id }) => id),
      )
      .values(),
  )
  return instances.map((instance) => {
    const values = facts.get(instance.id)?.values
    return { ...instance, pgVersion: values?.['version'] ?? null, type: values?.['type'] ?? null }
  })
}

/** Whether an instance is among what somebody sees: one element of which it carries every tag. */
export function shownBy(sees: Sees): (instance: SeenInstance) => boolean {
  if (sees === null) return () => true
  // By the first filter, so that thousands of elements cost an instance one look per tag.
  const byTag = Map.groupBy(sees, ({ filters: [first] }) => first?.tag)
  const elements = [...byTag].map(([tag, of]) => [tag, Map.groupBy(of, ({ filters: [first] }) => first?.value)] as const)
  return (instance) =>
    elements.some(([first, byValue]) => {
      const value = first === undefined ? undefined : tagOf(instance, first)
      if (value === undefined) return false
      return byValue.get(value)?.some(({ filters }) => filters.every((filter) => tagOf(instance, filter.tag) === filter.value)) ?? false
    })
}

/** Those that carry all the tags asked for; several values of one tag are alternatives. */
export function matching(instances: readonly SeenInstance[], filters: readonly TagFilter[]): readonly SeenInstance[] {
  const wanted = Map.groupBy(filters, ({ tag }) => tag)
  return instances.filter((instance) => [...wanted].every(([tag, values]) => values.some(({ value }) => tagOf(instance, tag) === value)))
}

/** The custom tags of the instances, sorted, with the column each becomes in an answer that has the given columns. */
export function tagColumns(instances: readonly SeenInstance[], columns: readonly string[]): readonly { readonly tag: string; readonly column: string }[] {
  const tags = new Set(instances.flatMap(({ tags }) => Object.keys(tags)))
  return [...tags]
    .filter((tag) => !BUILT_IN_TAGS.has(tag))
    .sort()
    .map((tag) => ({ tag, column: columns.includes(tag) ? `tag_${tag}` : tag }))
}

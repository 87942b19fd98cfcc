import type { StoredObject } from '../../store/store.ts'
import { numericColumns, shown, type NumericColumn } from './columns.ts'
import { percentile, type Weighted } from './percentile.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import type { SeenInstance } from './scope.ts'
import { sumByObject, type Sums } from './sums.ts'

/** Objects that make one row: those whose group columns are alike. */
interface Group {
  readonly instance: SeenInstance
  readonly object: StoredObject
  readonly slots: number[]
  /** Those of the slots that are one statement each. */
  readonly statements: number[]
}

function groupsOf({ form, request, history, instances, ids }: Asked, sums: Sums): readonly Group[] {
  const labels = (form.group ?? []).flatMap((name) => form.columns[name]?.label ?? [])
  const objects = history.objects(form.reads[0] ?? '', ids)
  const groups = new Map<string, Group>()
  for (const [id, slot] of sums.slots) {
    const object = objects.get(id)
    const instance = instances.get(object?.instance ?? -1)
    if (object === undefined || instance === undefined) continue
    if (form.keep?.((name) => object.values[name] ?? null, request.include) === false) continue
    const key = JSON.stringify([instance.id, ...labels.map((label) => object.values[label] ?? null)])
    const group = groups.get(key) ?? { instance, object, slots: [], statements: [] }
    groups.set(key, group)
    group.slots.push(slot)
    if ((object.values['queryid'] ?? null) !== null) group.statements.push(slot)
  }
  return [...groups.values()]
}

function folded(sums: Sums, column: NumericColumn, slots: readonly number[]): number {
  const values = sums.columns.get(column.from)
  let total = NaN
  for (const slot of slots) {
    const value = values?.[slot] ?? NaN
    if (!Number.isNaN(value)) total = Number.isNaN(total) ? value : total + value
  }
  return total
}

const spanOf = (sums: Sums, slots: readonly number[]): { readonly first: number; readonly last: number } => ({
  first: slots.reduce((first, slot) => Math.min(first, sums.first[slot] ?? Infinity), Infinity),
  last: slots.reduce((last, slot) => Math.max(last, sums.last[slot] ?? -Infinity), -Infinity),
})

/** A statement's mean time weighs as much as it has calls. */
function weightsOf(sums: Sums, columns: readonly NumericColumn[], slots: readonly number[]): readonly Weighted[] {
  const time = sums.columns.get(columns.find(({ name }) => name === 'total_time')?.from ?? '')
  const calls = sums.columns.get(columns.find(({ name }) => name === 'calls')?.from ?? '')
  return slots.flatMap((slot) => {
    const weight = calls?.[slot] ?? NaN
    const value = (time?.[slot] ?? NaN) / weight
    return weight > 0 && !Number.isNaN(value) ? [{ value, weight }] : []
  })
}

const text = (value: string | null | undefined): string => value ?? ''

/** The largest first when the report ranks, else by instance and group. Equal ones in a fixed order, so that a repeated question gets the same answer. */
function ranked(asked: Asked, groups: readonly Group[], rank: ((group: Group) => number) | undefined): readonly Group[] {
  const names = (asked.form.group ?? []).flatMap((name) => asked.form.columns[name]?.label ?? [])
  const key = (group: Group): string => [group.instance.label, ...names.map((name) => text(group.object.values[name]))].join('\n')
  const sortable = groups.map((group) => ({ group, key: key(group), rank: rank?.(group) ?? 0 }))
  const low = (n: number): number => (Number.isNaN(n) ? -Infinity : n)
  sortable.sort((a, b) => (low(a.rank) === low(b.rank) ? (a.key < b.key ? -1 : 1) : low(b.rank) - low(a.rank)))
  return (rank === undefined ? sortable : sortable.slice(0, asked.request.limit)).map(({ group }) => group)
}

/** A row per group of objects, counters summed over the range; ranked and cut when the report has a `by`. */
export function grouped(asked: Asked): readonly Row[] {
  const { form, request, history, ids } = asked
  const columns = numericColumns(form)
  const byName = new Map(columns.map((column) => [column.name, column]))
  const sums = sumByObject(history, {
    probe: form.reads[0] ?? '',
    instances: ids,
    from: request.from,
    to: request.to,
    columns: columns.map(({ from }) => from),
  })
  const by = request.by === undefined ? undefined : byName.get(request.by)
  const groups = ranked(asked, groupsOf(asked, sums), by && ((group) => folded(sums, by, group.slots)))
  const texts = history.texts(groups.flatMap(({ object }) => object.values['query_md5_id'] ?? []))

  return groups.map(({ instance, object, slots, statements }) =>
    rowOf(asked, {
      instance,
      label: (name) => object.values[name] ?? null,
      number: (name) => {
        const column = byName.get(name)
        return column === undefined ? null : shown(folded(sums, column, slots), column)
      },
      percentile: (share) => percentile(weightsOf(sums, columns, statements), share),
      seen: spanOf(sums, slots),
      text: texts.get(object.values['query_md5_id'] ?? '') ?? null,
    }),
  )
}

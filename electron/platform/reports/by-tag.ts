import { BUILT_IN_TAGS } from '../../../shared/model/server.ts'
import { fail } from '../../kernel/problem.ts'
import { addsUp, lookBack, numericColumns, shown, type NumericColumn } from './columns.ts'
import { foldReadings, valueOf } from './fold.ts'
import { columnOfBy, compareRanks } from './rank.ts'
import type { Asked, ReportCell, Row } from './rows.ts'
import { tagOf, type SeenInstance } from './scope.ts'
import { sumByObject } from './sums.ts'

/** Totals over the range of what a probe tells, by column and instance: NaN is "nothing was collected". */
function totalsOf({ history, request, ids }: Asked, probe: string, columns: readonly NumericColumn[]): Totals {
  const totals = new Map(columns.map(({ name }) => [name, new Map<number, number>()] as const))
  // The newest value of each object; those of an instance add up, of objects that are still there.
  const present = columns.filter(({ agg }) => agg === 'last').map((column) => ({ ...column, agg: 'total' as const }))
  for (const instance of present.length === 0 ? [] : ids) {
    const sums = sumByObject(history, { probe, instance, from: request.from, to: request.to, before: lookBack(probe), columns: present })
    for (const column of present) totals.get(column.name)?.set(instance, sums.value(column, [...sums.objects.keys()]))
  }
  const folded = columns.filter(({ agg }) => agg !== 'last')
  if (folded.length === 0) return totals
  const rows = foldReadings(history, {
    ...{ probe, instances: ids, from: request.from, to: request.to, columns: folded },
    ...(addsUp(probe, folded) && { totals: true }),
    groupOf: ({ instance }) => instance,
    bucketOf: () => 0,
  })
  for (const [instance, buckets] of rows)
    for (const row of buckets.values()) for (const [at, column] of folded.entries()) totals.get(column.name)?.set(instance, valueOf(row, at, column))
  return totals
}

type Totals = ReadonlyMap<string, ReadonlyMap<number, number>>

interface Group {
  readonly value: string
  readonly instances: SeenInstance[]
}

function groupsOf({ instances, request: { groupBy } }: Asked): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const instance of instances.values()) {
    const value = tagOf(instance, groupBy)
    if (value === undefined) continue
    const group = groups.get(value) ?? { value, instances: [] }
    groups.set(value, group)
    group.instances.push(instance)
  }
  return [...groups.values()]
}

/** Fails when nobody carries the tag. */
function checkTag({ instances, request: { groupBy } }: Asked): void {
  if (instances.size === 0 || BUILT_IN_TAGS.has(groupBy) || [...instances.values()].some((one) => Object.hasOwn(one.tags, groupBy))) return
  const known = [...BUILT_IN_TAGS, ...new Set([...instances.values()].flatMap(({ tags }) => Object.keys(tags)))].map((tag) => `"${tag}"`)
  fail('request.invalid', { field: 'group_by', why: `must be a tag that an instance carries: ${known.join(', ')}` })
}

const isNumber = (value: number): boolean => !Number.isNaN(value)

/** What instances used together. What they say of a server counts once, for it is the same machine. */
function together(values: ReadonlyMap<number, number> | undefined, instances: readonly SeenInstance[], perServer: boolean): number {
  const counted = instances
    .map((instance) => ({ server: `${instance.agent}\n${instance.server}`, value: values?.get(instance.id) ?? NaN }))
    .filter(({ value }) => isNumber(value))
  const each = perServer ? [...new Map(counted.map((one) => [one.server, one])).values()] : counted
  return each.length === 0 ? NaN : each.reduce((sum, { value }) => sum + value, 0)
}

/** A row per value of a tag: what its instances used together. */
export function byTag(asked: Asked): readonly Row[] {
  const { form, request } = asked
  checkTag(asked)
  const columns = numericColumns(form)
  const by = columnOfBy(form, request.by ?? '')
  const probes = [...new Set(columns.map(({ probe }) => probe))]
  const totals: Totals = new Map(
    probes.flatMap((probe) => [
      ...totalsOf(
        asked,
        probe,
        columns.filter((column) => column.probe === probe),
      ),
    ]),
  )
  const numberOf = (name: string, instances: readonly SeenInstance[]): number => together(totals.get(name), instances, form.columns[name]?.perServer ?? false)
  const lines = groupsOf(asked).map(({ value, instances }) => {
    const numbers = new Map(columns.map((column) => [column.name, numberOf(column.name, instances)]))
    return { value, instances, numbers, key: value, rank: numbers.get(by) ?? NaN }
  })
  // A group of which nothing was collected has used nothing.
  const used = lines.filter(({ numbers }) => [...numbers.values()].some(isNumber))
  return used
    .sort(compareRanks)
    .slice(0, request.limit)
    .map(({ value, instances, numbers }) => {
      const cell = (name: string): ReportCell => {
        const tag = form.columns[name]?.tag
        if (tag !== undefined) return tag === 'value' ? value : instances.length
        const column = columns.find((one) => one.name === name)
        return column === undefined ? null : shown(numbers.get(name) ?? NaN, column)
      }
      return Object.fromEntries(asked.output.map(({ name }) => [name, cell(name)]))
    })
}

import type { ReadHistory, StoredObject } from '../../store/store.ts'
import { lookBack, numericColumns, shown } from './columns.ts'
import { foldReadings, valueOf, type Folded, type FoldRequest } from './fold.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import { newestObjects } from './scope.ts'

/** What one probe last said of each instance in the range. */
interface Said {
  readonly folded: ReadonlyMap<number, Folded>
  readonly objects: ReadonlyMap<number, StoredObject>
}

/** How far back is looked at first, ms, and by how much further each time. */
const FIRST = 6 * 3_600_000
const FURTHER = 4

/** The last known value of each column by instance: from the end of the range back, as far as something is missing. */
function lastKnown(history: ReadHistory, request: Omit<FoldRequest, 'bucketOf'>): ReadonlyMap<number, Folded> {
  const known = new Map<number, Folded>()
  let missing = request.instances
  let length = request.columns.every(({ agg }) => agg === 'last') ? FIRST : Infinity
  for (let { to } = request; missing.length > 0 && to > request.from; length *= FURTHER) {
    const from = Math.max(request.from, to - length)
    for (const [instance, buckets] of foldReadings(history, { ...request, instances: missing, from, to, bucketOf: () => 0 }))
      for (const older of buckets.values()) {
        const newer = known.get(instance)
        if (newer === undefined) known.set(instance, older)
        else for (const [at, value] of newer.values.entries()) if (Number.isNaN(value)) newer.values[at] = older.values[at] ?? NaN
      }
    missing = missing.filter((id) => known.get(id)?.values.some(Number.isNaN) ?? true)
    to = from
  }
  return new Map([...known].sort(([a], [b]) => a - b))
}

/** A row per instance that was read in the range: what it last was. */
export function latest(asked: Asked): readonly Row[] {
  const { form, request, history, ids, instances } = asked
  const columns = numericColumns(form)
  const columnsOf = (probe: string) => columns.filter((column) => column.probe === probe)

  const [first = ''] = form.reads
  const said = new Map<string, Said>(
    form.reads.map((probe) => {
      const objects = history.objects(probe, ids)
      const kept = new Set(
        [...objects.values()].filter((object) => form.keep?.((name) => object.values[name] ?? null, request.include) ?? true).map(({ id }) => id),
      )
      const folded = lastKnown(history, {
        probe,
        instances: ids,
        from: request.from - (probe === first ? 0 : lookBack(probe)),
        to: request.to,
        columns: columnsOf(probe),
        groupOf: (block, row) => (block.object === undefined || kept.has(block.object[row] ?? -1) ? block.instance : undefined),
      })
      return [probe, { folded, objects: newestObjects(objects.values()) }]
    }),
  )

  return [...(said.get(first)?.folded ?? [])].flatMap(([id, { end }]) => {
    const instance = instances.get(id)
    if (instance === undefined) return []
    const row = rowOf(asked, {
      instance,
      time: asked.zone.iso(end),
      at: end,
      seen: { first: end, last: end },
      label: (name) => said.get(first)?.objects.get(id)?.values[name] ?? null,
      number: (name) => {
        const column = columns.find((one) => one.name === name)
        const folded = column && said.get(column.probe)?.folded.get(id)
        if (column === undefined || folded === undefined) return null
        return shown(valueOf(folded, columnsOf(column.probe).indexOf(column), column), column)
      },
    })
    return [row]
  })
}

import type { StoredObject } from '../../store/store.ts'
import { lookBack, numericColumns, shown } from './columns.ts'
import { foldReadings, valueOf, type Folded } from './fold.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import { newestObjects } from './scope.ts'

/** What one probe last said of each instance in the range. */
interface Said {
  readonly folded: ReadonlyMap<number, Folded>
  readonly objects: ReadonlyMap<number, StoredObject>
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
      const rows = foldReadings(history, {
        probe,
        instances: ids,
        from: request.from - (probe === first ? 0 : lookBack(probe)),
        to: request.to,
        columns: columnsOf(probe),
        groupOf: (block, row) => (block.object === undefined || kept.has(block.object[row] ?? -1) ? block.instance : undefined),
        bucketOf: () => 0,
      })
      const folded = [...rows].flatMap(([instance, buckets]) => [...buckets.values()].map((one) => [instance, one] as const))
      return [probe, { folded: new Map(folded), objects: newestObjects(objects.values()) }]
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

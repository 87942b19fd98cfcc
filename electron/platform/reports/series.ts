import type { ScanBlock, StoredObject } from '../../store/store.ts'
import { numericColumns, shown, type NumericColumn } from './columns.ts'
import { foldReadings, valueOf, type Folded } from './fold.ts'
import { checkRows } from './raw.ts'
import { rowOf, type Asked, type Row } from './rows.ts'

const MINUTE = 60_000

type Buckets = ReadonlyMap<number, Folded>

/** Who a row is about: the instance, and with a `group` the first of the objects that are alike. */
interface Subject {
  readonly instance: number
  readonly object: StoredObject | undefined
}

/** Numbers the groups of the first probe's rows. Without `group` each instance is one. */
function subjectsOf({ form, request, history, ids }: Asked): {
  readonly subjects: readonly Subject[]
  /** The objects of one statement, when the report is about one: no others are read. */
  readonly only: { readonly objects?: ReadonlySet<number> }
  readonly groupOf: (block: ScanBlock, row: number) => number | undefined
} {
  const objects = history.objects(form.reads[0] ?? '', ids)
  const labels = (form.group ?? []).flatMap((name) => form.columns[name]?.label ?? [])
  const subjects: Subject[] = []
  const numbers = new Map<string, number>()
  const groups = new Map<number, number>()
  const numberOf = (instance: number, object: StoredObject | undefined): number => {
    const key = JSON.stringify([instance, ...labels.map((label) => object?.values[label] ?? null)])
    const number = numbers.get(key) ?? subjects.length
    if (number === subjects.length) {
      numbers.set(key, number)
      subjects.push({ instance, object })
    }
    return number
  }
  for (const [id, object] of objects) {
    if (request.md5 !== undefined && object.values['query_md5_id'] !== request.md5) continue
    if (form.keep?.((name) => object.values[name] ?? null, request.include) === false) continue
    groups.set(id, numberOf(object.instance, labels.length === 0 ? undefined : object))
  }
  return {
    subjects,
    only: request.md5 === undefined ? {} : { objects: new Set(groups.keys()) },
    groupOf: (block, row) => (block.object === undefined ? numberOf(block.instance, undefined) : groups.get(block.object[row] ?? -1)),
  }
}

function bucketing({ request }: Asked): (end: number) => number {
  if (request.compute === 'summary') return () => 0
  const length = request.bucket ?? MINUTE
  return (end) => Math.floor(end / length)
}

/** The other probes of the report, folded per instance. */
function joined(asked: Asked, columns: readonly NumericColumn[], bucketOf: (end: number) => number): ReadonlyMap<string, ReadonlyMap<number, Buckets>> {
  const { form, request, history, ids } = asked
  return new Map(
    form.reads.slice(1).map((probe) => [
      probe,
      foldReadings(history, {
        probe,
        instances: ids,
        from: request.from,
        to: request.to,
        columns: columns.filter((column) => column.probe === probe),
        groupOf: (block) => block.instance,
        bucketOf,
      }),
    ]),
  )
}

/** The instant a row shows: the end of its newest reading, or with an own bucket length the begin of the bucket. */
const timeOf = ({ request }: Asked, bucket: number, folded: Folded): number =>
  request.bucket === undefined || request.compute === 'summary' ? folded.end : bucket * request.bucket

/** A row per instance (or group) and minute, or per instance; in order of time. */
export function series(asked: Asked): Iterable<Row> {
  const { form, request, history, ids } = asked
  const columns = numericColumns(form)
  const [first = ''] = form.reads
  const own = columns.filter(({ probe }) => probe === first)
  const bucketOf = bucketing(asked)
  const { subjects, only, groupOf } = subjectsOf(asked)
  const rows = foldReadings(history, { probe: first, instances: ids, from: request.from, to: request.to, columns: own, ...only, groupOf, bucketOf })
  checkRows(
    [...rows.values()].reduce((sum, { size }) => sum + size, 0),
    request,
  )
  const others = joined(asked, columns, bucketOf)
  const texts = history.texts(request.md5 === undefined ? [] : [request.md5])
  const ordered = [...rows]
    .flatMap(([group, buckets]) => [...buckets].map(([bucket, folded]) => ({ group, bucket, folded })))
    .sort((a, b) => a.bucket - b.bucket || a.group - b.group)
  const seen = new Map([...rows].map(([group, buckets]) => [group, spanOf(buckets)]))

  const numberIn =
    (folded: Folded, instance: number, bucket: number) =>
    (name: string): number | null => {
      const column = columns.find((one) => one.name === name)
      if (column === undefined) return null
      const source = column.probe === first ? folded : others.get(column.probe)?.get(instance)?.get(bucket)
      const at = columns.filter(({ probe }) => probe === column.probe).indexOf(column)
      return source === undefined ? null : shown(valueOf(source, at, column), column)
    }

  return (function* () {
    for (const { group, bucket, folded } of ordered) {
      const subject = subjects[group]
      const instance = asked.instances.get(subject?.instance ?? -1)
      if (subject === undefined || instance === undefined) continue
      const { object } = subject
      yield rowOf(asked, {
        instance,
        time: asked.zone.iso(timeOf(asked, bucket, folded)),
        label: (name) => object?.values[name] ?? null,
        number: numberIn(folded, instance.id, bucket),
        seen: seen.get(group),
        text: texts.get(object?.values['query_md5_id'] ?? '') ?? null,
      })
    }
  })()
}

function spanOf(buckets: Buckets): { readonly first: number; readonly last: number } {
  const ends = [...buckets.values()].map(({ end }) => end)
  return { first: ends.reduce((a, b) => Math.min(a, b), Infinity), last: ends.reduce((a, b) => Math.max(a, b), -Infinity) }
}

import type { ScanBlock } from '../../store/store.ts'
import { addsUp, numericColumns, shown, type NumericColumn } from './columns.ts'
import { foldReadings, valueOf, type Folded } from './fold.ts'
import { isAsked, wordsOf } from './groups.ts'
import { checkRows, MOST_ROWS } from './limit.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import { slicesOf, type Slice } from './slices.ts'

const MINUTE = 60_000

type Buckets = ReadonlyMap<number, Folded>
type GroupOf = (block: ScanBlock, row: number) => number | undefined

/** Who a row is about: the instance, and what the first of its objects that are alike says in words. */
interface Subject {
  readonly instance: number
  readonly words: ReturnType<ReturnType<typeof wordsOf>> | undefined
}

interface Subjects {
  readonly list: readonly Subject[]
  /** The objects of one statement, when the report is about one: no others are read. */
  readonly only: { readonly objects?: ReadonlySet<number> }
  readonly groupOf: GroupOf
}

/** Numbers the groups of the first probe's rows. Without `group` each instance is one. */
function subjectsOf(asked: Asked): Subjects {
  const { form, request, history, ids } = asked
  const words = wordsOf(form)
  const labels = (form.group ?? []).flatMap((name) => form.columns[name]?.label ?? [])
  const list: Subject[] = []
  const numbers = new Map<string, number>()
  const groups = new Map<number, number>()
  const numberOf = (instance: number, words: Subject['words']): number => {
    const key = JSON.stringify([instance, ...labels.map((label) => words?.[label] ?? null)])
    const number = numbers.get(key) ?? list.length
    if (number === list.length) {
      numbers.set(key, number)
      list.push({ instance, words })
    }
    return number
  }
  for (const instance of ids) {
    const table = history.objectTable(form.reads[0] ?? '', instance)
    if (table === undefined) break
    const isOne = isAsked(asked, table)
    for (const [at, id] of table.id.entries()) if (isOne(at)) groups.set(id, numberOf(instance, words(table, at)))
  }
  return {
    list,
    only: request.md5 === undefined ? {} : { objects: new Set(groups.keys()) },
    groupOf: (block, row) => (block.object === undefined ? numberOf(block.instance, undefined) : groups.get(block.object[row] ?? -1)),
  }
}

const lengthOf = ({ request }: Asked): number => request.bucket ?? MINUTE

const bucketing = (asked: Asked): ((end: number) => number) => {
  const length = lengthOf(asked)
  return asked.request.compute === 'summary' ? () => 0 : (end) => Math.floor(end / length)
}

/** Rows there will be: one per group and bucket that has a reading. An instance's readings come in order of time, so that nothing needs to be remembered. */
function countRows({ form, request, history, ids }: Asked, { only, groupOf }: Subjects, bucketOf: (end: number) => number): number {
  const newest = new Map<number, number>()
  let count = 0
  for (const block of history.scan({ probe: form.reads[0] ?? '', instances: ids, from: request.from, to: request.to, columns: [], passing: true, ...only })) {
    for (let at = 0; at < block.readings; at++) {
      const bucket = bucketOf(block.end[at] ?? 0)
      for (let row = block.first[at] ?? 0; row < (block.first[at + 1] ?? 0); row++) {
        const group = groupOf(block, row)
        if (group === undefined || newest.get(group) === bucket) continue
        newest.set(group, bucket)
        count += 1
      }
    }
  }
  return count
}

interface Line {
  readonly group: number
  readonly bucket: number
  readonly folded: Folded
  /** The other probes' readings of the same instance and bucket. */
  readonly others: ReadonlyMap<string, Folded | undefined>
}

const mostRead = ({ readings }: Folded): number => readings.reduce((most, n) => Math.max(most, n), 0)

/** One line per server and bucket, of the instance that read most of it: each of them reads the same machine. */
function perServer({ instances }: Asked, { list }: Subjects, lines: readonly Line[]): readonly Line[] {
  const best = new Map<string, Line>()
  for (const line of lines) {
    const instance = instances.get(list[line.group]?.instance ?? -1)
    const key = `${String(line.bucket)}\n${instance?.agent ?? ''}\n${instance?.server ?? ''}`
    const known = best.get(key)
    if (known === undefined || mostRead(line.folded) > mostRead(known.folded)) best.set(key, line)
  }
  return [...best.values()]
}

/** The lines of a part of the range, in order of time. */
function linesOf(asked: Asked, subjects: Subjects, columns: readonly NumericColumn[], { from, to }: Slice): readonly Line[] {
  const { form, history, ids } = asked
  const [first = '', ...rest] = form.reads
  const bucketOf = bucketing(asked)
  const fold = (probe: string, groupOf: GroupOf, only: Subjects['only']): ReadonlyMap<number, Buckets> => {
    const own = columns.filter((column) => column.probe === probe)
    const totals = asked.request.compute === 'summary' && addsUp(probe, own)
    return foldReadings(history, { probe, instances: ids, from, to, columns: own, groupOf, bucketOf, ...only, ...(totals && { totals }) })
  }
  const rows = fold(first, subjects.groupOf, subjects.only)
  const joined = rest.map((probe) => [probe, fold(probe, ({ instance }) => instance, {})] as const)
  const lines = [...rows].flatMap(([group, buckets]) =>
    [...buckets].map(([bucket, folded]): Line => {
      const instance = subjects.list[group]?.instance ?? -1
      return { group, bucket, folded, others: new Map(joined.map(([probe, of]) => [probe, of.get(instance)?.get(bucket)])) }
    }),
  )
  const kept = form.perServer ? perServer(asked, subjects, lines) : lines
  return [...kept].sort((a, b) => a.bucket - b.bucket || a.group - b.group)
}

/** The instant a row shows: the end of its newest reading, or with an own bucket length the begin of the bucket. */
const timeOf = ({ request }: Asked, { bucket, folded }: Line): number =>
  request.bucket === undefined || request.compute === 'summary' ? folded.end : bucket * request.bucket

/** A row per instance (or group) and minute, or per instance; in order of time. */
export function series(asked: Asked): Iterable<Row> {
  const { form, request, history } = asked
  const subjects = subjectsOf(asked)
  const most = Math.max(subjects.list.length, asked.ids.length) * Math.ceil((request.to - request.from) / lengthOf(asked))
  if (request.compute !== 'summary' && most > MOST_ROWS) checkRows(countRows(asked, subjects, bucketing(asked)), request)
  const texts = history.texts(request.md5 === undefined ? [] : [request.md5])
  const columns = numericColumns(form)
  const numberIn = numbersIn(columns, form.reads[0] ?? '')
  // What says of a row when its group was first and last seen must know the whole range.
  const whole = request.compute === 'summary' || Object.values(form.columns).some(({ seen }) => seen !== undefined)

  function* rowsOf(lines: readonly Line[]): Generator<Row> {
    const seen = whole ? spansOf(lines) : undefined
    for (const line of lines) {
      const subject = subjects.list[line.group]
      const instance = asked.instances.get(subject?.instance ?? -1)
      if (subject === undefined || instance === undefined) continue
      const { words } = subject
      const number = numberIn(line)
      // The first reading of counters has nothing to be compared with: of an instance as a whole a row without a number says nothing.
      if (form.group === undefined && columns.length > 0 && columns.every(({ name }) => number(name) === null)) continue
      yield rowOf(asked, {
        instance,
        time: asked.zone.iso(timeOf(asked, line)),
        label: (name) => words?.[name] ?? null,
        number,
        seen: seen?.get(line.group),
        text: texts.get(words?.['query_md5_id'] ?? '') ?? null,
      })
    }
  }

  return whole ? rowsOf(linesOf(asked, subjects, columns, request)) : sliced()

  function* sliced(): Generator<Row> {
    let count = 0
    for (const slice of slicesOf(request, asked, lengthOf(asked), () => count)) {
      const lines = linesOf(asked, subjects, columns, slice)
      count = lines.length
      yield* rowsOf(lines)
    }
  }
}

/** Finds the folded value of a column of the answer in a line; where each lies is found out once, for an answer may have very many lines. */
function numbersIn(columns: readonly NumericColumn[], first: string): (line: Line) => (name: string) => number | null {
  const places = new Map(columns.map((column) => [column.name, { column, at: columns.filter(({ probe }) => probe === column.probe).indexOf(column) }]))
  return ({ folded, others }) =>
    (name) => {
      const place = places.get(name)
      if (place === undefined) return null
      const { column, at } = place
      const source = column.probe === first ? folded : others.get(column.probe)
      return source === undefined ? null : shown(valueOf(source, at, column), column)
    }
}

function spansOf(lines: readonly Line[]): ReadonlyMap<number, { readonly first: number; readonly last: number }> {
  const spans = new Map<number, { readonly first: number; readonly last: number }>()
  for (const { group, folded } of lines) {
    const known = spans.get(group)
    spans.set(group, { first: Math.min(known?.first ?? Infinity, folded.end), last: Math.max(known?.last ?? -Infinity, folded.end) })
  }
  return spans
}

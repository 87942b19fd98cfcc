import type { ReportForm, ReportRow } from '../../catalog/define.ts'
import type { StoredObject } from '../../store/store.ts'
import { lookBack, numericColumns, shown, type NumericColumn } from './columns.ts'
import { percentile, type Weighted } from './percentile.ts'
import { columnOfBy, compareRanks, rankOf, type Rank } from './rank.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import type { SeenInstance } from './scope.ts'
import { sumByObject, type Sums } from './sums.ts'

/** Objects of one instance that make one row: those whose group columns are alike. */
interface Group {
  readonly key: string
  readonly object: StoredObject
  readonly slots: number[]
  /** When the first of them was seen for the first time, ms. */
  ever: number
  /** Those of the slots that are one statement each. */
  readonly statements: number[]
}

/** A row before it is known whether it is shown. */
interface Line {
  readonly rank: Rank
  readonly key: string
  readonly row: (text: string | null) => Row
  readonly md5: string | null
}

const text = (value: string | null | undefined): string => value ?? ''

function groupsOf({ form, request, history }: Asked, instance: SeenInstance, sums: Sums): readonly Group[] {
  const labels = (form.group ?? []).flatMap((name) => form.columns[name]?.label ?? [])
  const objects = history.objects(form.reads[0] ?? '', [instance.id])
  const groups = new Map<string, Group>()
  for (const [slot, id] of sums.objects.entries()) {
    const object = objects.get(id)
    if (object === undefined || (request.md5 !== undefined && object.values['query_md5_id'] !== request.md5)) continue
    if (form.keep?.((name) => object.values[name] ?? null, request.include) === false) continue
    const key = JSON.stringify(labels.map((label) => object.values[label] ?? null))
    const group = groups.get(key) ?? {
      key: [instance.label, ...labels.map((label) => text(object.values[label]))].join('\n'),
      object,
      slots: [],
      ever: object.firstSeen,
      statements: [],
    }
    groups.set(key, group)
    group.slots.push(slot)
    group.ever = Math.min(group.ever, object.firstSeen)
    if ((object.values['queryid'] ?? null) !== null) group.statements.push(slot)
  }
  return [...groups.values()]
}

/** The label that names the text of a row. */
const textLabel = ({ columns }: ReportForm): string => {
  const named = Object.values(columns).find((column) => column.text !== undefined)?.text
  return typeof named === 'string' ? named : 'query_md5_id'
}

/** A statement's mean time weighs as much as it has calls. */
function weightsOf(sums: Sums, columns: readonly NumericColumn[], slots: readonly number[]): readonly Weighted[] {
  const time = columns.find(({ name }) => name === 'total_time')
  const calls = columns.find(({ name }) => name === 'calls')
  if (time === undefined || calls === undefined) return []
  return slots.flatMap((slot) => {
    const weight = sums.value(calls, [slot])
    const value = sums.value(time, [slot]) / weight
    return weight > 0 && !Number.isNaN(value) ? [{ value, weight }] : []
  })
}

/** What is kept of a group: its numbers, and no longer the sums they are from. */
function lineOf(asked: Asked, instance: SeenInstance, sums: Sums, columns: readonly NumericColumn[], group: Group, rank: Rank): Line {
  const { object, slots, statements } = group
  const numbers = new Map(columns.map((column) => [column.name, shown(sums.value(column, slots), column)]))
  const shares = Object.values(asked.form.columns).flatMap((column) => column.percentile ?? [])
  const weights = shares.length > 0 ? weightsOf(sums, columns, statements) : []
  const percentiles = new Map(shares.map((share) => [share, percentile(weights, share)]))
  const [first, last] = [sums.first(slots), sums.last(slots)]
  return {
    rank,
    key: group.key,
    md5: object.values[textLabel(asked.form)] ?? null,
    row: (words) =>
      rowOf(asked, {
        instance,
        label: (name) => object.values[name] ?? null,
        number: (name) => numbers.get(name) ?? null,
        percentile: (share) => percentiles.get(share) ?? null,
        seen: Number.isNaN(first) ? undefined : { first, last, ever: group.ever },
        text: words,
      }),
  }
}

/** The lines of one instance; with a limit its leading ones, for no other can be in the answer. */
function linesOf(asked: Asked, instance: SeenInstance, columns: readonly NumericColumn[]): readonly Line[] {
  const { form, request, history } = asked
  const [probe = ''] = form.reads
  const before = columns.some(({ agg }) => agg === 'last' || agg === 'total') ? lookBack(probe) : 0
  const sums = sumByObject(history, { probe, instance: instance.id, from: request.from, to: request.to, before, columns })
  const rank = rankOf(asked, columns)
  const ranked = groupsOf(asked, instance, sums).map((group) => ({ group, key: group.key, rank: rank(sums, group) }))
  // A row that is not shown takes nobody's place: whether it is, is known only when it is made.
  const cut = request.by === undefined || form.having !== undefined || computed(form, request.by) ? ranked : ranked.sort(compareRanks).slice(0, request.limit)
  return cut.map((one) => lineOf(asked, instance, sums, columns, one.group, one.rank))
}

const computed = (form: ReportForm, by: string): boolean => form.columns[columnOfBy(form, by)]?.of !== undefined

const numberOf = (cell: ReportRow[string] | undefined): number => (typeof cell === 'number' ? cell : NaN)

/** The lines that are shown; a rank by a computed column is known only now. */
function* shownLines({ form, request: { by } }: Asked, lines: readonly Line[]): Generator<Line> {
  const ranked = by !== undefined && computed(form, by) ? columnOfBy(form, by) : undefined
  for (const line of lines) {
    const row = form.having === undefined && ranked === undefined ? undefined : line.row(null)
    if (row !== undefined && form.having?.(row) === false) continue
    yield row === undefined || ranked === undefined ? line : { ...line, rank: numberOf(row[ranked]) }
  }
}

/** A row per group of objects, folded over the range; ranked and cut when the report has a `by`. One instance after the other: memory holds the sums of one. */
export function grouped(asked: Asked): readonly Row[] {
  const { form, request, history, instances } = asked
  const columns = numericColumns(form)
  const lines = [...instances.values()].flatMap((instance) => [...shownLines(asked, linesOf(asked, instance, columns))])
  lines.sort(compareRanks)
  const chosen = request.by === undefined ? lines : lines.slice(0, request.limit)
  const withText = Object.values(form.columns).some((column) => column.text)
  const texts = history.texts(withText ? chosen.flatMap(({ md5 }) => md5 ?? []) : [])
  return chosen.map(({ row, md5 }) => row(texts.get(md5 ?? '') ?? null))
}

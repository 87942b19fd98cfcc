import type { ReportForm, ReportRow } from '../../catalog/define.ts'
import type { ObjectTable } from '../../store/object-table.ts'
import { lookBack, numericColumns, shown, type NumericColumn } from './columns.ts'
import { groupsOf, keyOf, textLabel, wordsOf, type Group } from './groups.ts'
import { createLeading, type Leading } from './leading.ts'
import { percentiles } from './percentile.ts'
import { columnOfBy, compareRanks, rankOf, type Rank, type Ranked } from './rank.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import type { SeenInstance } from './scope.ts'
import { sumByObject, type Sums } from './sums.ts'

/** A row before it is known whether it is shown. */
interface Line {
  readonly rank: Rank
  readonly key: string
  readonly row: (text: string | null) => Row
  readonly md5: string | null
}

interface RankedGroup extends Ranked {
  readonly group: Group
}

/** What is the same for every line of an answer. */
interface Plan {
  readonly columns: readonly NumericColumn[]
  readonly shares: readonly number[]
  readonly words: ReturnType<typeof wordsOf>
  readonly textLabel: string
  /** Whether a line says when its objects were seen. */
  readonly seen: boolean
  /** The column whose leading values are found first, so that all the others are read of few objects only. */
  readonly first: NumericColumn | undefined
  readonly leading: Leading
}

function planOf({ form, request: { by, limit } }: Asked): Plan {
  const columns = numericColumns(form)
  const ranked = by === undefined || form.having !== undefined || computed(form, by) ? undefined : columnOfBy(form, by)
  // A line needs every reading; which objects are still there is known only when all of them are read.
  const isApart = columns.every(({ agg }) => agg !== 'slope' && agg !== 'total')
  return {
    columns,
    shares: Object.values(form.columns).flatMap((column) => column.percentile ?? []),
    words: wordsOf(form),
    textLabel: textLabel(form),
    seen: Object.values(form.columns).some((column) => column.seen !== undefined),
    first: isApart ? columns.find(({ name }) => name === ranked) : undefined,
    leading: createLeading(limit),
  }
}

/** A statement's mean time weighs as much as it has calls. */
function meansOf(sums: Sums, columns: readonly NumericColumn[], statements: readonly number[], shares: readonly number[]): ReadonlyMap<number, number | null> {
  const time = columns.find(({ name }) => name === 'total_time')
  const calls = columns.find(({ name }) => name === 'calls')
  if (shares.length === 0 || time === undefined || calls === undefined) return new Map()
  const [timeOf, callsOf] = [sums.each(time), sums.each(calls)]
  const [values, weights] = [new Float64Array(statements.length), new Float64Array(statements.length)]
  let count = 0
  for (const slot of statements) {
    const weight = callsOf(slot)
    const value = timeOf(slot) / weight
    if (!(weight > 0) || Number.isNaN(value)) continue
    values[count] = value
    weights[count++] = weight
  }
  return percentiles(values.subarray(0, count), weights.subarray(0, count), shares)
}

/** What is kept of a group: its numbers, and no longer the sums they are from. */
function lineOf(asked: Asked, plan: Plan, instance: SeenInstance, sums: Sums, table: ObjectTable, { group, rank, key }: RankedGroup): Line {
  const { columns, shares } = plan
  const { at, slots, places } = group
  const numbers = new Map(columns.map((column) => [column.name, shown(sums.value(column, slots), column)]))
  const statements = shares.length === 0 ? [] : slots.filter((_, i) => table.value('queryid', places[i] ?? -1) !== null)
  const means = meansOf(sums, columns, statements, shares)
  const first = plan.seen ? sums.first(slots) : NaN
  const seen = Number.isNaN(first)
    ? undefined
    : { first, last: sums.last(slots), ever: places.reduce((least, place) => Math.min(least, table.firstSeen[place] ?? Infinity), Infinity) }
  const words = plan.words(table, at)
  return {
    rank,
    key,
    md5: words[plan.textLabel] ?? null,
    row: (text) =>
      rowOf(asked, {
        instance,
        label: (name) => words[name] ?? null,
        number: (name) => numbers.get(name) ?? null,
        percentile: (share) => means.get(share) ?? null,
        seen,
        text,
      }),
  }
}

/** The lines of one instance; with a limit its leading ones, for no other can be in the answer. What is read twice has to be of one instant. */
function linesOf(asked: Asked, plan: Plan, instance: SeenInstance): readonly Line[] {
  const { form, request, history } = asked
  const { columns, first, leading } = plan
  const [probe = ''] = form.reads
  const before = columns.some(({ agg }) => agg === 'last' || agg === 'total') ? lookBack(probe) : 0
  const sumsOf = (read: readonly NumericColumn[], objects?: ReadonlySet<number>): Sums =>
    sumByObject(history, {
      probe,
      instance: instance.id,
      from: request.from,
      to: request.to,
      before,
      columns: read,
      objects,
      unseen: read.length < columns.length,
    })
  const sums = sumsOf(first === undefined ? columns : [first])
  const table = history.objectTable(probe, instance.id)
  if (table === undefined) return []
  const groups = groupsOf(asked, table, sums.objects)
  const ranked = (group: Group, rank: Rank): RankedGroup => ({ group, rank, key: keyOf(asked, instance.label, table, group) })
  if (first !== undefined) {
    const ranks = Float64Array.from(groups, ({ slots }) => sums.value(first, slots))
    const chosen = leading.take(leading.among(ranks).flatMap((at) => (groups[at] === undefined ? [] : [ranked(groups[at], ranks[at] ?? NaN)])))
    return wholeLines(asked, plan, instance, sums, table, chosen, sumsOf)
  }
  const rank = rankOf(asked, columns)
  const all = groups.map((group) =>
    ranked(
      group,
      rank(sums, group.slots, (name) => table.value(name, group.at)),
    ),
  )
  // A row that is not shown takes nobody's place: whether it is, is known only when it is made.
  const cut = request.by === undefined || form.having !== undefined || computed(form, request.by) ? all : all.sort(compareRanks).slice(0, request.limit)
  return cut.map((one) => lineOf(asked, plan, instance, sums, table, one))
}

/** Everything else of the groups that were found by one column. */
function wholeLines(
  asked: Asked,
  plan: Plan,
  instance: SeenInstance,
  found: Sums,
  table: ObjectTable,
  chosen: readonly RankedGroup[],
  sumsOf: (read: readonly NumericColumn[], objects: ReadonlySet<number>) => Sums,
): readonly Line[] {
  if (chosen.length === 0) return []
  const ids = (group: Group): number[] => group.slots.map((slot) => found.objects[slot] ?? -1)
  const sums = sumsOf(plan.columns, new Set(chosen.flatMap(({ group }) => ids(group))))
  const slotOf = new Map(sums.objects.map((id, slot) => [id, slot]))
  return chosen.map((one) => {
    const { at, places } = one.group
    const slots = ids(one.group).map((id) => slotOf.get(id) ?? -1)
    const isThere = (_: unknown, i: number): boolean => (slots[i] ?? -1) >= 0
    return lineOf(asked, plan, instance, sums, table, { ...one, group: { at, slots: slots.filter(isThere), places: places.filter(isThere) } })
  })
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
  const plan = planOf(asked)
  const lines = [...instances.values()].flatMap((instance) => [
    ...shownLines(
      asked,
      history.together(() => linesOf(asked, plan, instance)),
    ),
  ])
  lines.sort(compareRanks)
  const chosen = request.by === undefined ? lines : lines.slice(0, request.limit)
  const withText = Object.values(form.columns).some((column) => column.text)
  const texts = history.texts(withText ? chosen.flatMap(({ md5 }) => md5 ?? []) : [])
  return chosen.map(({ row, md5 }) => row(texts.get(md5 ?? '') ?? null))
}

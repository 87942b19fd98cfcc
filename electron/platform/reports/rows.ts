import type { ReportColumn } from '../../../shared/model/report.ts'
import type { ReportColumnForm, ReportForm } from '../../catalog/define.ts'
import type { ReadHistory } from '../../store/store.ts'
import type { ReportRequest } from './request.ts'
import { matching, tagColumns, tagOf, type SeenInstance } from './scope.ts'
import { utc, zoneOf, type Zone } from '../../kernel/zone.ts'

export type ReportCell = string | number | boolean | null
export type Row = Readonly<Record<string, ReportCell>>

/** A report's answer: every row has the keys of `columns`, in their order. Rows are made while they are read, once. */
export interface Answer {
  readonly columns: readonly ReportColumn[]
  readonly rows: Iterable<Row>
}

/** One column of an answer: of the report's form, or a custom tag. */
interface OutputColumn extends ReportColumn {
  readonly form?: ReportColumnForm
  readonly cell: CellOf
}

/** The instances a report is about. */
export interface Scope {
  readonly instances: ReadonlyMap<number, SeenInstance>
  readonly ids: readonly number[]
}

/** What a shape works with. */
export interface Asked extends Scope {
  readonly form: ReportForm
  readonly request: ReportRequest
  readonly zone: Zone
  readonly history: ReadHistory
  readonly output: readonly OutputColumn[]
  /** A row with nothing in it. */
  readonly empty: Row
  /** Value of a setting of an instance; null when it is not known. */
  readonly setting: (instance: number, name: string) => string | null
}

/** Everything the cells of one row may come from. */
export interface RowFacts {
  readonly instance: SeenInstance
  /** Already in the zone of the request. */
  readonly time?: string
  /** The same instant, ms. */
  readonly at?: number
  readonly label?: (name: string) => string | null
  /** Folded value of the report's column of this name; null is "not collected". */
  readonly number?: (column: string) => number | null
  readonly percentile?: (share: number) => number | null
  readonly seen?: { readonly first: number; readonly last: number; readonly ever?: number } | undefined
  readonly text?: string | null
  readonly span?: number
  readonly samples?: number
  readonly resolution?: string
}

/** Resolves what is asked: instances, tag columns, the order of the answer's columns. */
export function ask(form: ReportForm, request: ReportRequest, visible: readonly SeenInstance[], history: ReadHistory): Asked {
  const instances = matching(visible, request.filters)
  const zone = zoneOf(request.zone)
  const setting = settingsOf(history)
  const output = outputOf(form, visible, (name, column) => cellOf(name, column, zone, setting))
  return {
    form,
    request,
    zone,
    history,
    instances: new Map(instances.map((instance) => [instance.id, instance])),
    ids: instances.map(({ id }) => id),
    output,
    empty: Object.fromEntries(output.map(({ name }) => [name, null])),
    setting,
  }
}

function settingsOf(history: ReadHistory): Asked['setting'] {
  const known = new Map<number, ReadonlyMap<string, string | null>>()
  return (instance, name) => {
    let settings = known.get(instance)
    if (settings === undefined) {
      settings = new Map([...history.objects('settings', [instance]).values()].map(({ values }) => [values['name'] ?? '', values['setting'] ?? null]))
      known.set(instance, settings)
    }
    return settings.get(name) ?? null
  }
}

const numberOrText = (value: string | null): ReportCell => (value === null || value === '' || Number.isNaN(Number(value)) ? value : Number(value))

function outputOf(form: ReportForm, visible: readonly SeenInstance[], cell: (name: string, column: ReportColumnForm) => CellOf): readonly OutputColumn[] {
  const own = Object.entries(form.columns).map(([name, column]) => ({
    ...{ name, doc: column.doc, ...(column.unit && { unit: column.unit }) },
    ...{ form: column, cell: cell(name, column) },
  }))
  if (form.tags === undefined) return own
  const tags = tagColumns(visible, Object.keys(form.columns)).map(({ tag, column }) => ({
    ...{ name: column, doc: `The tag ${tag}` },
    cell: ({ instance }: RowFacts) => instance.tags[tag] ?? null,
  }))
  const at = own.findIndex(({ name }) => name === form.tags?.before)
  return at < 0 ? [...own, ...tags] : [...own.slice(0, at), ...tags, ...own.slice(at)]
}

/** A fact of the instance that reports may show. */
function factOf(instance: SeenInstance, fact: string, zone: Zone): ReportCell {
  switch (fact) {
    case 'port':
      return instance.port
    case 'tags':
      return JSON.stringify(instance.tags)
    case 'last_seen':
      return zone.plain(instance.lastSeen)
    default:
      return tagOf(instance, fact) ?? null
  }
}

/** The time between two instants as PostgreSQL writes an interval. */
function interval(from: number | null, to: number): string | null {
  if (from === null) return null
  const seconds = Math.max(0, Math.floor((to - from) / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = utc.plain(seconds * 1000).slice(11)
  return days === 0 ? clock : `${days} day${days === 1 ? '' : 's'} ${clock}`
}

type CellOf = (facts: RowFacts) => ReportCell

/** How the cell of a column is made: found once for an answer, for it may have very many rows. */
function cellOf(name: string, column: ReportColumnForm, zone: Zone, setting: Asked['setting']): CellOf {
  const { instance: fact, label, show, setting: named, seen, percentile } = column
  if (column.time) return ({ time }) => time ?? null
  if (fact !== undefined) return ({ instance }) => factOf(instance, fact, zone)
  if (label !== undefined && show !== undefined) return (facts) => show(facts.label?.(label) ?? null, facts.instance.name)
  if (label !== undefined) return (facts) => facts.label?.(label) ?? null
  if (named !== undefined) return ({ instance }) => numberOrText(setting(instance.id, named))
  if (seen !== undefined)
    return (facts) => {
      const at = facts.seen?.[seen]
      return at === undefined ? null : zone.plain(at)
    }
  if (percentile !== undefined) return (facts) => facts.percentile?.(percentile) ?? null
  if (column.text) return ({ text }) => text ?? null
  if (column.span) return ({ span }) => span ?? null
  if (column.samples) return ({ samples }) => samples ?? null
  if (column.resolution) return ({ resolution }) => resolution ?? null
  if (column.since !== undefined) return ({ at, number }) => (at === undefined ? null : interval(number?.(name) ?? null, at))
  if (column.from === undefined) return () => null
  if (column.unit !== 'timestamp') return ({ number }) => number?.(name) ?? null
  return ({ number }) => {
    const value = number?.(name) ?? null
    return value === null ? null : zone.plain(value)
  }
}

/** One row of the answer. Columns computed from others come last, in their place. */
export function rowOf({ output, empty }: Asked, facts: RowFacts): Row {
  // A copy of a row that has all columns: adding them one by one makes another kind of object with each.
  const row: Record<string, ReportCell> = { ...empty }
  for (const { name, cell } of output) row[name] = cell(facts)
  for (const { name, form } of output) if (form?.of) row[name] = form.of(row)
  return row
}

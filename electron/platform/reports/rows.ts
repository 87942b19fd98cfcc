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
  readonly tag?: string
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
  return {
    form,
    request,
    zone: zoneOf(request.zone),
    history,
    instances: new Map(instances.map((instance) => [instance.id, instance])),
    ids: instances.map(({ id }) => id),
    output: outputOf(form, visible),
    setting: settingsOf(history),
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

function outputOf(form: ReportForm, visible: readonly SeenInstance[]): readonly OutputColumn[] {
  const own = Object.entries(form.columns).map(([name, column]) => ({ name, doc: column.doc, ...(column.unit && { unit: column.unit }), form: column }))
  if (form.tags === undefined) return own
  const tags = tagColumns(visible, Object.keys(form.columns)).map(({ tag, column }) => ({ name: column, doc: `The tag ${tag}`, tag }))
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

function cellOf(column: ReportColumnForm, name: string, facts: RowFacts, { zone, setting }: Asked): ReportCell {
  if (column.time) return facts.time ?? null
  if (column.instance !== undefined) return factOf(facts.instance, column.instance, zone)
  if (column.label !== undefined) {
    const value = facts.label?.(column.label) ?? null
    return column.show ? column.show(value, facts.instance.name) : value
  }
  if (column.setting !== undefined) return numberOrText(setting(facts.instance.id, column.setting))
  if (column.seen !== undefined) {
    const at = facts.seen?.[column.seen]
    return at === undefined ? null : zone.plain(at)
  }
  if (column.percentile !== undefined) return facts.percentile?.(column.percentile) ?? null
  if (column.text) return facts.text ?? null
  if (column.span) return facts.span ?? null
  if (column.samples) return facts.samples ?? null
  if (column.resolution) return facts.resolution ?? null
  if (column.since !== undefined) return facts.at === undefined ? null : interval(facts.number?.(name) ?? null, facts.at)
  if (column.from === undefined) return null
  const value = facts.number?.(name) ?? null
  return column.unit === 'timestamp' && value !== null ? zone.plain(value) : value
}

/** One row of the answer. Columns computed from others come last, in their place. */
export function rowOf(asked: Asked, facts: RowFacts): Row {
  const row: Record<string, ReportCell> = {}
  for (const { name, form, tag } of asked.output) {
    row[name] = form === undefined ? (facts.instance.tags[tag ?? ''] ?? null) : cellOf(form, name, facts, asked)
  }
  for (const { name, form } of asked.output) if (form?.of) row[name] = form.of(row)
  return row
}

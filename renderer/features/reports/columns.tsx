/** The columns of a report's table: from its entry, and from what the answer carries besides. */
import type { Unit } from '../../../shared/model/report.ts'
import { formatBytes, formatCount, formatDuration, formatInstant, formatMeasure, formatPercent, type Zone } from '../../../shared/units.ts'
import { now } from '../../data/clock.ts'
import type { ListedColumn, ReportCell, ReportEntry, ReportLine } from '../../data/reports.ts'
import type { Column } from '../../ui/Table.tsx'

const WRITE: Readonly<Record<Unit, (value: number) => string>> = {
  count: formatMeasure,
  blocks: formatCount,
  bytes: formatBytes,
  ms: formatDuration,
  s: (value) => formatDuration(value * 1000),
  percent: (value) => formatPercent(value / 100),
  timestamp: String,
}

/** Times of an answer are UTC, as `2026-11-21T13:01:24Z` or `2026-11-21 13:01:24`; NaN for what is none. */
export const instantOf = (text: ReportCell | undefined): number =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(text) ? Date.parse(text.replace(' ', 'T').replace(/Z?$/, 'Z')) : NaN

/** A cell as it is read. */
export function written(value: ReportCell, column: ListedColumn | undefined, zone: Zone): string {
  if (value === null) return '–'
  // Numbers that only name something, as an oid.
  if (typeof value === 'number' && column?.kind === 'text') return String(value)
  if (typeof value === 'number') return WRITE[column?.unit ?? 'count'](value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const time = column?.kind === 'time' || column?.unit === 'timestamp' ? instantOf(value) : NaN
  return Number.isNaN(time) ? value : formatInstant(time, now(), zone)
}

export const labelOf = (name: string): string => name.replaceAll('_', ' ')

/** Columns that hold much text take what is left of the width. */
const WIDE = new Set(['text', 'query', 'message', 'plan', 'sample', 'sql'])

/** Rows by which a column's width is found. */
const LOOKED_AT = 200

/** px, from what is to be read in it. */
const widthOf = (name: string, texts: readonly string[]): number =>
  WIDE.has(name) ? 280 : Math.max(56, Math.min(240, 24 + 7 * Math.max(labelOf(name).length, ...texts.map(({ length }) => length))))

/** In the order of the answer; columns that hold nothing in any row are left out of the screen, and told by `hidden`. */
export function columnsOf(
  entry: ReportEntry,
  rows: readonly ReportLine[],
  zone: Zone,
): { readonly shown: readonly Column<ReportLine>[]; readonly hidden: number } {
  const known = new Map(entry.columns.map((column) => [column.name, column]))
  const names = Object.keys(rows[0] ?? {})
  const filled = names.filter((name) => rows.some((row) => (row[name] ?? null) !== null))
  const shown = filled.map((name): Column<ReportLine> => {
    const column = known.get(name)
    const isText = !rows.some((row) => typeof row[name] === 'number')
    const texts = rows.slice(0, LOOKED_AT).map((row) => written(row[name] ?? null, column, zone))
    return {
      id: name,
      title: labelOf(name),
      width: widthOf(name, texts),
      ...(isText ? { grow: WIDE.has(name) ? 4 : 0 } : { right: true }),
      value: (row) => row[name] ?? null,
      cell: (row) => <Cell text={written(row[name] ?? null, column, zone)} isText={isText} />,
      doc: [`${name}: ${column?.doc ?? 'Tag of the instance'}`, ...(column?.unit ? [`in ${column.unit}`] : [])].join(', '),
    }
  })
  return { shown, hidden: names.length - filled.length }
}

function Cell({ text, isText }: { readonly text: string; readonly isText: boolean }) {
  if (text === '–') return <span className="dim">–</span>
  return isText ? (
    <span className="cut" title={text.length > 16 ? text : undefined}>
      {text.replace(/\s+/g, ' ')}
    </span>
  ) : (
    <>{text}</>
  )
}

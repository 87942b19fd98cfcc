/** One measure of a report over time, a lane per instance. */
import { useMemo, useState } from 'react'
import { formatMeasure, type Zone } from '../../../shared/units.ts'
import type { ListedColumn, ReportEntry, ReportLine } from '../../data/reports.ts'
import { Empty } from '../../ui/Feedback.tsx'
import { Lane } from '../../ui/Lane.tsx'
import { instantOf, labelOf, written } from './columns.tsx'

/** More lanes than a page shows help nobody. */
const MOST = 12

/** Measures that can be drawn: those with a number somewhere. */
export const measuresOf = (entry: ReportEntry, rows: readonly ReportLine[]): readonly ListedColumn[] =>
  entry.columns.some(({ kind }) => kind === 'time')
    ? entry.columns.filter(({ kind, name }) => (kind === 'counter' || kind === 'gauge') && rows.some((row) => typeof row[name] === 'number'))
    : []

interface Props {
  readonly entry: ReportEntry
  readonly rows: readonly ReportLine[]
  readonly measure: ListedColumn
  readonly from: number
  readonly to: number
  /** ms */
  readonly step: number
  readonly zone: Zone
}

export function Lanes({ entry, rows, measure, from, to, step, zone }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const lanes = useMemo(() => {
    const time = entry.columns.find(({ kind }) => kind === 'time')?.name ?? 'time'
    const who = ['pg_instance', 'server', 'database'].filter((name) => rows.some((row) => (row[name] ?? null) !== null && row[name] !== 'all'))
    const byName = Map.groupBy(rows, (row) => who.map((name) => String(row[name] ?? '')).join(' · '))
    return [...byName].map(([name, of]) => ({
      name,
      points: of
        // A row's time is the end of what it tells of.
        .map((row): readonly [number, number | null] => [instantOf(row[time]) - step, typeof row[measure.name] === 'number' ? Number(row[measure.name]) : null])
        .toSorted((a, b) => a[0] - b[0]),
    }))
  }, [entry, rows, measure, step])
  if (lanes.length === 0) return <Empty title="Nothing in this range" />
  return (
    <div className="lanes">
      {lanes.slice(0, MOST).map(({ name, points }) => (
        <Lane
          key={name}
          title={`${labelOf(measure.name)} · ${name}`}
          from={from}
          to={to}
          step={step}
          points={points}
          kind={measure.kind === 'counter' ? 'bars' : 'line'}
          write={(value) => written(value, measure, zone)}
          axis={(value) => (value === 0 ? '0' : measure.unit === null ? formatMeasure(value) : written(value, measure, zone))}
          zone={zone}
          at={at}
          onAt={setAt}
        />
      ))}
      {lanes.length > MOST ? <p className="note">{`${String(lanes.length - MOST)} more in the table`}</p> : null}
    </div>
  )
}

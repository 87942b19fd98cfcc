import { formatAge, formatDuration, formatInstant, formatQuantity, type Zone } from '../../../shared/units.ts'
import type { ProblemRow } from '../../data/alerting.ts'
import { now } from '../../data/clock.ts'
import { useNow } from '../../data/use-now.ts'
import { Status } from '../../ui/Feedback.tsx'
import { Severity, severityRank } from '../../ui/Severity.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Counts by itself, so that the table is not drawn anew each second. */
export function Since({ at }: { readonly at: number }) {
  const time = useNow(1000)
  return <>{formatAge(time - at)}</>
}

/** `340 s ≥ 120 s`, or ≤ where less is worse; nothing for a problem without a measured value. */
export function valueWords({ value, threshold, unit }: Pick<ProblemRow, 'value' | 'threshold' | 'unit'>): string | null {
  if (value === null) return null
  return threshold === null ? formatQuantity(value, unit) : `${formatQuantity(value, unit)} ${value < threshold ? '≤' : '≥'} ${formatQuantity(threshold, unit)}`
}

function Handled({ row }: { readonly row: ProblemRow }) {
  const marks = [
    row.silence === null ? null : (
      <Status key="silenced" kind="paused" title="A silence covers it: nobody is told">
        Silenced
      </Status>
    ),
    row.acknowledged === null ? null : (
      <span key="seen" className="cut" title={row.acknowledged.note}>
        ✓ {row.acknowledged.by}
        {row.acknowledged.note === '' ? '' : `: ${row.acknowledged.note}`}
      </span>
    ),
  ].filter((mark) => mark !== null)
  return marks.length === 0 ? <span className="dim">nobody yet</span> : <span className="row cut">{marks}</span>
}

const what = (grow: number): Column<ProblemRow> => ({
  id: 'problem',
  title: 'Problem',
  width: 220,
  grow,
  value: (row) => `${row.check_name}: ${row.message}`,
  cell: (row) => (
    <span className="cut" title={row.message}>
      <strong className="medium">{row.check_name}</strong> <span className="dim">{row.message}</span>
    </span>
  ),
})
const instance: Column<ProblemRow> = { id: 'instance', title: 'Instance', width: 132, grow: 1, value: (row) => row.pg_instance }

export const openColumns = (zone: Zone, compact: boolean): readonly Column<ProblemRow>[] => [
  { id: 'severity', title: 'Severity', width: 92, right: false, value: (row) => severityRank(row.state), cell: (row) => <Severity state={row.state} /> },
  instance,
  what(4),
  ...(compact
    ? []
    : [
        {
          id: 'value',
          title: 'Value against threshold',
          width: 156,
          value: (row: ProblemRow) => row.value,
          cell: (row: ProblemRow) => valueWords(row) ?? <span className="dim">–</span>,
        },
      ]),
  {
    id: 'since',
    title: 'For',
    width: 64,
    right: true,
    doc: 'How long it has been open',
    value: (row) => row.since,
    cell: (row) => (
      <span title={`since ${formatInstant(row.since, now(), zone)}`}>
        <Since at={row.since} />
      </span>
    ),
  },
  ...(compact
    ? []
    : [
        {
          id: 'handled',
          title: 'Seen to by',
          width: 140,
          grow: 1,
          value: (row: ProblemRow) => row.acknowledged?.by ?? null,
          cell: (row: ProblemRow) => <Handled row={row} />,
        },
      ]),
]

export const closedColumns = (zone: Zone, compact: boolean): readonly Column<ProblemRow>[] => [
  {
    id: 'severity',
    title: 'Worst',
    width: 92,
    value: (row) => severityRank(row.worst),
    cell: (row) => <Severity state={row.worst} />,
  },
  instance,
  what(4),
  ...(compact
    ? []
    : [{ id: 'since', title: 'From', width: 132, value: (row: ProblemRow) => row.since, cell: (row: ProblemRow) => formatInstant(row.since, now(), zone) }]),
  {
    id: 'resolved',
    title: 'Resolved',
    width: 132,
    value: (row) => row.resolved,
    cell: (row) => (row.resolved === null ? '–' : formatInstant(row.resolved, now(), zone)),
  },
  {
    id: 'lasted',
    title: 'Lasted',
    width: 84,
    right: true,
    value: (row) => (row.resolved === null ? null : row.resolved - row.since),
    cell: (row) => (row.resolved === null ? '–' : formatDuration(row.resolved - row.since)),
  },
]

/** What statements cost: by database, the leading ones, and one in detail. */
import { ListTree } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatCount, formatDuration, formatPercent, formatMeasure, formatSpan, zoneName } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import type { SummaryRow } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { Empty, Loading, Panel, Problem } from '../../ui/Feedback.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { hitShare, metricOf, ratio, sumOf, tempBlocks } from './metrics.ts'
import './queries.css'
import { QueryPanel } from './QueryPanel.tsx'
import { LIMITS, TopQueries } from './TopQueries.tsx'
import { useAsked, useSummary, useTop, type Asked } from './use-queries.ts'

function QueriesScreen() {
  const { own, setOwn } = useScope()
  const { search } = useLocation()
  const navigate = useNavigate()
  const zone = useView((s) => s.zone)
  const asked = useAsked()
  const metric = metricOf(own('rank'))
  const limit = LIMITS.find((n) => String(n) === own('n')) ?? 20
  const open = own('q')
  const summary = useSummary(asked)
  const top = useTop(asked, metric.by, limit)
  const close = useCallback(() => {
    setOwn('q', null)
  }, [setOwn])
  const commands = useMemo(
    (): readonly Command[] => [
      {
        id: 'compare',
        title: 'Compare with the time before',
        group: 'This page',
        keys: 'd',
        words: 'difference what changed',
        run: () => navigate({ pathname: PATHS.compare, search }),
      },
      ...(open === null ? [] : [{ id: 'close', title: 'Close the query', group: 'This page', keys: 'escape', run: close } as const]),
    ],
    [open, close, navigate, search],
  )
  useCommands(commands)
  return (
    <div className={`queries${open === null ? '' : ' open'}`}>
      <h1 className="spoken">Queries</h1>
      <div className="main">
        <Panel
          label="By database"
          title="By database"
          busy={summary.refreshing}
          note={`${formatSpan(asked.from, asked.to, now(), zone)} ${zoneName(asked.to, zone)} · ${formatDuration(asked.to - asked.from)}`}
        >
          {summary.problem !== null && summary.data === undefined ? (
            <Problem problem={summary.problem} retry={summary.retry} />
          ) : summary.data === undefined ? (
            <Loading lines={3} />
          ) : summary.data.length === 0 ? (
            <Empty title="Nothing to sum up in this range" />
          ) : (
            <Summary rows={summary.data} asked={asked} compact={open !== null} />
          )}
        </Panel>
        <TopQueries
          asked={asked}
          top={top}
          by={metric.by}
          limit={limit}
          total={sumOf(summary.data ?? [], metric.by)}
          selected={open}
          compact={open !== null}
          onOpen={(row) => {
            if (row.query_md5_id !== null) setOwn('q', row.query_md5_id)
          }}
        />
      </div>
      {open === null ? null : (
        <QueryPanel key={open} md5={open} rows={(top.data ?? []).filter((row) => row.query_md5_id === open)} asked={asked} onClose={close} />
      )}
    </div>
  )
}

function Summary({ rows, asked, compact }: { readonly rows: readonly SummaryRow[]; readonly asked: Asked; readonly compact: boolean }) {
  const many = new Set(rows.map((row) => row.pg_instance)).size > 1
  const perSecond = (value: number | null) => (value === null ? null : value / asked.seconds)
  const measure = (
    id: string,
    title: string,
    value: (row: SummaryRow) => number | null,
    write: (value: number | null) => string,
    doc = '',
  ): Column<SummaryRow> => ({
    id,
    title,
    width: 88,
    right: true,
    value,
    doc,
    cell: (row) => (value(row) === null ? <span className="dim">–</span> : write(value(row))),
  })
  const total = sumOf(rows, 'total_time')
  const columns: readonly Column<SummaryRow>[] = [
    { id: 'database', title: 'Database', width: 140, grow: 1, value: (row) => row.database },
    ...(many ? [{ id: 'instance', title: 'Instance', width: 160, value: (row) => row.pg_instance } satisfies Column<SummaryRow>] : []),
    measure('total', 'Total time', (row) => row.total_time, formatDuration),
    measure('share', '%', (row) => ratio(row.total_time, total), formatPercent),
    measure('calls', 'Calls/s', (row) => perSecond(row.calls), formatMeasure),
    ...(compact
      ? []
      : [
          measure('mean', 'Average', (row) => ratio(row.total_time, row.calls), formatDuration, 'Time per execution'),
          measure('p95', '95th', (row) => row.perc_95, formatDuration, '95 % of the calls belong to statements with at most this mean time'),
          measure('rows', 'Rows/s', (row) => perSecond(row.rows), formatMeasure),
          measure('hit', 'Hit', hitShare, formatPercent, 'Share of blocks found in the cache'),
          measure('temp', 'Temp blocks', tempBlocks, formatCount),
        ]),
  ]
  return (
    <Table
      label="Statements by database"
      rows={rows}
      columns={columns}
      rowId={(row) => `${row.pg_instance}\n${row.database ?? ''}`}
      sort={{ id: 'total', descending: true }}
      height={Math.min(7, rows.length) * 28 + 32}
    />
  )
}

export default defineScreen({
  path: PATHS.queries,
  title: 'Queries',
  icon: ListTree,
  keys: 'q',
  words: 'statements slow sql top',
  section: 'Monitor',
  right: 'read',
  Screen: QueriesScreen,
})

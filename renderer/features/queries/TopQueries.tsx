import { Tooltip } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { apportion, formatCount, formatDuration, formatPercent, formatMeasure } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { useScope } from '../../app/use-scope.ts'
import type { QueryRow } from '../../data/api.ts'
import { ShareBar } from '../../ui/Bars.tsx'
import { ChoiceMenu } from '../../ui/ChoiceMenu.tsx'
import { copyText } from '../../ui/copy.ts'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { FilterBox, FilteredOut } from '../../ui/FilterBox.tsx'
import { rawTable, Table, type Column } from '../../ui/Table.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import { hitShare, metricOf, METRICS, ratio, sumOf, tempBlocks } from './metrics.ts'
import type { Asked, useTop } from './use-queries.ts'

export const LIMITS = [20, 50, 100, 200] as const
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const idOf = (row: QueryRow) => `${row.pg_instance}\n${row.database ?? ''}\n${row.user ?? ''}\n${row.query_md5_id ?? ''}\n${row.queryid ?? ''}`

interface Props {
  readonly asked: Asked
  readonly top: ReturnType<typeof useTop>
  readonly by: string
  readonly limit: number
  /** Of the metric, over all statements; null when not collected. */
  readonly total: number | null
  readonly onOpen: (row: QueryRow) => void
  readonly selected: string | null
  readonly compact: boolean
}

export function TopQueries({ asked, top, by, limit, total, onOpen, selected, compact }: Props) {
  const { setOwn } = useScope()
  const [filter, setFilter] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useCommands(
    useMemo((): readonly Command[] => [{ id: 'filter', title: 'Filter the queries', group: 'This page', keys: '/', run: () => search.current?.focus() }], []),
  )
  const metric = metricOf(by)
  const all = top.data ?? []
  const rows = all.filter((row) =>
    `${row.text ?? ''} ${row.query_md5_id ?? ''} ${row.database ?? ''} ${row.user ?? ''}`.toLowerCase().includes(filter.trim().toLowerCase()),
  )
  const columns = columnsOf(metric, asked, total, all, compact)
  const shown = sumOf(all, metric.by)
  const rest = total === null || shown === null ? null : Math.max(0, total - shown)
  const coverage = ratio(shown, total)
  const exact = rawTable(
    rows,
    columns.filter((column) => column.id !== 'bar'),
  )
  return (
    <Panel
      label="Top queries"
      title="Top queries"
      busy={top.refreshing}
      note={
        top.stale && top.problem !== null ? (
          <Stale at={top.at} problem={top.problem} retry={top.retry} />
        ) : coverage === null || all.length === 0 ? null : (
          `These ${String(all.length)} = ${formatPercent(Math.min(1, coverage))} of ${metric.name.toLowerCase()}`
        )
      }
      tools={
        <span className="row">
          <FilterBox ref={search} label="Filter the queries" text={filter} change={setFilter} />
          <ChoiceMenu
            label={`By ${metric.name.toLowerCase()}`}
            choices={METRICS.map(({ by: value, name }) => ({ value, name, title: value }))}
            onChoose={(value) => {
              setOwn('rank', value === 'total_time' ? null : value)
            }}
          />
          <ChoiceMenu
            label={`Top ${String(limit)}`}
            choices={LIMITS.map((n) => ({ value: String(n), name: `Top ${String(n)}`, title: '' }))}
            onChoose={(value) => {
              setOwn('n', value === '20' ? null : value)
            }}
          />
          <TableTools table={exact} file="top-queries" />
        </span>
      }
    >
      {top.problem !== null && top.data === undefined ? (
        <Problem problem={top.problem} retry={top.retry} />
      ) : top.loading ? (
        <Loading lines={8} />
      ) : all.length === 0 ? (
        <Empty
          title="No statement was recorded in this range"
          cause="Statements are read once a minute, and the first reading only sets the base: numbers come with the second. If none come, pg_stat_statements is not installed in the database connected to, or query monitoring is off."
        >
          <button
            type="button"
            className="button"
            onClick={() => {
              void copyText('CREATE EXTENSION IF NOT EXISTS pg_stat_statements;', 'SQL')
            }}
          >
            <Copy size={14} aria-hidden="true" /> Copy CREATE EXTENSION
          </button>
        </Empty>
      ) : rows.length === 0 ? (
        <FilteredOut cause={`None of these ${String(all.length)} queries contains “${filter}”.`} change={setFilter} />
      ) : (
        <Table
          key={by}
          label="Top queries"
          rows={rows}
          columns={columns}
          rowId={idOf}
          sort={{ id: 'main', descending: true }}
          selected={rows.filter((row) => selected !== null && row.query_md5_id === selected).map(idOf)[0] ?? null}
          onOpen={onOpen}
          foot={footOf(all, total, rest, metric)}
        />
      )}
    </Panel>
  )
}

function footOf(rows: readonly QueryRow[], total: number | null, rest: number | null, metric: ReturnType<typeof metricOf>) {
  if (total === null || total === 0 || rest === null) return []
  const shares = apportion([...rows.map((row) => (100 * (row[metric.by] ?? 0)) / total), (100 * rest) / total], 1)
  return [
    { name: 'Other statements', main: metric.write(rest), share: (shares.at(-1) ?? 0).toFixed(1) },
    { name: 'Σ', main: metric.write(total), share: '100.0' },
  ]
}

function columnsOf(
  metric: ReturnType<typeof metricOf>,
  { seconds }: Asked,
  total: number | null,
  rows: readonly QueryRow[],
  compact: boolean,
): readonly Column<QueryRow>[] {
  const most = Math.max(1e-9, ...rows.map((row) => row[metric.by] ?? 0))
  const shares =
    total === null || total === 0
      ? null
      : apportion(
          [
            ...rows.map((row) => (100 * (row[metric.by] ?? 0)) / total),
            Math.max(0, 100 - rows.reduce((sum, row) => sum + (100 * (row[metric.by] ?? 0)) / total, 0)),
          ],
          1,
        )
  const perSecond = (value: number | null) => (value === null ? null : value / seconds)
  const measure = (
    id: string,
    title: string,
    width: number,
    value: (row: QueryRow) => number | null,
    write: (value: number | null) => string,
    doc: string,
  ): Column<QueryRow> => ({
    id,
    title,
    width,
    right: true,
    value,
    cell: (row) =>
      value(row) === null ? (
        <span className="dim" title="Not collected, or nothing to divide by">
          –
        </span>
      ) : (
        write(value(row))
      ),
    doc,
  })
  const main: readonly Column<QueryRow>[] = [
    { id: 'name', title: 'Statement', width: 240, grow: 1, value: (row) => row.text ?? '', cell: (row) => <Statement row={row} /> },
    { id: 'main', title: metric.name, width: 96, right: true, value: (row) => row[metric.by], cell: (row) => metric.write(row[metric.by]), doc: metric.by },
    { id: 'bar', title: '', width: 72, value: () => null, fixedOrder: true, cell: (row) => <ShareBar share={(row[metric.by] ?? 0) / most} /> },
    {
      id: 'share',
      title: '%',
      width: 56,
      right: true,
      value: (row) => ratio(row[metric.by], total),
      cell: (row) => {
        const share = shares?.[rows.indexOf(row)]
        return share === undefined ? '–' : share === 0 && (row[metric.by] ?? 0) > 0 ? '< 0.1' : share === 0 ? '0' : share.toFixed(1)
      },
      doc: `Share of ${metric.name.toLowerCase()} of all statements in the range`,
    },
  ]
  const names: readonly Column<QueryRow>[] = [
    { id: 'database', title: 'Database', width: 88, value: (row) => row.database },
    { id: 'user', title: 'User', width: 88, value: (row) => row.user },
  ]
  const measures = [
    measure('calls', 'Calls/s', 80, (row) => perSecond(row.calls), formatMeasure, 'Executions per second'),
    measure('mean', 'Average', 80, (row) => ratio(row.total_time, row.calls), formatDuration, 'Time per execution'),
    measure('rows', 'Rows/call', 80, (row) => ratio(row.rows, row.calls), formatMeasure, 'Rows per execution'),
    measure('hit', 'Hit', 72, hitShare, formatPercent, 'Share of blocks found in the cache'),
    measure('read', 'Read/s', 80, (row) => perSecond(row.shared_blks_read), formatMeasure, 'Blocks read per second'),
    measure('temp', 'Temp', 72, tempBlocks, formatCount, 'Temp blocks read and written'),
  ]
  return compact ? [...main, ...measures.slice(0, 2)] : [...main, ...names, ...measures]
}

function Statement({ row }: { readonly row: QueryRow }) {
  if (row.text === null) return <span className="dim cut">Text not known ({row.queryid ?? 'no id'})</span>
  return (
    <Tooltip label={<span className="sql clamp">{row.text}</span>} multiline position="bottom-start">
      <code className="cut">{oneLine(row.text)}</code>
    </Tooltip>
  )
}

/** One query: its text, what it cost in the range, and when. */
import { Tabs } from '@mantine/core'
import { Copy, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatCount, formatDuration, formatPercent, formatRate } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import type { QueryRow } from '../../data/api.ts'
import { copyText } from '../../ui/copy.ts'
import { AsTable } from '../../ui/AsTable.tsx'
import { Awaited } from '../../ui/Awaited.tsx'
import { FactTable } from '../../ui/FactTable.tsx'
import { Empty } from '../../ui/Feedback.tsx'
import { Lane } from '../../ui/Lane.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { byMinute, hitShare, ratio, sumOf, tempBlocks, type Metric } from './metrics.ts'
import { PlansTab } from './PlansTab.tsx'
import { SamplesTab } from './SamplesTab.tsx'
import { useMinutes, type Asked } from './use-queries.ts'
import { formatClock } from '../../../shared/units.ts'

const MINUTE = 60_000
const TABS = [
  ['text', 'Text'],
  ['plans', 'Plans'],
  ['samples', 'Samples'],
] as const
type Minute = ReturnType<typeof byMinute>[number]

export function QueryPanel({
  md5,
  rows,
  asked,
  onClose,
}: {
  readonly md5: string
  readonly rows: readonly QueryRow[]
  readonly asked: Asked
  readonly onClose: () => void
}) {
  const { own, setOwn } = useScope()
  const tab = TABS.find(([id]) => id === own('tab'))?.[0] ?? 'text'
  const text = rows.find((row) => row.text !== null)?.text ?? null
  return (
    <aside className="panel query" aria-label="Query">
      <header>
        <h2>
          Query <code>{md5.slice(0, 8)}…</code>
        </h2>
        <span className="grow" />
        <button
          type="button"
          className="button plain small"
          onClick={() => {
            void copyText(md5, 'Query id')
          }}
        >
          <Copy size={14} aria-hidden="true" /> Id
        </button>
        <button
          type="button"
          className="button plain small"
          disabled={text === null}
          onClick={() => {
            void copyText(text ?? '', 'Statement')
          }}
        >
          <Copy size={14} aria-hidden="true" /> SQL
        </button>
        <button type="button" className="button plain small icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <X size={14} />
        </button>
      </header>
      <Tabs
        value={tab}
        onChange={(to) => {
          setOwn('tab', to === 'text' ? null : to, 'replace')
        }}
        keepMounted={false}
      >
        <Tabs.List>
          {TABS.map(([id, title]) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {tab === 'plans' ? (
        <div className="content">
          <PlansTab asked={asked} md5={md5} />
        </div>
      ) : tab === 'samples' ? (
        <div className="content">
          <SamplesTab asked={asked} md5={md5} />
        </div>
      ) : (
        <TextTab md5={md5} rows={rows} asked={asked} text={text} />
      )}
    </aside>
  )
}

/** The text, what it cost in the range, and when. */
function TextTab({
  md5,
  rows,
  asked,
  text,
}: {
  readonly md5: string
  readonly rows: readonly QueryRow[]
  readonly asked: Asked
  readonly text: string | null
}) {
  const zone = useView((s) => s.zone)
  const minutes = useMinutes(asked, md5)
  const [at, setAt] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const series = useMemo(() => byMinute(minutes.data ?? []), [minutes.data])
  const lane = (value: (minute: Minute) => number | null) => series.map((minute) => [minute.time - MINUTE, value(minute)] as const)
  const perSecond = (metric: Metric) => lane(({ sums }) => (sums[metric] === null ? null : sums[metric] / 60))
  const common = { from: asked.from, to: asked.to, step: MINUTE, zone, at, onAt: setAt }
  return (
    <div className="content">
      {text === null ? (
        <p className="note">The text of this statement is not among the leading ones of this range.</p>
      ) : (
        <pre className="sql" tabIndex={0}>
          {text}
        </pre>
      )}
      {rows.length === 0 ? null : <Facts rows={rows} seconds={asked.seconds} />}
      <div className="row" style={{ paddingTop: 12 }}>
        <h3 className="grow">Per minute</h3>
        <AsTable on={asTable} turn={setAsTable} chart="Charts" />
      </div>
      <Awaited poll={minutes} height={280}>
        {() =>
          series.length === 0 ? (
            <Empty title="Not executed in this range" cause="Statements are read once a minute; what ended before the first reading is not seen." />
          ) : asTable ? (
            <Minutes series={series} />
          ) : (
            <>
              <Lane {...common} title="Calls per second" axis={formatCount} points={perSecond('calls')} kind="bars" write={formatRate} />
              <Lane
                {...common}
                title="Average time"
                axis={formatDuration}
                points={lane(({ sums }) => ratio(sums.total_time, sums.calls))}
                kind="line"
                write={formatDuration}
              />
              <Lane
                {...common}
                title="Rows per call"
                axis={formatCount}
                points={lane(({ sums }) => ratio(sums.rows, sums.calls))}
                kind="line"
                write={formatCount}
              />
              <Lane {...common} title="Cache blocks read per second" axis={formatCount} points={perSecond('shared_blks_read')} kind="bars" write={formatRate} />
            </>
          )
        }
      </Awaited>
    </div>
  )
}

function Facts({ rows, seconds }: { readonly rows: readonly QueryRow[]; readonly seconds: number }) {
  const sum = (metric: Metric) => sumOf(rows, metric)
  const whole = {
    calls: sum('calls'),
    rows: sum('rows'),
    total_time: sum('total_time'),
    shared_blks_hit: sum('shared_blks_hit'),
    shared_blks_read: sum('shared_blks_read'),
  }
  const calls = whole.calls
  const names = (pick: (row: QueryRow) => string | null) => [...new Set(rows.map((row) => pick(row) ?? 'none'))].join(', ')
  const hits = rows.map(hitShare).every((share) => share === null)
    ? null
    : ratio(whole.shared_blks_hit, (whole.shared_blks_hit ?? 0) + (whole.shared_blks_read ?? 0))
  const temp = rows.map(tempBlocks).reduce((a, b) => (a ?? 0) + (b ?? 0), 0)
  return (
    <FactTable
      of={[
        ['Total time', formatDuration(whole.total_time)],
        ['Calls', `${formatCount(calls)} (${formatRate(calls === null ? null : calls / seconds)})`],
        ['Average', formatDuration(ratio(whole.total_time, calls))],
        ['Rows per call', formatCount(roundRatio(whole.rows, calls))],
        ['Cache hits', formatPercent(hits)],
        ['Temp blocks', formatCount(temp)],
        ['Database', names((row) => row.database)],
        ['User', names((row) => row.user)],
        ['Instance', names((row) => row.pg_instance)],
      ]}
    />
  )
}

const roundRatio = (part: number | null, whole: number | null) => {
  const value = ratio(part, whole)
  return value === null ? null : Number(value.toPrecision(3))
}

function Minutes({ series }: { readonly series: readonly Minute[] }) {
  const zone = useView((s) => s.zone)
  const columns: readonly Column<Minute>[] = [
    { id: 'time', title: 'Minute to', width: 88, value: ({ time }) => new Date(time).toISOString(), cell: ({ time }) => formatClock(time, zone, false) },
    { id: 'calls', title: 'Calls', width: 72, right: true, value: ({ sums }) => sums.calls, cell: ({ sums }) => formatCount(sums.calls) },
    {
      id: 'avg',
      title: 'Average',
      width: 80,
      right: true,
      value: ({ sums }) => ratio(sums.total_time, sums.calls),
      cell: ({ sums }) => formatDuration(ratio(sums.total_time, sums.calls)),
    },
    { id: 'rows', title: 'Rows', width: 72, right: true, value: ({ sums }) => sums.rows, cell: ({ sums }) => formatCount(sums.rows) },
    { id: 'read', title: 'Read', width: 72, right: true, value: ({ sums }) => sums.shared_blks_read, cell: ({ sums }) => formatCount(sums.shared_blks_read) },
  ]
  return <Table label="Per minute" rows={series} columns={columns} rowId={({ time }) => String(time)} sort={{ id: 'time', descending: true }} height={320} />
}

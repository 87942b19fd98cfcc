/** Who and what made the load of the window: one list per dimension, each row a filter. */
import { Tooltip } from '@mantine/core'
import { Copy, Download, ExternalLink, Minus, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Dimension } from '../../../shared/model/activity.ts'
import type { TopReply, TopRow } from '../../data/api.ts'
import { DIMENSION_NAMES } from '../../app/dimensions.ts'
import { PATHS } from '../../app/paths.ts'
import { writeScope } from '../../app/scope.ts'
import { useScope } from '../../app/use-scope.ts'
import { StackBar, Trend } from '../../ui/Bars.tsx'
import { waitColour } from '../../ui/colours.ts'
import { saveFile } from '../../app/bridge.ts'
import { copyText } from '../../ui/copy.ts'
import { toCsv, toTsv } from '../../ui/delimited.ts'
import { rawTable, Table, type Column } from '../../ui/Table.tsx'
import { FEW_SAMPLES, printList } from './shares.ts'
import { meaningOf } from './waits.ts'

export const TABS: readonly { readonly dimension: Dimension; readonly title: string }[] = [
  { dimension: 'query_md5_id', title: 'Top SQL' },
  { dimension: 'wait_event', title: 'Waits' },
  { dimension: 'user_name', title: 'Users' },
  { dimension: 'application_name', title: 'Applications' },
  { dimension: 'client_host_name', title: 'Clients' },
  { dimension: 'database', title: 'Databases' },
  { dimension: 'pg_instance', title: 'Instances' },
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function Name({ row, dimension }: { readonly row: TopRow; readonly dimension: Dimension }) {
  if (dimension === 'wait_event')
    return (
      <span className="row cut" title={meaningOf(row.detail)} style={{ gap: 6 }}>
        <span className="swatch" style={{ background: `var(${waitColour(row.detail)})` }} />
        <span className="cut">
          {row.detail === '' || row.detail === row.label ? (
            row.label
          ) : (
            <>
              <span className="dim">{row.detail}</span> {row.label}
            </>
          )}
        </span>
      </span>
    )
  if (dimension !== 'query_md5_id') return <span className="cut">{row.label === '' ? 'none' : row.label}</span>
  if (row.value === null)
    return <span className="dim cut">{row.label === '' ? 'No query id: outside a statement, or its text was cut' : oneLine(row.label)}</span>
  return (
    <Tooltip label={<span className="sql clamp">{row.label}</span>} multiline position="bottom-start">
      <code className="cut">{oneLine(row.label)}</code>
    </Tooltip>
  )
}

export function Lists({ top, dimension }: { readonly top: TopReply; readonly dimension: Dimension }) {
  const { scope, include, exclude, drop } = useScope()
  const navigate = useNavigate()
  const list = top.lists[dimension]
  const printed = useMemo(() => (list === undefined ? null : printList(list)), [list])
  if (list === undefined || printed === null) return null
  const most = Math.max(1e-9, ...list.rows.map((row) => row.aas))
  const cellsOf = (row: TopRow) => printed.rows[list.rows.indexOf(row)]
  const included = (row: TopRow) => scope.where.some((c) => c.dimension === dimension && !c.exclude && c.values.includes(row.value))
  const toggle = (row: TopRow) => {
    if (included(row)) drop(dimension, row.value)
    else include(dimension, row.value)
  }
  const open = (md5: string) => {
    const params = writeScope(scope)
    params.set('q', md5)
    void navigate({ pathname: PATHS.queries, search: `?${params.toString()}` })
  }
  const actions = (row: TopRow) => (
    <span className="acts">
      <button
        type="button"
        className="button plain small icon"
        title="Only this"
        aria-label={`Only ${row.label}`}
        onClick={() => {
          include(dimension, row.value)
        }}
      >
        <Plus size={14} />
      </button>
      <button
        type="button"
        className="button plain small icon"
        title="Without this (-)"
        aria-label={`Without ${row.label}`}
        onClick={() => {
          exclude(dimension, row.value)
        }}
      >
        <Minus size={14} />
      </button>
      <button
        type="button"
        className="button plain small icon"
        title="Copy"
        aria-label={`Copy ${row.label}`}
        onClick={() => {
          void copyText(row.label, dimension === 'query_md5_id' ? 'Statement' : 'Name')
        }}
      >
        <Copy size={14} />
      </button>
      {dimension === 'query_md5_id' && row.value !== null ? (
        <button
          type="button"
          className="button plain small icon"
          title="Open the query"
          aria-label="Open the query"
          onClick={() => {
            open(row.value ?? '')
          }}
        >
          <ExternalLink size={14} />
        </button>
      ) : null}
    </span>
  )
  const title = DIMENSION_NAMES[dimension]
  const columns: readonly Column<TopRow>[] = [
    {
      id: 'name',
      title: dimension === 'query_md5_id' ? 'Statement' : title,
      width: 220,
      grow: 1,
      value: (row) => row.label,
      cell: (row) => <Name row={row} dimension={dimension} />,
    },
    { id: 'acts', title: '', width: dimension === 'query_md5_id' ? 116 : 88, value: () => null, cell: actions, fixedOrder: true },
    {
      id: 'aas',
      title: 'AAS',
      width: 72,
      right: true,
      value: (row) => row.aas,
      doc: 'Average active sessions in the window',
      cell: (row) => <span title={row.samples < FEW_SAMPLES ? `from ${String(row.samples)} samples` : undefined}>{cellsOf(row)?.aas}</span>,
    },
    { id: 'share', title: '%', width: 60, right: true, value: (row) => row.share, cell: (row) => cellsOf(row)?.share },
    { id: 'waits', title: 'Waits', width: 132, value: (row) => row.aas, fixedOrder: true, cell: (row) => <StackBar classes={row.classes} full={most} /> },
    { id: 'trend', title: 'Trend', width: 112, value: () => null, fixedOrder: true, cell: (row) => <Trend values={row.trend} /> },
    { id: 'samples', title: 'Samples', width: 80, right: true, value: (row) => row.samples, cell: (row) => cellsOf(row)?.samples },
  ]
  const data = columns.filter((column) => column.fixedOrder !== true)
  const save = () => {
    void saveFile(`activity_${dimension}.csv`, 'text/csv', toCsv(rawTable(list.rows, data)))
  }
  const { other, sum } = printed
  return (
    <>
      <div className="tabtools">
        <button
          type="button"
          className="button plain small"
          onClick={() => {
            void copyText(toTsv(rawTable(list.rows, data)), 'Table')
          }}
        >
          <Copy size={14} aria-hidden="true" /> Copy
        </button>
        <button type="button" className="button plain small" onClick={save}>
          <Download size={14} aria-hidden="true" /> CSV
        </button>
      </div>
      <Table
        key={dimension}
        label={`Load by ${title.toLowerCase()}`}
        rows={list.rows}
        columns={columns}
        rowId={(row) => String(row.value)}
        sort={{ id: 'aas', descending: true }}
        selected={list.rows.find(included) === undefined ? null : String(list.rows.find(included)?.value)}
        onOpen={toggle}
        onKey={(row, event) => {
          if (event.key !== '-') return false
          exclude(dimension, row.value)
          event.stopPropagation()
          return true
        }}
        foot={[
          ...(list.other.count > 0 || list.other.aas > 0
            ? [{ name: `Other (${String(list.other.count)})`, aas: other.aas, share: other.share, samples: other.samples }]
            : []),
          { name: 'Σ', aas: sum.aas, share: sum.share, samples: sum.samples },
        ]}
      />
    </>
  )
}

/** The statements that changed most, and what is left; every column adds up to the total above. */
import type { ReactNode } from 'react'
import { formatCount, formatDuration } from '../../../shared/units.ts'
import type { Difference } from '../../../shared/model/compare.ts'
import type { CompareReply } from '../../data/api.ts'
import { ChoiceMenu } from '../../ui/ChoiceMenu.tsx'
import { Panel } from '../../ui/Feedback.tsx'
import { rawTable, Table, type Column } from '../../ui/Table.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import { reasonOf, TERMS, writeAmount, writeChange, writeRelative, type Measure, type Row, type Shown, type Term } from './split.ts'
import { LIMITS } from './use-compare.ts'

type Line = Shown['rows'][number]
export type SortedBy = 'change' | Term

interface Props {
  readonly reply: CompareReply
  readonly shown: Shown
  readonly measure: Measure
  readonly sorted: SortedBy
  readonly limit: number
  readonly onLimit: (limit: string) => void
  readonly busy: boolean
  readonly onOpen: (row: Row) => void
}

export function Changes({ reply, shown, measure, sorted, limit, onLimit, busy, onOpen }: Props) {
  const { unit, rows, others, total } = shown
  const columns = columnsOf(shown, measure)
  const raw = rawTable(rows, columns)
  const foot = (name: ReactNode, difference: Difference) => ({ ...cells(difference, unit.decimals), name })
  return (
    <Panel
      label="Statements that changed"
      title="Statements that changed"
      busy={busy}
      note={`${unit.name} · sorted by how much, in either direction · Enter opens one`}
      tools={
        <span className="row">
          <ChoiceMenu
            label={`Top ${String(limit)}`}
            choices={LIMITS.map((n) => ({ value: String(n), name: `Top ${String(n)}`, title: '' }))}
            onChoose={onLimit}
          />
          <TableTools table={raw} file="compare" />
        </span>
      }
    >
      <Table
        key={sorted}
        label="Statements that changed"
        rows={rows}
        columns={columns}
        rowId={({ row }) => `${row.query_md5_id ?? ''} ${row.queryid ?? ''} ${row.label}`}
        sort={{ id: sorted, descending: true }}
        onOpen={({ row }) => {
          onOpen(row)
        }}
        foot={[
          foot(
            <span className="cut" title="What is not listed, what is no statement, and what rounding took from the rows above">
              {reply.others.count === 0 ? 'Rest and rounding' : `${formatCount(reply.others.count)} others, rest and rounding`}
            </span>,
            others,
          ),
          foot('Σ', total),
        ]}
      />
    </Panel>
  )
}

/** What a line of the foot says. */
const cells = (difference: Difference, decimals: number): Readonly<Record<string, ReactNode>> => ({
  before: writeAmount(difference.before, decimals),
  after: writeAmount(difference.after, decimals),
  change: writeChange(difference.change, decimals),
  relative: writeRelative(difference),
  ...Object.fromEntries(TERMS.map(({ id }) => [id, writeChange(difference[id], decimals)])),
})

/** Raw values are those of the answer, so that an export has every digit; what is printed adds up. The largest change in either direction comes first. */
function columnsOf({ unit, rows, total }: Shown, measure: Measure): readonly Column<Line>[] {
  const most = Math.max(1e-12, ...rows.map(({ shown }) => Math.abs(shown.change)))
  const number = (id: 'before' | 'after', title: string, doc: string): Column<Line> => ({
    id,
    title,
    width: 64,
    right: true,
    doc,
    value: ({ row }) => row[measure][id],
    cell: ({ shown }) => (shown[id] === 0 ? <span className="dim">0</span> : writeAmount(shown[id], unit.decimals)),
  })
  const term = ({ id, name, doc }: (typeof TERMS)[number]): Column<Line> => ({
    id,
    title: name,
    width: id === 'more_calls' ? 84 : id === 'slower' ? 104 : 56,
    right: true,
    doc,
    value: ({ row }) => row[measure][id],
    order: ({ row }) => Math.abs(row[measure][id]),
    cell: ({ shown }) => (shown[id] === 0 ? <span className="dim">0</span> : writeChange(shown[id], unit.decimals)),
  })
  const two = (
    id: string,
    title: string,
    doc: string,
    of: (row: Row) => readonly [number | null, number | null],
    write: (value: number) => string,
  ): Column<Line> => ({
    id,
    title,
    width: id === 'calls' ? 112 : 136,
    right: true,
    doc,
    value: ({ row }) => of(row)[1],
    cell: ({ row }) =>
      of(row)
        .map((value) => (value === null ? '–' : write(value)))
        .join(' → '),
  })
  return [
    {
      id: 'name',
      title: 'Statement',
      width: 220,
      grow: 1,
      value: ({ row }) => row.label,
      cell: ({ row }) => (
        <code className="cut" title={row.label}>
          {row.label.replace(/\s+/g, ' ').trim()}
        </code>
      ),
    },
    number('before', 'Before', 'In the earlier window'),
    number('after', 'After', 'In the later window'),
    {
      id: 'change',
      title: 'Change',
      width: 84,
      right: true,
      doc: 'After less before: the sum of the terms to the right',
      value: ({ row }) => row[measure].change,
      order: ({ row }) => Math.abs(row[measure].change),
      cell: ({ shown }) => <Change value={shown.change} decimals={unit.decimals} />,
    },
    { id: 'bar', title: '', width: 48, fixedOrder: true, value: () => null, cell: ({ shown }) => <ChangeBar share={shown.change / most} /> },
    {
      id: 'why',
      title: 'Mainly',
      width: 104,
      doc: 'The term that moved it most',
      value: ({ shown }) => reasonOf(shown) ?? '',
      cell: ({ shown }) => reasonOf(shown) ?? <span className="dim">–</span>,
    },
    // What nothing has come to or gone from has no column.
    ...TERMS.filter(({ id }) => id !== 'rest' && (total[id] !== 0 || rows.some(({ row }) => row[measure][id] !== 0))).map(term),
    two('calls', 'Calls', 'Calls before and after', (row) => [row.calls_before, row.calls_after], formatCount),
    two('mean', 'Average', 'Time of a call before and after', (row) => [row.mean_before, row.mean_after], formatDuration),
  ]
}

function Change({ value, decimals }: { readonly value: number; readonly decimals: number }) {
  if (value === 0) return <span className="dim">0</span>
  return (
    <strong>
      {value < 0 ? '▼' : '▲'} {writeChange(value, decimals)}
    </strong>
  )
}

/** To the right of the middle what became more, to the left what became less. */
function ChangeBar({ share }: { readonly share: number }) {
  const width = `${String(Math.abs(share) * 50)}%`
  return (
    <span className="changebar" aria-hidden="true">
      <i className={share < 0 ? 'better' : 'worse'} style={share < 0 ? { right: '50%', width } : { left: '50%', width }} />
    </span>
  )
}

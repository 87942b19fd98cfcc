import type { ReactNode } from 'react'
import type { PlatformApi } from '../../../shared/api/platform.generated.ts'
import type { ProblemRow } from '../../data/alerting.ts'
import type { Poll } from '../../data/use-poll.ts'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

interface Props {
  readonly title: string
  readonly label: string
  readonly note: ReactNode
  readonly tools?: ReactNode
  readonly poll: Poll<PlatformApi['listProblems']['reply']>
  readonly columns: readonly Column<ProblemRow>[]
  readonly sort: { readonly id: string; readonly descending: boolean }
  readonly isShown: (row: ProblemRow) => boolean
  /** Something is filtered out on purpose. */
  readonly filtered: boolean
  readonly empty: { readonly title: string; readonly cause: string }
  readonly selected: number | null
  readonly onOpen: (id: number | null) => void
}

export function ProblemList({ title, label, note, tools, poll, columns, sort, isShown, filtered, empty, selected, onOpen }: Props) {
  const all = poll.data?.problems ?? []
  const rows = all.filter(isShown)
  return (
    <Panel
      label={label}
      title={title}
      tools={tools}
      note={poll.stale && poll.problem !== null ? <Stale at={poll.at} problem={poll.problem} retry={poll.retry} /> : note}
    >
      {poll.data === undefined ? (
        poll.problem === null ? (
          <Loading lines={3} />
        ) : (
          <Problem problem={poll.problem} retry={poll.retry} keeps="Rules are judged all the same." />
        )
      ) : all.length === 0 ? (
        <Empty {...empty} />
      ) : rows.length === 0 && filtered ? (
        <Empty title="Filtered out" cause={`None of ${String(all.length)} matches the severity, the text and the instances chosen above.`} />
      ) : (
        <Table
          label={label}
          rows={rows}
          columns={columns}
          rowId={(row) => String(row.id)}
          sort={sort}
          selected={selected === null ? null : String(selected)}
          onOpen={(row) => {
            onOpen(row.id === selected ? null : row.id)
          }}
          height={Math.min(rows.length, 12) * 28 + 40}
        />
      )}
    </Panel>
  )
}

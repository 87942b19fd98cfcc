/** Connections of one watcher: how each is, its switches, and what can be done with it. */
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Declared } from '../../data/use-agent.ts'
import type { Poll } from '../../data/use-poll.ts'
import { mayAct, mayWrite, useOverview } from '../../data/use-overview.ts'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { FilterBox, FilteredOut } from '../../ui/FilterBox.tsx'
import { Table } from '../../ui/Table.tsx'
import { columnsOf, type Asked } from './columns.tsx'
import { Sheets } from './Sheets.tsx'
import type { Ways } from './ways.ts'

interface Props {
  readonly label: string
  readonly title: string
  readonly list: Poll<unknown>
  readonly declared: readonly Declared[]
  readonly ways: Ways
  readonly reload: () => Promise<void>
  /** Tells connections of the same name apart. */
  readonly of: string
  /** What is added to the numbers in the header. */
  readonly note?: string
  readonly addTitle: string
  readonly empty: { readonly title: string; readonly cause: string }
  /** Said where the list could not be loaded. */
  readonly keeps: string
  readonly asked: Asked
  readonly ask: (asked: Asked) => void
  /** All at once, where the watcher can. */
  readonly all?: { readonly enable: () => Promise<unknown>; readonly disable: () => Promise<unknown> }
}

const REFUSED = 'This account may not change connections on this platform.'

export function List({ label, title, list, declared, ways, reload, of, note = '', addTitle, empty, keeps, asked, ask, all }: Props) {
  const { data: overview } = useOverview()
  const [filter, setFilter] = useState('')
  const [result, setResult] = useState('')
  const locked = mayWrite(overview) ? undefined : REFUSED
  const fixed = mayAct(overview) ? undefined : REFUSED
  const act = async (work: Promise<unknown>) => {
    await work
    await reload()
  }
  const enableAll = async (work: Promise<unknown>) => {
    try {
      await act(work)
      setResult('Attempts have started for every connection that was not established.')
    } catch (cause) {
      setResult(cause instanceof Error ? cause.message : 'This did not work.')
    }
  }
  const add = () => {
    ask({ what: 'add' })
  }
  const rows = declared.filter((row) => `${row.name} ${row.host} ${row.user} ${row.tags}`.toLowerCase().includes(filter.toLowerCase()))
  const running = declared.filter((row) => row.connected).length
  return (
    <Panel
      label={label}
      title={title}
      busy={false}
      note={
        list.stale && list.problem !== null ? (
          <Stale at={list.at} problem={list.problem} retry={list.retry} />
        ) : list.data === undefined ? null : (
          `${String(declared.length)} declared · ${String(running)} running · ${String(declared.length - running)} not running${note}`
        )
      }
      tools={
        <span className="row">
          {declared.length === 0 ? null : <FilterBox label={`Filter the ${label.toLowerCase()}`} text={filter} change={setFilter} />}
          {all === undefined ? null : (
            <>
              <Tool hindrance={locked} idle={declared.length === 0} press={() => void enableAll(all.enable())}>
                Enable all
              </Tool>
              <Tool
                hindrance={locked}
                idle={declared.length === 0}
                press={() => {
                  ask({ what: 'disable-all' })
                }}
              >
                Disable all
              </Tool>
            </>
          )}
          <button type="button" className="button small primary" disabled={locked !== undefined} title={locked ?? addTitle} onClick={add}>
            <Plus size={14} aria-hidden="true" /> Add
          </button>
        </span>
      }
    >
      {result === '' ? null : (
        <div className="banner" role="status" style={{ margin: '0 12px 8px' }}>
          {result} {running} of {declared.length} running.
        </div>
      )}
      {list.problem !== null && list.data === undefined ? (
        <Problem problem={list.problem} retry={list.retry} keeps={keeps} />
      ) : list.data === undefined ? (
        <Loading lines={4} />
      ) : declared.length === 0 ? (
        <Empty title={empty.title} cause={empty.cause}>
          <button type="button" className="button" disabled={locked !== undefined} title={locked} onClick={add}>
            {addTitle}
          </button>
        </Empty>
      ) : rows.length === 0 ? (
        <FilteredOut cause={`No connection contains “${filter}”.`} change={setFilter} />
      ) : (
        <Table
          label={label}
          rows={rows}
          columns={columnsOf({ ways, locked, fixed, act, ask })}
          rowId={(row) => row.name}
          sort={{ id: 'name', descending: false }}
          height={Math.min(rows.length, 16) * 28 + 80}
        />
      )}
      <Causes rows={declared} />
      <Sheets
        asked={asked}
        close={() => {
          ask(null)
        }}
        declared={declared}
        context={{ ways, locked, act }}
        of={of}
        addTitle={addTitle}
        disableAll={all?.disable}
      />
    </Panel>
  )
}

function Tool({
  hindrance,
  idle,
  press,
  children,
}: {
  readonly hindrance: string | undefined
  /** There is nothing to do it with. */
  readonly idle: boolean
  readonly press: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="button small" disabled={hindrance !== undefined || idle} title={hindrance} onClick={press}>
      {children}
    </button>
  )
}

/** Why those that should be connected are not, in full. */
function Causes({ rows }: { readonly rows: readonly Declared[] }) {
  return rows
    .filter((row) => row.enabled && !row.connected && row.cause !== '')
    .map((row) => (
      <div key={row.name} className="banner warn" style={{ margin: '0 12px 12px' }}>
        <span aria-hidden="true">▲</span>
        <span>
          <strong>{row.name}</strong>: {row.cause}. It is tried again by itself.
        </span>
      </div>
    ))
}

/** The connections that the platform watches itself: how they are, what that costs, what their servers can tell. */
import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { agentlessCapabilities, listAgentless } from '../../data/api.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Panel, Status } from '../../ui/Feedback.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { Cost, Details, type Watching } from './Details.tsx'

interface Row extends Watching {
  readonly enabled: boolean
  readonly login: string
}

export function Agentless() {
  const { data } = usePoll(['agentless'], listAgentless, { every: 5 })
  const [shown, setShown] = useState<string | null>(null)
  const rows = (data ?? []).map(
    ({ connection: { name, connected, enabled, user, host, port }, cause, cost, stretch, queries_paused, tables_paused, texts_paused }): Row => ({
      name,
      connected,
      enabled,
      cause,
      cost,
      stretch,
      login: `${user}@${host}:${String(port)}`,
      queriesPaused: queries_paused,
      tablesPaused: tables_paused,
      textsPaused: texts_paused,
    }),
  )
  const row = rows.find(({ name }) => name === shown)
  if (rows.length === 0) return null
  return (
    <Panel label="Agentless connections" title="Agentless connections" note={`${String(rows.length)} watched by the platform itself`}>
      <Table
        label="Agentless connections"
        rows={rows}
        columns={columnsOf(setShown)}
        rowId={({ name }) => name}
        sort={{ id: 'name', descending: false }}
        height={Math.min(rows.length, 8) * 28 + 80}
      />
      <Drawer
        opened={row !== undefined}
        onClose={() => {
          setShown(null)
        }}
        title={row?.name ?? ''}
      >
        {row === undefined ? null : <Details row={row} of="" ask={(signal) => agentlessCapabilities(row.name, signal)} />}
      </Drawer>
    </Panel>
  )
}

const columnsOf = (show: (name: string) => void): readonly Column<Row>[] => [
  { id: 'name', title: 'Name', width: 140, value: (row) => row.name, cell: (row) => <strong className="cut medium">{row.name}</strong> },
  {
    id: 'state',
    title: 'State',
    width: 200,
    grow: 1,
    value: stateOf,
    cell: (row) => (
      <Status kind={row.connected ? 'ok' : row.enabled ? 'warn' : 'off'} title={row.cause}>
        {stateOf(row)}
      </Status>
    ),
  },
  { id: 'login', title: 'User and host', width: 200, grow: 1, value: (row) => row.login },
  { id: 'cost', title: 'Cost (ms/min)', width: 180, value: (row) => row.cost, cell: (row) => <Cost row={row} /> },
  {
    id: 'rests',
    title: 'Rests by itself',
    width: 180,
    value: restsOf,
    cell: (row) => (restsOf(row) === '' ? <span className="dim">nothing</span> : <Status kind="paused">{restsOf(row)}</Status>),
  },
  {
    id: 'more',
    title: '',
    width: 180,
    fixedOrder: true,
    value: () => null,
    cell: (row) => (
      <button
        type="button"
        className="button plain small"
        onClick={() => {
          show(row.name)
        }}
      >
        Cost and capabilities
      </button>
    ),
  },
]

const stateOf = (row: Row): string => (row.connected ? 'Connected' : row.enabled ? 'Enabled, not connected' : 'Disabled')

const restsOf = ({ queriesPaused, tablesPaused, textsPaused }: Row): string =>
  [queriesPaused === '' ? '' : 'queries', tablesPaused === '' ? '' : 'tables', textsPaused === '' ? '' : 'texts'].filter((part) => part !== '').join(', ')

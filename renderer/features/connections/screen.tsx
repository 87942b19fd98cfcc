/** The databases the agent watches: how each is, what is collected of it, and switches that work. */
import { Drawer, Modal } from '@mantine/core'
import { Plug, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatAge } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAgent, type Declared } from '../../data/use-agent.ts'
import { useNow } from '../../data/use-now.ts'
import { mayWrite, useOverview } from '../../data/use-overview.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ConnectionForm } from '../../ui/ConnectionForm.tsx'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { notify } from '../../ui/notify.ts'
import { Table } from '../../ui/Table.tsx'
import { Agentless } from './Agentless.tsx'
import { columnsOf, type Asked } from './columns.tsx'
import { Details } from './Details.tsx'
import { EditForm } from './EditForm.tsx'

function ConnectionsScreen() {
  const { agent, client, list, declared, reload } = useAgent(useScope().own('agent'))
  const { data: overview } = useOverview()
  const time = useNow(1000)
  const [asked, setAsked] = useState<Asked>(null)
  const [filter, setFilter] = useState('')
  const [result, setResult] = useState('')
  const locked = mayWrite(overview) ? undefined : 'This account may not change connections on this platform.'
  const act = async (work: Promise<unknown>) => {
    await work
    await reload()
  }
  const enableAll = async () => {
    await act(client.enableConnections())
    setResult('Attempts have started for every connection that was not established.')
  }
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'connection.add',
          title: 'Add a connection',
          group: 'This page',
          keys: 'n',
          words: 'database server monitor',
          run: () => {
            setAsked({ what: 'add' })
          },
        },
      ],
      [],
    ),
  )
  const rows = declared.filter((row) => `${row.name} ${row.host} ${row.user} ${row.tags}`.toLowerCase().includes(filter.toLowerCase()))
  const detailed = asked?.what === 'details' ? declared.find(({ name }) => name === asked.row.name) : undefined
  const running = declared.filter((row) => row.connected).length
  const columns = columnsOf({ client, locked, act, ask: setAsked })
  return (
    <>
      <h1 className="spoken">Connections</h1>
      <Panel
        label="Connections"
        title={agent === undefined || agent.embedded ? 'Connections' : `Connections of ${agent.name}`}
        busy={false}
        note={
          list.stale && list.problem !== null ? (
            <Stale at={list.at} problem={list.problem} retry={list.retry} />
          ) : list.data === undefined ? null : (
            `${String(declared.length)} declared · ${String(running)} running · ${String(declared.length - running)} not running${agent === undefined || agent.last_upload === null ? ' · never uploaded' : ` · last upload ${formatAge(time - agent.last_upload)} ago`}`
          )
        }
        tools={
          <span className="row">
            <input
              className="filter"
              aria-label="Filter the connections"
              placeholder="Filter"
              value={filter}
              onChange={(event) => {
                setFilter(event.currentTarget.value)
              }}
            />
            <button
              type="button"
              className="button small"
              disabled={locked !== undefined || declared.length === 0}
              title={locked}
              onClick={() => {
                enableAll().catch((cause: unknown) => {
                  setResult(cause instanceof Error ? cause.message : '')
                })
              }}
            >
              Enable all
            </button>
            <button
              type="button"
              className="button small"
              disabled={locked !== undefined || declared.length === 0}
              title={locked}
              onClick={() => {
                setAsked({ what: 'disable-all' })
              }}
            >
              Disable all
            </button>
            <button
              type="button"
              className="button small primary"
              disabled={locked !== undefined}
              title={locked ?? 'Add a connection (N)'}
              onClick={() => {
                setAsked({ what: 'add' })
              }}
            >
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
          <Problem problem={list.problem} retry={list.retry} keeps="What the agent collected before can still be read." />
        ) : list.data === undefined ? (
          <Loading lines={4} />
        ) : declared.length === 0 ? (
          <Empty title="No database is watched yet" cause="Add one with the user it is to be read with; a role with pg_monitor is enough.">
            <button
              type="button"
              className="button primary"
              disabled={locked !== undefined}
              onClick={() => {
                setAsked({ what: 'add' })
              }}
            >
              Add a connection
            </button>
          </Empty>
        ) : rows.length === 0 ? (
          <Empty title="Filtered out" cause={`No connection contains “${filter}”.`} />
        ) : (
          <Table
            label="Connections"
            rows={rows}
            columns={columns}
            rowId={(row) => row.name}
            sort={{ id: 'name', descending: false }}
            height={Math.min(rows.length, 16) * 28 + 80}
          />
        )}
        <Causes rows={declared} />
      </Panel>
      <Agentless />
      <Drawer
        opened={asked?.what === 'add'}
        onClose={() => {
          setAsked(null)
        }}
        title="Add a connection"
      >
        <ConnectionForm
          taken={declared.map((row) => row.name)}
          test={(body) => client.testConnection({ body })}
          onCancel={() => {
            setAsked(null)
          }}
          submit={async (name, body) => {
            const { status } = await client.addConnection({ params: { connection_name: name }, body })
            await reload()
            notify(name, status)
            setAsked(null)
          }}
        />
      </Drawer>
      <Drawer
        opened={asked?.what === 'edit'}
        onClose={() => {
          setAsked(null)
        }}
        title={asked?.what === 'edit' ? `Edit ${asked.row.name}` : ''}
      >
        {asked?.what === 'edit' ? (
          <EditForm
            client={client}
            row={asked.row}
            done={async () => {
              await reload()
              setAsked(null)
            }}
            onCancel={() => {
              setAsked(null)
            }}
          />
        ) : null}
      </Drawer>
      <Drawer
        opened={detailed !== undefined}
        onClose={() => {
          setAsked(null)
        }}
        title={detailed?.name ?? ''}
      >
        {detailed === undefined ? null : (
          <Details row={detailed} of={agent?.id ?? ''} ask={(signal) => client.getCapabilities({ params: { connection_name: detailed.name } }, signal)} />
        )}
      </Drawer>
      <Modal
        opened={asked?.what === 'delete' || asked?.what === 'disable-all'}
        onClose={() => {
          setAsked(null)
        }}
        title={asked?.what === 'delete' ? `Delete ${asked.row.name}?` : 'Disable all connections?'}
      >
        {asked?.what === 'delete' ? (
          <Confirm
            text={`Monitoring of ${asked.row.name} (${asked.row.host}:${String(asked.row.port)}) stops and its settings are removed. What was collected stays until it is too old to be kept.`}
            action="Delete"
            work={() => act(client.deleteConnection({ params: { connection_name: asked.row.name } }))}
            close={() => {
              setAsked(null)
            }}
          />
        ) : asked?.what === 'disable-all' ? (
          <Confirm
            text={`Monitoring stops, and the charts will show a gap, for: ${declared
              .filter((row) => row.enabled)
              .map((row) => row.name)
              .join(', ')}.`}
            action="Disable all"
            work={() => act(client.disableConnections())}
            close={() => {
              setAsked(null)
            }}
          />
        ) : null}
      </Modal>
    </>
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

export default defineScreen({
  path: PATHS.connections,
  title: 'Connections',
  icon: Plug,
  keys: 'm',
  words: 'databases monitored servers agent switches',
  section: 'Manage',
  right: 'read',
  Screen: ConnectionsScreen,
})

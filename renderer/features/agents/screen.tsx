/** The agents: which there are, how each is, and everything that steers them, the one in this program and those elsewhere alike. */
import { Drawer, Modal } from '@mantine/core'
import { Plus, Radar } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useScope } from '../../app/use-scope.ts'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { KeyOnce } from '../../ui/KeyOnce.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddAgent } from './AddAgent.tsx'
import { COLUMNS } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { useAgents } from './use-agents.ts'
import './agents.css'

function AgentsScreen() {
  const { list, forbidden, reload } = useAgents()
  const { own, setOwn } = useScope()
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState<{ readonly agent: string; readonly license: string } | null>(null)
  const open = own('agent')
  const agents = list.data ?? []
  const agent = agents.find((one) => one.id === open)
  const select = (id: string | null) => {
    setOwn('agent', id)
  }
  const tell = (name: string, license: string) => {
    setTold({ agent: name, license })
  }
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'agent.add',
          title: 'Add an agent',
          group: 'This page',
          keys: 'n',
          words: 'register remote license key',
          run: () => {
            if (forbidden) return false
            setAdding(true)
            return true
          },
        },
        {
          id: 'agent.close',
          title: 'Close the agent',
          group: 'This page',
          keys: 'escape',
          run: () => {
            if (open === null) return false
            setOwn('agent', null)
            return true
          },
        },
      ],
      [forbidden, open, setOwn],
    ),
  )
  const answering = agents.filter((one) => one.state === 'online').length
  return (
    <>
      <h1 className="spoken">Agents</h1>
      <Panel
        label="Agents"
        title="Agents"
        note={
          list.stale && list.problem !== null ? (
            <Stale at={list.at} problem={list.problem} retry={list.retry} />
          ) : list.data === undefined ? null : (
            `${String(agents.length)} registered · ${String(answering)} answering`
          )
        }
        tools={
          <button
            type="button"
            className="button small primary"
            disabled={forbidden}
            title={forbidden ? 'This account may not add agents' : 'Add an agent (N)'}
            onClick={() => {
              setAdding(true)
            }}
          >
            <Plus size={14} aria-hidden="true" /> Add
          </button>
        }
      >
        {forbidden ? (
          <Empty title="Not allowed for this account" cause="Agents are seen and steered by administrators. What they collect is shown on the other pages." />
        ) : list.data === undefined ? (
          list.problem === null ? (
            <Loading lines={3} />
          ) : (
            <Problem problem={list.problem} retry={list.retry} keeps="The agents go on collecting." />
          )
        ) : agents.length === 0 ? (
          <Empty title="No agent is registered" cause="Add one that runs on a database's host." />
        ) : (
          <Table
            label="Agents"
            rows={agents}
            columns={COLUMNS}
            rowId={(row) => row.id}
            sort={{ id: 'name', descending: false }}
            selected={open}
            onOpen={(row) => {
              select(row.id === open ? null : row.id)
            }}
            height={Math.min(agents.length, 12) * 28 + 40}
          />
        )}
      </Panel>
      {agent !== undefined ? (
        <Detail
          key={agent.id}
          agent={agent}
          tell={tell}
          close={() => {
            select(null)
          }}
        />
      ) : agents.length > 0 && open === null ? (
        <p className="note">Choose an agent to see its settings and to steer it.</p>
      ) : agents.length > 0 ? (
        <Empty title="This agent is no longer registered" cause="It was deleted; what it uploaded is still shown." />
      ) : null}
      <Drawer
        opened={adding}
        onClose={() => {
          setAdding(false)
        }}
        title="Add an agent"
      >
        <AddAgent
          taken={agents.map((one) => one.name)}
          onCancel={() => {
            setAdding(false)
          }}
          done={async (added, license) => {
            setAdding(false)
            if (license !== undefined) tell(added.name, license)
            await reload()
            select(added.id)
          }}
        />
      </Drawer>
      <Modal
        opened={told !== null}
        onClose={() => {
          setTold(null)
        }}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
        title={told === null ? '' : `License key of ${told.agent}`}
      >
        {told === null ? null : (
          <div className="stack">
            <p>It is told only this once. Save it on the host of the agent and start the agent with it.</p>
            <KeyOnce license={told.license} />
            <div className="row">
              <button
                type="button"
                className="button primary"
                onClick={() => {
                  setTold(null)
                }}
              >
                I have taken it along
              </button>
            </div>
          </div>
        )}
      </Modal>
    </>
  )
}

export default defineScreen({
  path: PATHS.agents,
  title: 'Agents',
  icon: Radar,
  keys: 'n',
  words: 'remote license key fingerprint upload proxy port stop start limits',
  section: 'Manage',
  right: 'admin',
  Screen: AgentsScreen,
})

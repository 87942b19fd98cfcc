/** What changes whether and where an agent runs: name and address, port, stop and start, removal. */
import { Modal } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod'
import { AgentName, AgentUrl } from '../../../shared/model/agents.ts'
import { changeAgent, deleteAgent, getAgent } from '../../data/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Form, type Field } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { PortText } from './fields.ts'
import { Start } from './Hindrance.tsx'
import type { Agent } from './state.tsx'
import { useReload, useSteered } from './use-agents.ts'

const FIELDS: readonly Field<'name' | 'url'>[] = [
  { name: 'name', label: 'Name here' },
  { name: 'url', label: 'URL of its management interface', placeholder: 'https://db1:8282', hint: 'Another address needs its certificate accepted again.' },
]
const ADDRESS = z.object({
  name: AgentName,
  url: z.string().refine((text) => text.trim() === '' || AgentUrl.safeParse(text.trim()).success, 'must be of the form https://host:port, or empty'),
})
const PORT = z.object({ port: PortText })

/** A stopped agent answers first and ends then: a moment passes until that is seen. */
async function untilStopped(id: string): Promise<void> {
  for (let i = 0; i < 10; i++) {
    if ((await getAgent(id)).state !== 'online') return
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

type Asked = 'stop' | 'delete' | { readonly port: string } | null

export function ManageTab({ agent, left }: { readonly agent: Agent; readonly left: () => void }) {
  const { id, name, url, embedded, state } = agent
  const { client } = useSteered(agent)
  const reload = useReload()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => {
    setAsked(null)
  }
  const after = embedded
    ? 'It can be started again from here.'
    : `It must be started again on its host${agent.server === null ? '' : ` ${agent.server}`}. This app cannot start it.`
  const stopped = async (work: Promise<{ readonly status: string }>) => {
    const said = await work
    notify(name, said.status)
    await untilStopped(id)
    await reload()
  }
  const isPort = asked !== null && typeof asked === 'object'
  return (
    <div className="columns">
      <div className="stack">
        <h3>Name and address</h3>
        {embedded ? (
          <p className="note">It is part of this program: its name and its address are given.</p>
        ) : (
          <Form
            quiet
            key={`${name} ${url ?? ''}`}
            fields={FIELDS}
            schema={ADDRESS}
            start={{ name, url: url ?? '' }}
            submitLabel="Save"
            busyLabel="Saving…"
            submit={async (to) => {
              const next = to.url.trim() === '' ? null : to.url.trim()
              await changeAgent(id, { ...(to.name === name ? {} : { name: to.name }), ...(next === url ? {} : { url: next }) })
              await reload()
            }}
          />
        )}
        <h3>Port</h3>
        <p className="note">A change of port stops the agent. {after}</p>
        {state === 'online' ? (
          <Form
            quiet
            key={String(agent.port)}
            fields={[{ name: 'port', label: 'Port it listens on', width: 'half' }]}
            schema={PORT}
            start={{ port: String(agent.port ?? 8282) }}
            submitLabel="Change…"
            busyLabel="Changing…"
            submit={({ port }) => {
              setAsked({ port })
              return Promise.resolve()
            }}
          />
        ) : (
          <p className="note">It can be changed while the agent answers.</p>
        )}
      </div>
      <div className="stack">
        <h3>Stop and start</h3>
        {state === 'stopped' ? (
          <Start agent={agent} />
        ) : (
          <>
            <p className="note">Collection ends and the charts will show a gap. {after}</p>
            <button
              type="button"
              className="button danger"
              disabled={state !== 'online'}
              title={state === 'online' ? undefined : 'The agent does not answer'}
              onClick={() => {
                setAsked('stop')
              }}
            >
              Stop…
            </button>
          </>
        )}
        {embedded ? null : (
          <>
            <h3>Remove</h3>
            <p className="note">Its license keys end at once, so it can upload no more. What it has uploaded stays.</p>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                setAsked('delete')
              }}
            >
              Delete…
            </button>
          </>
        )}
      </div>
      <Modal opened={asked === 'stop'} onClose={close} title={`Stop ${name}?`}>
        <Confirm
          text={`${name} ends collection (${String(agent.connections?.running ?? 0)} of its connections run now) and closes its interface. The charts will show a gap. ${after}`}
          typed={name}
          action="Stop"
          work={() => stopped(client.stopAgent())}
          close={close}
        />
      </Modal>
      <Modal opened={isPort} onClose={close} title={`Change the port of ${name}?`}>
        {isPort ? (
          <Confirm
            text={`The agent will STOP, and listen on port ${asked.port} when it is started the next time. ${after}`}
            typed={name}
            action="Change the port and stop"
            work={() => stopped(client.setAgentPort({ params: { port: asked.port } }))}
            close={close}
          />
        ) : null}
      </Modal>
      <Modal opened={asked === 'delete'} onClose={close} title={`Delete ${name}?`}>
        <Confirm
          text={`${name} is removed from the list and its license keys end at once: its uploads are refused. What it has uploaded stays until it is too old to be kept. The agent itself goes on running on its host.`}
          typed={name}
          action="Delete"
          work={async () => {
            await deleteAgent(id)
            left()
            await reload()
          }}
          close={close}
        />
      </Modal>
    </div>
  )
}

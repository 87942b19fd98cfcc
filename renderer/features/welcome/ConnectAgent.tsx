/** An agent on a database's own host: register it, hand over its key once, and see it arrive. */
import { Copy } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { AgentName, AgentUrl } from '../../../shared/model/agents.ts'
import { acceptCertificate, addAgent, getAgent } from '../../data/api.ts'
import { usePoll } from '../../data/use-poll.ts'
import { copyText } from '../../ui/copy.ts'
import { Status } from '../../ui/Feedback.tsx'
import { Form, type Field } from '../../ui/Form.tsx'
import { KeyOnce } from '../../ui/KeyOnce.tsx'

type Key = 'name' | 'url'
type Agent = Awaited<ReturnType<typeof getAgent>>

const FIELDS: readonly Field<Key>[] = [
  { name: 'name', label: 'Name of the agent', placeholder: 'db1', width: 'half' },
  { name: 'url', label: 'Its address, to steer it from here (optional)', placeholder: 'https://db1:8282', width: 'half' },
]
const SCHEMA = z.object({
  name: AgentName,
  url: z.string().refine((text) => text.trim() === '' || AgentUrl.safeParse(text.trim()).success, 'must be of the form https://host:port, or empty'),
})

export function ConnectAgent() {
  const [added, setAdded] = useState<{ readonly id: string; readonly key: string } | null>(null)
  return (
    <section className="panel hint" aria-label="Connect to an agent">
      <h2>Connect to an agent</h2>
      {added === null ? (
        <>
          <p className="dim">The agent gets a license key of its own; with it, it sends what it collects to this platform.</p>
          <div style={{ width: '100%' }}>
            <Form
              fields={FIELDS}
              schema={SCHEMA}
              start={{ name: '', url: '' }}
              submitLabel="Register the agent"
              busyLabel="Registering…"
              submit={async ({ name, url }) => {
                const { agent, license_key: key } = await addAgent(name.trim(), url.trim() === '' ? null : url.trim())
                setAdded({ id: agent.id, key: key ?? '' })
              }}
            />
          </div>
        </>
      ) : (
        <Registered id={added.id} license={added.key} />
      )}
    </section>
  )
}

function Registered({ id, license }: { readonly id: string; readonly license: string }) {
  const { data: agent, retry } = usePoll(['agents', id], (signal) => getAgent(id, signal), { every: 5 })
  const command = `npm run watchpost -- agent --upload-server ${window.location.host} --license-key-file license.key --fingerprint <this platform's>`
  return (
    <>
      <h3>1. Its license key, told only this once</h3>
      <KeyOnce license={license} />
      <h3>2. Start it on the database&apos;s host</h3>
      <pre className="sql">{command}</pre>
      <p className="note">
        The fingerprint is that of this platform&apos;s certificate; its log tells it at the start. The platform must listen on an address that the agent
        reaches (--platform-host).
      </p>
      <button
        type="button"
        className="button small"
        onClick={() => {
          void copyText(command, 'Command')
        }}
      >
        <Copy size={14} aria-hidden="true" /> Copy the command
      </button>
      <h3>3. See it arrive</h3>
      {agent === undefined ? null : <Arrival agent={agent} accepted={retry} />}
    </>
  )
}

function Arrival({ agent, accepted }: { readonly agent: Agent; readonly accepted: () => void }) {
  const [reason, setReason] = useState('')
  const seen = agent.certificate.seen
  const accept = async (fingerprint: string) => {
    try {
      await acceptCertificate(agent.id, fingerprint)
      accepted()
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    }
  }
  return (
    <>
      {agent.last_upload === null ? <Status kind="unknown">{agent.name} has not uploaded yet</Status> : <Status kind="ok">{agent.name} uploads</Status>}
      {agent.cause === '' || (seen !== null && agent.certificate.accepted === null) ? null : <p className="dim">{agent.cause}</p>}
      {seen !== null && agent.certificate.accepted === null ? (
        <>
          <p>It shows a certificate with this fingerprint. Compare it with the one in the agent&apos;s own log before you accept it:</p>
          <pre className="sql">{seen.fingerprint}</pre>
          <button
            type="button"
            className="button"
            onClick={() => {
              void accept(seen.fingerprint)
            }}
          >
            It is the same: accept it
          </button>
        </>
      ) : null}
      {reason === '' ? null : (
        <div className="banner crit" role="alert">
          {reason}
        </div>
      )}
    </>
  )
}

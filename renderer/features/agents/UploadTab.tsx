/** Where an agent sends what it collects, and whether that works. */
import * as z from 'zod'
import { usePoll } from '../../data/use-poll.ts'
import { Loading, Problem } from '../../ui/Feedback.tsx'
import { Form, type Field } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { Act } from './Act.tsx'
import { HostText, PortText } from './fields.ts'
import type { Agent } from './state.tsx'
import { Trust } from './Trust.tsx'
import { useSteered } from './use-agents.ts'

const FIELDS: readonly Field<'host' | 'port'>[] = [
  { name: 'host', label: 'Host', width: 'two-thirds' },
  { name: 'port', label: 'Port', width: 'third' },
]
const SCHEMA = z.object({ host: HostText, port: PortText })

export function UploadTab({ agent }: { readonly agent: Agent }) {
  const { client, status, reload } = useSteered(agent)
  const look = usePoll(['agent', agent.id, 'upload-server'], (signal) => client.lookAtUploadServer(undefined, signal), { every: 15 })
  if (status.data === undefined) return status.problem === null ? <Loading lines={3} /> : <Problem problem={status.problem} retry={status.retry} />
  const { host, port } = status.data.upload_server
  const { accepted = null, seen = null } = look.data?.certificate ?? {}
  const open = look.data?.own === false && look.data.cause !== '' && seen !== null && seen.pin !== accepted?.pin
  return (
    <div className="columns">
      <div className="stack">
        <h3>Upload server</h3>
        <Form
          quiet
          key={`${host}:${String(port)}`}
          fields={FIELDS}
          schema={SCHEMA}
          start={{ host, port: port === 0 ? '443' : String(port) }}
          submitLabel="Save"
          busyLabel="Saving…"
          submit={async (to) => {
            await client.setUploadServer({ body: { host: to.host.trim(), port: Number(to.port) } })
            notify('Upload server saved', `${to.host.trim()}:${to.port}`)
            await reload()
          }}
        />
        {look.data?.own === false && agent.embedded ? (
          <Act
            label="Upload to this platform again"
            busy="Resetting…"
            work={async () => {
              await client.resetUploadServer()
              await reload()
              return 'It uploads to this platform again.'
            }}
          />
        ) : null}
        {look.data?.own === true ? <p className="note">This platform, which the embedded agent knows by its certificate.</p> : null}
      </div>
      <div className="stack">
        <h3>Does it work?</h3>
        <p className="note">A true round trip with the license key, through the proxy if there is one.</p>
        <Act label="Test upload" busy="Testing…" work={async () => (await client.testUpload()).status} shown={(text) => <code>{text}</code>} />
        {open ? (
          <Trust
            name={`${host}:${String(port)}`}
            accepted={accepted}
            seen={seen}
            accept={async (fingerprint) => {
              await client.acceptUploadServer({ body: { fingerprint } })
              await reload()
            }}
          />
        ) : null}
      </div>
    </div>
  )
}

/** Why an agent cannot be steered now, and the one thing that mends it. */
import * as z from 'zod'
import { acceptCertificate, changeAgent, issueLicenseKey, startAgent } from '../../data/api.ts'
import { Form } from '../../ui/Form.tsx'
import { Act } from './Act.tsx'
import type { Agent, Tell } from './state.tsx'
import { Trust } from './Trust.tsx'
import { useReload } from './use-agents.ts'

const KEY = z.object({ key: z.string().trim().min(16, 'must have at least 16 characters').max(256, 'must have at most 256 characters') })

export function Hindrance({ agent, tell }: { readonly agent: Agent; readonly tell: Tell }) {
  const reload = useReload()
  const { id, name, state, cause } = agent
  if (state === 'online') return null
  const { accepted, seen } = agent.certificate
  if (seen !== null && (state === 'certificate-unknown' || state === 'certificate-changed'))
    return (
      <Trust
        name={name}
        accepted={state === 'certificate-changed' ? accepted : null}
        seen={seen}
        accept={async (fingerprint) => {
          await acceptCertificate(id, fingerprint)
          await reload()
        }}
      />
    )
  return (
    <div className="stack">
      <p>{state === 'key-refused' ? `${name} is reachable, but the license key kept for it here is refused.` : `${cause}.`}</p>
      {state === 'stopped' ? <Start agent={agent} /> : null}
      {state === 'key-refused' ? <ReplaceKey id={id} /> : null}
      {state === 'key-missing' ? <Issue agent={agent} tell={tell} /> : null}
      {state === 'unreachable' ? <Checklist agent={agent} /> : null}
      {state === 'uploads-only' ? <p className="note">Give it an address under Manage, and it can be steered from here.</p> : null}
    </div>
  )
}

export function Start({ agent }: { readonly agent: Agent }) {
  const reload = useReload()
  return (
    <Act
      label={`Start ${agent.name}`}
      busy="Starting…"
      primary
      work={async () => {
        await startAgent(agent.id)
        await reload()
        return ''
      }}
    />
  )
}

function ReplaceKey({ id }: { readonly id: string }) {
  const reload = useReload()
  return (
    <Form
      quiet
      fields={[{ name: 'key', label: 'The license key it was started with', secret: true, hint: 'It takes the place of every key kept for this agent.' }]}
      schema={KEY}
      start={{ key: '' }}
      submitLabel="Replace the key"
      busyLabel="Trying…"
      submit={async ({ key }) => {
        await changeAgent(id, { license_key: key.trim() })
        await reload()
      }}
    />
  )
}

export function Issue({ agent: { id, name }, tell }: { readonly agent: Agent; readonly tell: Tell }) {
  const reload = useReload()
  return (
    <Act
      label="Issue a license key"
      busy="Issuing…"
      work={async () => {
        tell(name, await issueLicenseKey(id))
        await reload()
        return ''
      }}
    />
  )
}

function Checklist({ agent: { url, embedded } }: { readonly agent: Agent }) {
  return (
    <>
      <p className="note">What was known before is kept. It is tried again by itself; look at these, in this order:</p>
      <ul className="checklist">
        {embedded ? null : <li>Does the host run, and does its name resolve from here?</li>}
        <li>Does the agent run there? Its log says where it listens and what it lacks.</li>
        <li>Does a firewall let this platform reach {url ?? 'its port'}?</li>
        <li>Is the address still the right one? A change of port needs it changed here too, under Manage.</li>
      </ul>
    </>
  )
}

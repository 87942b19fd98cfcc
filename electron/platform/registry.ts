import type * as z from 'zod'
import type { AddedAgent, AgentChange, AgentEntry, NewAgent } from '../../shared/model/agents.ts'
import { showCertificate, Unreachable } from '../kernel/client.ts'
import { fail } from '../kernel/problem.ts'
import { wordsOf } from '../kernel/words.ts'
import type { StoredAgent } from '../store/store.ts'
import type { PlatformApi } from './context.ts'

/** What the operations on the list of agents do. */

const HOUR = 3_600_000

export async function entryOf({ contacts, keys, ingest, history }: PlatformApi, agent: StoredAgent, when: 'now' | 'known'): Promise<AgentEntry> {
  const { state, cause, checked, since, seen, said } = await (when === 'now' ? contacts.look(agent) : contacts.known(agent))
  const { id, name, url, embedded, pin, fingerprint } = agent
  return {
    id,
    name,
    url,
    embedded,
    state,
    cause,
    checked,
    since,
    certificate: { accepted: pin === null ? null : { pin, fingerprint: fingerprint ?? '' }, seen },
    ...said,
    last_upload:
      ingest.lastUpload(id) ?? history.instances().reduce<number | null>((last, one) => (one.agent === id ? Math.max(last ?? 0, one.lastSeen) : last), null),
    last_contact: ingest.lastContact(id) ?? null,
    rotating: keys.rotating(id),
  }
}

export const listAgents = (api: PlatformApi): Promise<AgentEntry[]> => Promise.all(api.agents.list().map((agent) => entryOf(api, agent, 'known')))

export async function addAgent(api: PlatformApi, body: z.output<typeof NewAgent>): Promise<AddedAgent> {
  const { agent, key } = api.agents.add(body)
  return { agent: await entryOf(api, agent, 'now'), ...(key !== undefined && { license_key: key.reveal() }) }
}

export function changeAgent(api: PlatformApi, id: string, to: z.output<typeof AgentChange>): Promise<AgentEntry> {
  const agent = api.agents.change(id, to)
  api.contacts.forget(id)
  return entryOf(api, agent, 'now')
}

export function removeAgent(api: PlatformApi, id: string): { status: string } {
  api.agents.remove(id)
  api.contacts.forget(id)
  return { status: 'Agent removed' }
}

/** Pins what is shown now, and only when it is what the administrator has compared. */
export async function acceptCertificate(api: PlatformApi, id: string, asked: string): Promise<AgentEntry> {
  const { url, name, embedded } = api.agents.get(id)
  if (embedded) fail('agent.embedded', { agent: name, why: 'its certificate is known' })
  if (url === null) return fail('agent.unreachable', { agent: name, why: 'its management interface is not known here' })
  const seen = await showCertificate(url).catch((error: unknown) => {
    if (error instanceof Unreachable) fail('agent.unreachable', { agent: name, why: error.message })
    throw error
  })
  if (seen.fingerprint !== asked) fail('agent.certificate', { url, seen: seen.fingerprint, asked })
  const agent = api.agents.accept(id, seen)
  api.contacts.forget(id)
  return entryOf(api, agent, 'now')
}

export async function startEmbedded(api: PlatformApi, agent: StoredAgent, port?: number): Promise<AgentEntry> {
  if (!agent.embedded) fail('agent.start', { why: `"${agent.name}" runs on a host of its own; start it there` })
  if (api.embedded === undefined) return fail('agent.start', { why: 'this platform runs without an agent of its own' })
  try {
    await api.embedded.start(port)
  } catch (error) {
    api.log.warn({ err: error }, 'the embedded agent did not start')
    fail('agent.start', { why: wordsOf(error) })
  }
  api.contacts.forget(agent.id)
  return entryOf(api, api.agents.get(agent.id), 'now')
}

export function rotateKey(api: PlatformApi, id: string, hours: number): { ends: number } {
  const agent = api.agents.get(id)
  const { ends } = api.keys.rotate(agent, hours * HOUR)
  api.keyChanged()
  return { ends }
}

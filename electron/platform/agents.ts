import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { AgentChange, NewAgent } from '../../shared/model/agents.ts'
import type { Secret } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import type { Config, StoredAgent } from '../store/store.ts'
import type { LicenseKeys } from './license-keys.ts'

/** The agents that may upload here, and where they can be steered. */
export interface Agents {
  list(): readonly StoredAgent[]
  /** Fails with `agent.unknown`. */
  get(id: string): StoredAgent
  /** Fails with `agent.exists`, `agent.key-known`. The key is given back where it was issued here. */
  add(agent: z.output<typeof NewAgent>): { readonly agent: StoredAgent; readonly key: Secret | undefined }
  /** Fails with `agent.embedded` besides. */
  change(id: string, to: z.output<typeof AgentChange>): StoredAgent
  /** Its keys go with it; what it has uploaded stays. Fails with `agent.embedded`. */
  remove(id: string): void
  /** From now on this is the certificate it must show. */
  accept(id: string, certificate: { readonly pin: string; readonly fingerprint: string }): StoredAgent
  /** The embedded agent and its present license key, issued when there is none. */
  embedded(): { readonly id: string; readonly key: Secret }
  /** Where the embedded agent's management interface is now. */
  at(id: string, url: string, certificate: { readonly pin: string; readonly fingerprint: string }): void
}

/** `runsOne`: an agent is part of this program. A platform alone has the first agent's key to give away, and that one is as any other. */
export function createAgents(config: Config, keys: LicenseKeys, runsOne: boolean): Agents {
  const stored = (id: string): StoredAgent => config.agents().find((agent) => agent.id === id) ?? fail('agent.unknown', { agent: id })
  const shown = (agent: StoredAgent): StoredAgent => ({ ...agent, embedded: agent.embedded && runsOne })
  const get = (id: string): StoredAgent => shown(stored(id))
  const refuseEmbedded = ({ embedded, name }: StoredAgent, why: string): void => {
    if (embedded) fail('agent.embedded', { agent: name, why })
  }
  const checkName = (name: string, id?: string): void => {
    const taken = config.agents().some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
    if (taken) fail('agent.exists', { name })
  }

  return {
    list: () => config.agents().map(shown),
    get,
    add: ({ name, url, license_key: given }) => {
      checkName(name)
      const agent = { id: randomUUID(), name, url, pin: null, fingerprint: null, embedded: false }
      config.putAgent(agent)
      if (given === undefined) return { agent, key: keys.issue(agent) }
      try {
        keys.adopt(agent.id, given)
      } catch (error) {
        config.dropAgent(agent.id)
        throw error
      }
      return { agent, key: undefined }
    },
    change: (id, { name, url, license_key: key }) => {
      const before = get(id)
      if (url !== undefined || key !== undefined) refuseEmbedded(before, 'has its address and its key by itself; only its name can be changed')
      if (name !== undefined) checkName(name, id)
      if (key !== undefined) keys.adopt(id, key)
      // Another address is another place until somebody has looked at its certificate.
      const moved = url !== undefined && url !== before.url ? { url, pin: null, fingerprint: null } : {}
      const after = { ...stored(id), ...(name !== undefined && { name }), ...moved }
      config.putAgent(after)
      return shown(after)
    },
    remove: (id) => {
      refuseEmbedded(get(id), 'cannot be deleted; delete or disable its connections')
      config.dropAgent(id)
    },
    accept: (id, { pin, fingerprint }) => {
      const agent = { ...stored(id), pin, fingerprint }
      config.putAgent(agent)
      return shown(agent)
    },
    embedded: () => {
      const known = config.agents().find(({ embedded }) => embedded)
      const agent = known ?? { id: randomUUID(), name: 'embedded', url: null, pin: null, fingerprint: null, embedded: true }
      if (known === undefined) config.putAgent(agent)
      const key = keys.newest(agent.id) ?? keys.issue(agent)
      return { id: agent.id, key }
    },
    at: (id, url, { pin, fingerprint }) => {
      config.putAgent({ ...stored(id), url, pin, fingerprint })
    },
  }
}

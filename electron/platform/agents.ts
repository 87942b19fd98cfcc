import { randomUUID } from 'node:crypto'
import { Secret } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Config, StoredAgent } from '../store/store.ts'
import { hashSecret, randomSecret } from './access.ts'

/** The agents that may upload here, and where they can be steered. */
export interface Agents {
  list(): readonly StoredAgent[]
  /** Fails with `agent.unknown`. */
  get(id: string): StoredAgent
  keyOf(agent: StoredAgent): Secret
  /** The embedded agent, with the license key it got when it was first asked for. */
  embedded(): { readonly id: string; readonly key: Secret }
  /** Where an agent's management interface is now, and the public key its certificate must have. */
  at(id: string, url: string, pin: string): void
}

export function createAgents(config: Config, vault: Vault): Agents {
  const get = (id: string): StoredAgent => config.agents().find((agent) => agent.id === id) ?? fail('agent.unknown', { agent: id })
  const keyOf = (agent: StoredAgent): Secret => new Secret(vault.open(agent.sealedKey))
  return {
    list: () => config.agents(),
    get,
    keyOf,
    embedded: () => {
      const known = config.agents().find((agent) => agent.embedded)
      if (known !== undefined) return { id: known.id, key: keyOf(known) }
      const key = randomSecret()
      const id = randomUUID()
      config.putAgent({ id, name: 'embedded', url: null, sealedKey: vault.seal(key), keyHash: hashSecret(key), pin: null, embedded: true })
      return { id, key: new Secret(key) }
    },
    at: (id, url, pin) => {
      config.putAgent({ ...get(id), url, pin })
    },
  }
}

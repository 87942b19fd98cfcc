import type { LicenseKey } from '../../shared/model/agents.ts'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Config, StoredAgent, StoredLicenseKey } from '../store/store.ts'
import { hashSecret, randomSecret } from './access.ts'

/** An agent that has proved who it is, by the key it came with. */
export interface AgentCaller {
  readonly agent: StoredAgent
  readonly keyHash: string
  /** Where it asks from, '' when that does not matter. */
  readonly address: string
}

/** The license keys of the agents: sealed where they rest, found by their hash, told once. */
export interface LicenseKeys {
  list(agent: string): readonly LicenseKey[]
  /** Fails with `agent.key-valid` while there is a valid one. */
  issue(agent: StoredAgent): Secret
  /** Takes a key that the agent has already; those before end at once. Fails with `agent.key-known`. */
  adopt(agent: string, key: string): void
  /** A new key beside the present one, which works for so long yet (ms). The agent gets it with its next acknowledgement. Fails with `agent.key-missing`. */
  rotate(agent: StoredAgent, grace: number): { readonly ends: number }
  /** Ends a key at once. Fails with `agent.key-unknown`, and with `agent.embedded` for the only key of the embedded agent. */
  revoke(agent: StoredAgent, id: string): void
  /** Whose key it is, while it is accepted. */
  accept(key: string, address?: string): AgentCaller | undefined
  /** What an agent that came with an older key is to use instead, and until when the older one works. */
  successor(caller: AgentCaller): { readonly key: Secret; readonly until: number } | undefined
  /** The keys by which the agent may be steered now: those it has used first, the newest of them first. */
  steering(agent: string): readonly Secret[]
  /** The key that is to be used now. */
  newest(agent: string): Secret | undefined
  /** A new key that its agent has not come with yet. */
  rotating(agent: string): boolean
}

/** So much of the hash names a key. */
const ID_LENGTH = 12

export function createLicenseKeys(config: Config, vault: Vault, clock: Clock): LicenseKeys {
  const isValid = ({ ends, revoked }: StoredLicenseKey): boolean => revoked === null && (ends === null || ends > clock.now())
  const valid = (agent: string): readonly StoredLicenseKey[] => config.licenseKeys(agent).filter(isValid)
  /** The one that is to be used. */
  const present = (agent: string): StoredLicenseKey | undefined => valid(agent).find(({ ends }) => ends === null)
  const opened = ({ sealed }: StoredLicenseKey): Secret => new Secret(vault.open(sealed))

  const put = (agent: string, key: string): void => {
    config.putLicenseKey({ hash: hashSecret(key), agent, sealed: vault.seal(key), issued: clock.now(), ends: null, revoked: null, firstUsed: null })
  }
  const end = (keys: readonly StoredLicenseKey[], ends: number): void => {
    for (const key of keys) config.putLicenseKey({ ...key, ends: Math.max(key.ends ?? 0, ends) })
  }

  return {
    list: (agent) =>
      config.licenseKeys(agent).map((key) => ({
        id: key.hash.slice(0, ID_LENGTH),
        state: key.revoked !== null ? 'revoked' : !isValid(key) ? 'ended' : key.ends === null ? 'valid' : 'grace',
        issued: key.issued,
        ends: key.revoked ?? key.ends,
        first_used: key.firstUsed,
      })),
    issue: ({ id, name }) => {
      if (valid(id).length > 0) fail('agent.key-valid', { agent: name })
      const key = randomSecret()
      put(id, key)
      return new Secret(key)
    },
    adopt: (agent, key) => {
      if (config.licenseKey(hashSecret(key)) !== undefined) fail('agent.key-known')
      for (const one of valid(agent)) config.putLicenseKey({ ...one, ends: clock.now() })
      put(agent, key)
    },
    rotate: ({ id, name }, grace) => {
      const before = valid(id)
      if (before.length === 0) fail('agent.key-missing', { agent: name })
      const ends = clock.now() + grace
      // The new key first: a crash in between leaves two that work rather than none.
      put(id, randomSecret())
      end(before, ends)
      return { ends }
    },
    revoke: ({ id, name, embedded }, key) => {
      const found = config.licenseKeys(id).find(({ hash }) => hash.slice(0, ID_LENGTH) === key) ?? fail('agent.key-unknown', { agent: name, key })
      if (embedded && found.hash === present(id)?.hash) fail('agent.embedded', { agent: name, why: 'cannot do without its key; rotate it instead' })
      config.putLicenseKey({ ...found, revoked: found.revoked ?? clock.now() })
    },
    accept: (key, address = '') => {
      const found = config.licenseKey(hashSecret(key))
      if (found === undefined || !isValid(found)) return undefined
      if (found.firstUsed === null) config.putLicenseKey({ ...found, firstUsed: clock.now() })
      const agent = config.agents().find(({ id }) => id === found.agent)
      return agent && { agent, keyHash: found.hash, address }
    },
    successor: ({ agent, keyHash }) => {
      const next = present(agent.id)
      const used = config.licenseKey(keyHash)
      if (next === undefined || next.hash === keyHash || used === undefined || used.ends === null) return undefined
      return { key: opened(next), until: used.ends }
    },
    steering: (agent) => {
      const keys = valid(agent)
      return [...keys.filter(({ firstUsed }) => firstUsed !== null), ...keys.filter(({ firstUsed }) => firstUsed === null)].map(opened)
    },
    newest: (agent) => {
      const key = present(agent)
      return key && opened(key)
    },
    rotating: (agent) => present(agent)?.firstUsed === null && valid(agent).length > 1,
  }
}

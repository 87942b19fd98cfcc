import type { UploadReply } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import { fail } from '../kernel/problem.ts'
import type { StoredAgent, WriteHistory } from '../store/store.ts'
import type { AgentCaller, LicenseKeys } from './license-keys.ts'
import { unpackUpload } from './unpack.ts'

export interface Ingest {
  /** Stores an upload of the agent whose key it came with. What is acknowledged is durable; what came before is a no-op. */
  receive(caller: AgentCaller, body: Buffer): Promise<UploadReply>
  /** The same for readings that the platform collects itself, under an id of its own: the highest number that is durable. */
  take(agent: string, body: Buffer): Promise<number>
  /** When the agent last uploaded since this start, ms since the epoch. */
  lastUpload(agent: string): number | undefined
  /** The same for any contact, also one that only asks for the time. */
  lastContact(agent: string): number | undefined
}

export function createIngest(history: WriteHistory, keys: LicenseKeys, clock: Clock): Ingest {
  const uploads = new Map<string, number>()
  const contacts = new Map<string, number>()

  const refuseForeign = (agent: StoredAgent, connections: ReadonlySet<string>): void => {
    const foreign = history.instances().some((one) => one.agent !== agent.id && connections.has(one.connection))
    if (foreign) fail('ingest.foreign')
  }

  return {
    receive: async (caller, body) => {
      const { agent } = caller
      const envelopes = await unpackUpload(body)
      refuseForeign(agent, new Set(envelopes.map(({ batch }) => batch.instance.connection)))
      contacts.set(agent.id, clock.now())
      // Also of none: what is stored may be on its way to the disk.
      const acknowledged = await history.submit(agent.id, envelopes, clock.now())
      if (envelopes.length > 0) uploads.set(agent.id, clock.now())
      const next = keys.successor(caller)
      return { acknowledged, time: clock.now(), ...(next !== undefined && { license_key: next.key.reveal(), previous_until: next.until }) }
    },
    take: async (agent, body) => {
      const envelopes = await unpackUpload(body)
      return history.submit(agent, envelopes, clock.now())
    },
    lastUpload: (agent) => uploads.get(agent),
    lastContact: (agent) => contacts.get(agent),
  }
}

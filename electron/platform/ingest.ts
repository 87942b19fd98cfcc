import type { UploadReply } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import { fail } from '../kernel/problem.ts'
import type { StoredAgent, WriteHistory } from '../store/store.ts'
import { unpackUpload } from './unpack.ts'

export interface Ingest {
  /** Stores an upload of the agent whose key it came with. What is acknowledged is durable; what came before is a no-op. */
  receive(agent: StoredAgent, body: Buffer): Promise<UploadReply>
  /** When the agent last uploaded since this start, ms since the epoch. */
  lastUpload(agent: string): number | undefined
}

export function createIngest(history: WriteHistory, clock: Clock): Ingest {
  const last = new Map<string, number>()

  const refuseForeign = (agent: StoredAgent, connections: ReadonlySet<string>): void => {
    const foreign = history.instances().some((one) => one.agent !== agent.id && connections.has(one.connection))
    if (foreign) fail('ingest.foreign')
  }

  return {
    receive: async (agent, body) => {
      const envelopes = await unpackUpload(body)
      refuseForeign(agent, new Set(envelopes.map(({ batch }) => batch.instance.connection)))
      const acknowledged = envelopes.length === 0 ? history.highWater(agent.id) : history.append(agent.id, envelopes, clock.now())
      last.set(agent.id, clock.now())
      return { acknowledged, time: clock.now() }
    },
    lastUpload: (agent) => last.get(agent),
  }
}

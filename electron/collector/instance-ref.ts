import { availableParallelism } from 'node:os'
import type { InstanceRef } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { wordsOf } from '../kernel/words.ts'
import { isHere } from './here.ts'
import type { WatchPorts } from './watch.ts'

/** How a batch names the instance; processors are known only of our own machine. `server` null: the connection's host. */
export function instanceOf({ id, name, host, port, tags }: ConnectionSettings, server: string | null): InstanceRef {
  return { connection: id, name, server: server ?? host, host, port, tags, cpus: isHere(host) ? availableParallelism() : null }
}

/** Says that nothing more comes of a connection because somebody has disabled or deleted it: its silence is no failure. Resolves when durable, or logged. */
export async function sayUnwatched(settings: ConnectionSettings, { sink, server, log }: Pick<WatchPorts, 'sink' | 'server' | 'log'>): Promise<void> {
  try {
    await sink.put({ version: 1, instance: { ...instanceOf(settings, server), watched: false }, blocks: [], texts: [] }, [])
  } catch (error) {
    log.error({ connection: settings.name, cause: wordsOf(error) }, 'That the connection is not watched any more could not be handed over')
  }
}

import * as path from 'node:path'
import { sayUnwatched } from '../collector/instance-ref.ts'
import type { Capabilities, Tried } from '../../shared/model/capabilities.ts'
import { createWatch } from '../collector/watch.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import { wordsOf } from '../kernel/words.ts'
import type { Vault } from '../kernel/vault.ts'
import { openBaselines } from './baselines.ts'
import { createConnections, type Connections } from './connections.ts'
import { openDeadLetters } from './dead-letters.ts'
import type { Answer } from './exchange.ts'
import { openSpool } from './spool.ts'
import { openState } from './state.ts'
import { tryAddress, tryDeclared } from './try.ts'
import { createUploader } from './upload.ts'

/** Takes zstd-compressed NDJSON of envelopes; resolves with the highest number that is durable, and fails with a Problem for what it will never take. */
export type Receive = (body: Buffer) => Promise<number>

export interface Trials {
  /** What a server can tell that is not declared. */
  tryAddress(address: Tried, signal: AbortSignal): Promise<Capabilities>
  /** What the server of a declared connection can tell. Fails with `connection.unknown`. */
  tryDeclared(name: string, signal: AbortSignal): Promise<Capabilities>
}

/** An agent without an interface of its own: connections, spool and baselines, and the receiver in the same process. */
export interface Collect {
  readonly connections: Connections & Trials
  start(receive: Receive): Promise<void>
  stop(): Promise<void>
}

/** `folder` is made when it is missing. What the receiver does not take now is kept there and given again. */
export function createCollect(o: { readonly folder: string; readonly clock: Clock; readonly log: Log; readonly vault: Vault }): Collect {
  const { folder, clock, log } = o
  const state = openState(folder, o.vault)
  const connections = createConnections(state, clock)
  let close: (() => Promise<void>) | undefined
  return {
    connections: { ...connections, tryAddress, tryDeclared: (name, signal) => tryDeclared(connections, name, signal) },
    start: async (receive) => {
      const deadLetters = openDeadLetters(path.join(folder, 'dead-letters'), clock)
      const spool = openSpool({ folder: path.join(folder, 'spool'), clock, log, limits: state.settings.spool, written: () => uploader.written() })
      const baselines = openBaselines(path.join(folder, 'baselines'), spool.named, log)
      const declared = state.settings.connections.map(({ id }) => id)
      spool.keepOnly(declared)
      baselines.keepOnly(declared)
      const exchange = { send: (body: Buffer) => answerOf(receive, body), close: () => Promise.resolve() }
      const uploader = createUploader({ spool, deadLetters, exchange, clock, log })
      close = async () => {
        await connections.stop()
        await uploader.stop()
        await spool.close()
      }
      await uploader.start()
      // The platform's own clock is the one that counts.
      const ports = { clock, time: () => clock.now(), log, sink: spool, baselines, server: null }
      await connections.start(
        (settings) => createWatch(settings, ports),
        (settings) => sayUnwatched(settings, ports),
      )
    },
    stop: async () => {
      await close?.()
      close = undefined
    },
  }
}

async function answerOf(receive: Receive, body: Buffer): Promise<Answer> {
  try {
    return { kind: 'acknowledged', through: await receive(body) }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { kind: 'refused', status: error.status, error: error.message }
    return { kind: 'failed', cause: wordsOf(error) }
  }
}

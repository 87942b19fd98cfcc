import type { UtilityProcess } from 'electron'
import type { FromCore, Notice, ToCore } from '../../shared/ipc.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { backOff, type Life } from './life.ts'

/** What of Electron's utility process is used. */
export type CoreProcess = Pick<UtilityProcess, 'postMessage' | 'kill'> & {
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
}

export interface CoreLinkOptions {
  /** A new process of the core. */
  readonly fork: () => CoreProcess
  readonly argv: readonly string[]
  readonly vaultKey: string
  readonly clock: Clock
  readonly log: Log
  readonly changed: (life: Life) => void
  readonly notify: (notice: Notice) => void
}

export interface CoreLink {
  /** Also after it failed, when somebody says so. */
  start(): void
  /** A one-time ticket for the window; '' while the core is away. */
  ticket(): Promise<string>
  /** Asks it to end in order, and ends it after ten seconds. */
  stop(): Promise<void>
}

const PATIENCE_MS = 10_000
const TICKET_MS = 5000

/** Keeps the core's process alive: one that dies is started again, later each time; one that says it cannot start is not. */
export function createCoreLink(o: CoreLinkOptions): CoreLink {
  const stopping = new AbortController()
  const waiting = new Map<number, (ticket: string) => void>()
  let child: CoreProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let ends = 0
  let asked = 0
  const stops = (): boolean => stopping.signal.aborted
  const send = (message: ToCore): void => child?.postMessage(message)

  const hear = (message: FromCore): void => {
    if (message.kind === 'ready') o.changed({ state: 'running', url: message.url, fingerprint: message.fingerprint })
    if (message.kind === 'notify') o.notify(message.notice)
    if (message.kind === 'ticket') waiting.get(message.id)?.(message.ticket)
  }

  /** One process from its start to its end; the cause when it could not start as it was asked to. */
  const run = async (): Promise<string | undefined> => {
    const process = o.fork()
    child = process
    const causes: string[] = []
    process.on('message', (said) => {
      // Both ends are ours and of one version.
      const message = said as FromCore
      if (message.kind === 'failed') {
        causes.push(message.cause)
        process.kill()
      } else hear(message)
    })
    const exit = new Promise<number>((resolve) => process.once('exit', resolve))
    ended = exit.then(() => undefined)
    send({ kind: 'start', argv: o.argv, vaultKey: o.vaultKey })
    const code = await exit
    child = undefined
    for (const answer of waiting.values()) answer('')
    if (!stops() && causes.length === 0) o.log.error({ code }, 'The core ended by itself')
    return causes[0]
  }

  const live = async (): Promise<void> => {
    while (!stops()) {
      o.changed({ state: 'starting' })
      const begun = o.clock.mono()
      const cause = await run()
      if (stops()) break
      if (cause !== undefined) {
        o.changed({ state: 'failed', cause })
        return
      }
      const { ends: inARow, waitMs } = backOff(ends, o.clock.mono() - begun)
      ends = inARow
      o.changed({ state: 'restarting', retryMs: waitMs })
      await o.clock.sleep(waitMs, stopping.signal)
    }
    o.changed({ state: 'stopped' })
  }

  return {
    start: () => void live(),
    ticket: async () => {
      if (!child) return ''
      const id = ++asked
      const answer = new Promise<string>((resolve) => waiting.set(id, resolve))
      send({ kind: 'ticket', id })
      try {
        return await Promise.race([answer, o.clock.sleep(TICKET_MS).then(() => '')])
      } finally {
        waiting.delete(id)
      }
    },
    stop: async () => {
      stopping.abort()
      send({ kind: 'stop' })
      const patience = new AbortController()
      const late = o.clock.sleep(PATIENCE_MS, patience.signal).then(() => {
        if (!patience.signal.aborted) child?.kill()
      })
      await Promise.race([ended, late])
      patience.abort()
    },
  }
}

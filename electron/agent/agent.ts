import * as path from 'node:path'
import { createWatch } from '../collector/watch.ts'
import type { Trust } from '../kernel/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log, Secret } from '../kernel/log.ts'
import { wordsOf } from '../kernel/problem.ts'
import { serve, type Server } from '../kernel/server.ts'
import type { Tls } from '../kernel/tls.ts'
import type { Vault } from '../kernel/vault.ts'
import { createTurns, identify, type AgentApi } from './api.ts'
import { openBaselines } from './baselines.ts'
import { createConnections, type Connections } from './connections.ts'
import { openDeadLetters } from './dead-letters.ts'
import { createExchange } from './exchange.ts'
import { createLicenseKeys, type LicenseKeys } from './license-keys.ts'
import { createPlatformTime } from './platform-time.ts'
import { routes } from './routes/_all.generated.ts'
import { openSpool } from './spool.ts'
import { openState, type State } from './state.ts'
import { createUploader } from './upload.ts'

const DEFAULT_PORT = 8282
/** Readings want the platform's time; the first exchange with it is waited for so long (ms). */
const FIRST_EXCHANGE = 1000
/** Without the license key the upload is tested once in so long (ms). */
const TEST_PAUSE = 2000

/** What an agent is made of. */
export interface AgentOptions {
  /** The agent's own folder (`<data>/agent`), made when it is missing. */
  readonly folder: string
  readonly host: string
  /** From a flag: beats the stored port. 0 takes any free one. */
  readonly port?: number
  /** Name of this host, the `server` of everything it uploads. */
  readonly server: string
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly tls: Tls
  readonly licenseKey: Secret
  /** Overrides the stored upload server at every start. */
  readonly uploadServer?: { readonly host: string; readonly port: number }
  readonly trust: Trust
  /** Called when the agent has stopped because of `PUT stop` or a change of the port, after the answer was sent. */
  readonly stopped?: () => void
}

export interface DeclaredConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly tags: string
  readonly database?: string
}

export interface Agent {
  /** Listens and collects. After a stop it may be started again; a port in use is a PortInUse error. */
  start(): Promise<void>
  /** Ends collection and closes the listener; what was spooled stays. */
  stop(): Promise<void>
  readonly running: boolean
  readonly url: string
  readonly port: number
  readonly fingerprint: string
  /** Declares a connection; one of that name is led to the new address and keeps its tags and switches. */
  declare(name: string, connection: DeclaredConnection): Promise<void>
  /** Resolves when the connection is connected, or after `ms` with the cause why it is not. */
  settled(name: string, ms: number): Promise<{ connected: boolean; cause: string }>
}

/** What exists while the agent runs. */
interface Running {
  readonly server: Server
  readonly close: () => Promise<void>
}

/** `watchOf` makes the watch of a connection; only tests give another one. */
export function createAgent(o: AgentOptions, watchOf: typeof createWatch = createWatch): Agent {
  const state = openState(o.folder, o.vault)
  const keys = createLicenseKeys(o.licenseKey, state, o.clock)
  const connections = createConnections(state, o.clock)
  let running: Running | undefined
  let last: { readonly url: string; readonly port: number } = { url: '', port: portOf(o, state) }
  /** Starts and stops follow each other. */
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const next = turn.then(act)
    turn = next.catch(() => undefined)
    return next
  }

  const stop = (): Promise<void> =>
    inTurn(async () => {
      const present = running
      running = undefined
      await present?.close()
    })

  const stopSoon = (): void => {
    // Not awaited: closing waits for the request that asked for it.
    setImmediate(() => {
      stop().then(
        () => o.stopped?.(),
        (error: unknown) => {
          o.log.error({ cause: wordsOf(error) }, 'the agent did not stop in order')
          o.stopped?.()
        },
      )
    })
  }

  return {
    start: () =>
      inTurn(async () => {
        if (running !== undefined) return
        running = await run(o, { state, keys, connections, stopSoon, watchOf })
        last = { url: running.server.url, port: running.server.port }
      }),
    stop,
    get running() {
      return running !== undefined
    },
    get url() {
      return last.url
    },
    get port() {
      return last.port
    },
    fingerprint: o.tls.fingerprint,
    declare: async (name, { database = 'postgres', ...connection }) => {
      const { tags, ...address } = { ...connection, database }
      if (connections.find(name) === undefined) await connections.add(name, { ...address, tags, sslmode: 'prefer' })
      else await connections.change(name, address)
    },
    settled: async (name, ms) => {
      const { connected, cause } = await connections.settled(name, ms)
      return { connected, cause }
    },
  }
}

/** The port to listen on: a flag beats what is stored. */
const portOf = ({ port }: AgentOptions, { settings }: State): number => port ?? settings.port ?? DEFAULT_PORT

interface Parts {
  readonly state: State
  readonly keys: LicenseKeys
  readonly connections: Connections
  readonly stopSoon: () => void
  readonly watchOf: typeof createWatch
}

async function run(o: AgentOptions, { state, keys, connections, stopSoon, watchOf }: Parts): Promise<Running> {
  const { clock, log, uploadServer } = o
  const stored = state.settings.port
  if (o.port !== undefined && stored !== null && o.port !== stored)
    log.info({ port: o.port, stored }, 'the port given at the start is used instead of the stored one')
  if (uploadServer !== undefined) state.change((settings) => ({ ...settings, uploadServer: { host: uploadServer.host, port: uploadServer.port } }))
  const time = createPlatformTime(clock)
  const deadLetters = openDeadLetters(path.join(o.folder, 'dead-letters'), clock)
  const spool = openSpool({ folder: path.join(o.folder, 'spool'), clock, log, limits: state.settings.spool, written: () => uploader.written() })
  const baselines = openBaselines(path.join(o.folder, 'baselines'), spool.named, log)
  const declared = state.settings.connections.map(({ id }) => id)
  spool.keepOnly(declared)
  baselines.keepOnly(declared)
  const exchange = createExchange({ state, keys, trust: o.trust, time, clock })
  const uploader = createUploader({ spool, deadLetters, exchange, clock, log })

  const close = async (): Promise<void> => {
    await Promise.all([server?.close(), connections.stop()])
    await uploader.stop()
    await spool.close()
  }

  let server: Server | undefined
  const ctx: AgentApi = {
    version: o.version,
    server: o.server,
    port: () => server?.port ?? 0,
    startedAt: clock.now(),
    state,
    connections,
    spool,
    deadLetters,
    uploader,
    testUpload: () => exchange.send(Buffer.alloc(0)),
    turn: createTurns(clock, TEST_PAUSE),
    clockOffset: time.offset,
    stopSoon,
  }
  try {
    server = await serve({
      routes,
      ctx,
      identify: (right, request) => identify(keys, right, request),
      tls: o.tls,
      host: o.host,
      port: portOf(o, state),
      log,
      clock,
      openapi: { path: '/openapi.json', title: 'Agent management', version: o.version },
    })
  } catch (error) {
    await close()
    throw error
  }
  await Promise.race([uploader.start(), clock.sleep(FIRST_EXCHANGE)])
  const ports = { clock, time: time.now, log, sink: spool, baselines, server: o.server, queryLimit: () => state.settings.queryMonitoringLimit }
  await connections.start((settings) => watchOf(settings, ports))
  log.info({ url: server.url, fingerprint: o.tls.fingerprint }, 'the agent runs')
  return { server, close }
}

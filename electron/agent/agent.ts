import * as path from 'node:path'
import { sayUnwatched } from '../collector/instance-ref.ts'
import { createWatch } from '../collector/watch.ts'
import type { Trust } from '../kernel/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log, Secret } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import { wordsOf } from '../kernel/words.ts'
import { serve, type Server } from '../kernel/server.ts'
import type { Tls } from '../kernel/tls.ts'
import type { Vault } from '../kernel/vault.ts'
import { createTurns, identify, type AgentApi } from './api.ts'
import { openBaselines } from './baselines.ts'
import { createConnections, type Connections } from './connections.ts'
import { openDeadLetters } from './dead-letters.ts'
import { createExchange } from './exchange.ts'
import { timeText } from './fields.ts'
import { createLicenseKeys, type LicenseKeys } from './license-keys.ts'
import { createPlatformTime } from './platform-time.ts'
import { routes } from './routes/_all.generated.ts'
import { openSpool } from './spool.ts'
import { openState, type State } from './state.ts'
import { createUploader } from './upload.ts'
import { createUploadTarget } from './upload-server.ts'

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
  /** From a flag: takes the place of the stored upload server at every start. */
  readonly uploadServer?: { readonly host: string; readonly port: number }
  readonly trust: Trust
  /** The platform that this agent is part of: uploads go there while nobody has chosen another upload server. */
  readonly own?: { readonly host: string; readonly port: number; readonly pin: string }
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
  /** Listens and collects. After a stop it may be started again, on another port if one is given; a port in use is a PortInUse error. */
  start(port?: number): Promise<void>
  /** Ends collection and closes the listener; what was spooled stays. */
  stop(): Promise<void>
  readonly running: boolean
  readonly url: string
  readonly port: number
  readonly fingerprint: string
  /**
   * Declares a connection of the program's own (the demo) and enables it; the one it has made before is led to the new address and keeps
   * the rest. Fails with `connection.exists` where a person has declared another one under this name.
   */
  declare(name: string, connection: DeclaredConnection): Promise<void>
  /** Disables the connection that `declare` made, if there is one; its history stays. */
  retire(name: string): Promise<void>
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
  /** The port given at the start of the process; a change since then is newer. */
  let given = o.port
  let last: { readonly url: string; readonly port: number } = { url: '', port: portOf(given, state) }
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

  const setPort = (port: number): void => {
    state.change((settings) => ({ ...settings, port }))
    given = undefined
  }

  return {
    start: (port) =>
      inTurn(async () => {
        if (running !== undefined) return
        if (port !== undefined) setPort(port)
        running = await run(o, { state, keys, connections, given, setPort, stopSoon, watchOf })
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
      const before = connections.find(name)
      if (before === undefined) await connections.add(name, { ...address, tags, sslmode: 'prefer', managed: true })
      else if (before.managed || before.tags === tags) await connections.change(name, { ...address, enabled: true, managed: true })
      else fail('connection.exists', { name })
    },
    retire: async (name) => {
      if (connections.find(name)?.managed === true) await connections.change(name, { enabled: false })
    },
    settled: async (name, ms) => {
      const { connected, cause } = await connections.settled(name, ms)
      return { connected, cause }
    },
  }
}

/** The port to listen on: a flag beats what is stored. */
const portOf = (given: number | undefined, { settings }: State): number => given ?? settings.port ?? DEFAULT_PORT

interface Parts {
  readonly state: State
  readonly keys: LicenseKeys
  readonly connections: Connections
  readonly given: number | undefined
  readonly setPort: (port: number) => void
  readonly stopSoon: () => void
  readonly watchOf: typeof createWatch
}

async function run(o: AgentOptions, { state, keys, connections, given, setPort, stopSoon, watchOf }: Parts): Promise<Running> {
  const { clock, log, uploadServer } = o
  const stored = state.settings.port
  if (given !== undefined && stored !== null && given !== stored)
    log.info({ port: given, stored }, 'the port given at the start is used instead of the stored one')
  if (uploadServer !== undefined) state.change((settings) => ({ ...settings, uploadServer: { host: uploadServer.host, port: uploadServer.port } }))
  const target = createUploadTarget(state, o.trust, o.own)
  const time = createPlatformTime(clock)
  const deadLetters = openDeadLetters(path.join(o.folder, 'dead-letters'), clock)
  const spool = openSpool({ folder: path.join(o.folder, 'spool'), clock, log, limits: state.settings.spool, written: () => uploader.written() })
  const baselines = openBaselines(path.join(o.folder, 'baselines'), spool.named, log)
  const declared = state.settings.connections.map(({ id }) => id)
  spool.keepOnly(declared)
  baselines.keepOnly(declared)
  const exchange = createExchange({ target, keys, time, clock })
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
    startTime: timeText(clock.now()),
    state,
    connections,
    target,
    spool,
    deadLetters,
    uploader,
    testUpload: () => exchange.send(Buffer.alloc(0)),
    turn: createTurns(clock, TEST_PAUSE),
    clockOffset: time.offset,
    setPort,
    stopSoon,
  }
  try {
    server = await serve({
      routes,
      ctx,
      identify: (right, request) => identify(keys, right, request),
      tls: o.tls,
      host: o.host,
      port: portOf(given, state),
      log,
      clock,
      openapi: { path: '/openapi.json', title: 'Agent management', version: o.version },
    })
  } catch (error) {
    await close()
    throw error
  }
  await Promise.race([uploader.start(), clock.sleep(FIRST_EXCHANGE)])
  const ports = {
    clock,
    time: time.now,
    log,
    sink: spool,
    baselines,
    server: o.server,
    queryLimit: () => state.settings.queryMonitoringLimit,
    tablesLimit: () => state.settings.tablesMonitoringLimit,
  }
  await connections.start(
    (settings) => watchOf(settings, ports),
    (settings) => sayUnwatched(settings, ports),
  )
  log.info({ url: server.url, fingerprint: o.tls.fingerprint }, 'the agent runs')
  return { server, close }
}

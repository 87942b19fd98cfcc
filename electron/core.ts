import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Agent } from './agent/agent.ts'
import { createAgent } from './agent/agent.ts'
import { createCollect } from './agent/collect.ts'
import { createDemo, type DemoServer } from './demo/demo.ts'
import { every, systemClock, type Clock } from './kernel/clock.ts'
import type { Settings } from './kernel/config.ts'
import { writeAtomic } from './kernel/files.ts'
import { Secret, type Log } from './kernel/log.ts'
import { ownTls } from './kernel/tls.ts'
import { fileVault, keyVault, type Vault } from './kernel/vault.ts'
import { createPlatform, type Platform } from './platform/platform.ts'
import { openConfig, openHistory } from './store/open.ts'
import { keepOf, maintain } from './store/retention.ts'
import type { Notice } from '../shared/ipc.ts'
import { VERSION } from '../shared/version.ts'

/** What a door (headless, the desktop's child process) gives to the core. */
export interface CorePorts {
  readonly log: Log
  /** Folder of the built user interface; left out where there is none. */
  readonly assets?: string
  /** Called when a stand-alone agent was told to stop: its process ends. */
  readonly stopped?: () => void
  /** Shows a notice on the desktop, where there is one. */
  readonly notify?: (notice: Notice) => void
}

/** The ready line: where everything answers. */
export interface Ready {
  readonly event: 'ready'
  readonly agent?: { readonly url: string }
  readonly platform?: { readonly url: string }
  readonly ui?: { readonly url: string }
  readonly credentials_file?: string
}

export interface Core {
  readonly ready: Ready
  /** sha256 hex of the platform's certificate, for the desktop's window; '' without a platform. */
  readonly fingerprint: string
  /** A one-time sign-in for the desktop's window; '' without a platform. */
  ticket(): string
  /** Ends everything in order: collection, listeners, demo, stores. */
  stop(): Promise<void>
}

/** Name and folder under which the demo is declared at the embedded agent. */
const DEMO = 'demo'
const DEMO_CONNECT_MS = 30_000

/** Starts the parts that the role asks for and joins their ports. Rejects with a sentence when a port is in use or a file unreadable. */
export async function startCore(settings: Settings, ports: CorePorts): Promise<Core> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const vault = settings.vaultKey ? keyVault(Buffer.from(settings.vaultKey.reveal(), 'base64')) : fileVault(join(settings.dataDir, 'vault.key'))
  const opened: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    if (settings.role === 'agent') return await startAgentAlone(settings, ports, vault, opened, stop)
    return await startPlatform(settings, ports, vault, opened, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

type Closers = (() => Promise<void> | void)[]

async function startAgentAlone(settings: Settings, ports: CorePorts, vault: Vault, opened: Closers, stop: () => Promise<void>): Promise<Core> {
  if (settings.licenseKeyFile === undefined)
    throw new Error('An agent needs its license key: give --license-key-file FILE with the key that the platform issued')
  const licenseKey = new Secret(readFileSync(settings.licenseKeyFile, 'utf8').trim())
  const agent = createAgent({
    ...(await agentOptions(settings, ports, vault)),
    licenseKey,
    ...(settings.uploadServer ? { uploadServer: settings.uploadServer } : {}),
    trust: {
      ...(settings.caFile === undefined ? {} : { ca: readFileSync(settings.caFile, 'utf8') }),
      ...(settings.fingerprint === undefined ? {} : { fingerprint: settings.fingerprint }),
    },
    ...(ports.stopped ? { stopped: ports.stopped } : {}),
  })
  opened.push(() => agent.stop())
  await agent.start()
  return { ready: { event: 'ready', agent: { url: agent.url } }, fingerprint: '', ticket: () => '', stop }
}

async function startPlatform(settings: Settings, ports: CorePorts, vault: Vault, opened: Closers, stop: () => Promise<void>): Promise<Core> {
  const clock = systemClock
  const config = openConfig(join(settings.dataDir, 'config.db'), clock)
  opened.push(() => {
    config.close()
  })
  const storeLog = ports.log.child({ part: 'store' })
  const history = openHistory(join(settings.dataDir, 'history.db'), clock, { log: storeLog })
  const ending = new AbortController()
  const maintained = maintain({ history, clock, log: storeLog, signal: ending.signal, keep: () => keepOf(config) })
  opened.push(async () => {
    ending.abort()
    await maintained
    history.close()
  })
  const tls = await ownTls(join(settings.dataDir, 'certs'), 'platform', clock)
  const demo = createDemo({ folder: join(settings.dataDir, 'demo'), clock, log: ports.log.child({ part: 'demo' }) })
  opened.push(() => demo.stop())
  // The demo's connection is declared at the agent, and the agent needs the platform's address: the port joins them when all are there.
  const joined: { agent?: Agent } = {}
  const embeddedPort = {
    running: () => joined.agent?.running ?? false,
    start: async (port?: number) => {
      await joined.agent?.start(port)
      await place()
    },
  }
  /** Tells the platform where its agent is now: after a start it may be another port. */
  const place = async (): Promise<void> => {
    const { agent } = joined
    if (agent) platform.agentAt(platform.embeddedAgent().id, agent.url, await ownTls(join(settings.dataDir, 'certs'), 'agent', clock))
  }
  const platform = await createPlatform({
    config,
    history,
    clock,
    log: ports.log.child({ part: 'platform' }),
    vault,
    tls,
    host: settings.platformHost,
    port: settings.platformPort,
    version: VERSION,
    collect: createCollect({ folder: join(settings.dataDir, 'pool'), clock, log: ports.log.child({ part: 'pool' }), vault }),
    ...(ports.assets === undefined ? {} : { assets: ports.assets }),
    ...(ports.notify === undefined ? {} : { notify: ports.notify }),
    tellFirstAdmin: ({ email, login, password }) => {
      writeCredentials(settings.dataDir, { email, login, password: password.reveal() })
    },
    keyChanged: () => writeCredentials(settings.dataDir, { api_token: platform.embeddedAgent().key.reveal() }),
    ...(settings.role === 'platform' ? {} : { embedded: embeddedPort }),
    ...(settings.role === 'headless'
      ? {
          demo: {
            available: () => demo.available(),
            running: () => demo.running(),
            start: async () => (joined.agent ? watchDemo(demo, joined.agent, 0) : undefined),
          },
        }
      : {}),
  })
  opened.push(() => platform.close())
  opened.push(watchOver(platform, clock, ports.log))
  const embedded = platform.embeddedAgent()
  const credentials = writeCredentials(settings.dataDir, { api_token: embedded.key.reveal() })
  const whereabouts = join(settings.dataDir, 'running.json')
  writeAtomic(whereabouts, `${JSON.stringify({ url: platform.url, pin: tls.pin })}\n`)
  opened.push(() => {
    rmSync(whereabouts, { force: true })
  })
  const addresses = {
    platform: { url: platform.url },
    ...(ports.assets === undefined ? {} : { ui: { url: `${platform.url}/` } }),
    credentials_file: credentials,
  }
  if (settings.role === 'platform') return { ready: { event: 'ready', ...addresses }, fingerprint: platform.fingerprint, ticket: () => platform.ticket(), stop }

  const running = createAgent({
    ...(await agentOptions(settings, ports, vault)),
    licenseKey: embedded.key,
    own: { ...hostOf(platform.url), pin: tls.pin },
    trust: {},
  })
  joined.agent = running
  opened.push(() => running.stop())
  // Without its database the demo's connection would be tried again for ever.
  if (!settings.demo) await running.retire(DEMO)
  await running.start()
  await place()
  if (settings.demo) await watchDemo(demo, running, DEMO_CONNECT_MS)
  return { ready: { event: 'ready', agent: { url: running.url }, ...addresses }, fingerprint: platform.fingerprint, ticket: () => platform.ticket(), stop }
}

/** Has the platform judge once a minute; ends with the returned function, which waits for a round that is under way. */
function watchOver(platform: Platform, clock: Clock, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const rounds = every(
    clock,
    60_000,
    stopping.signal,
    () => platform.watchOver(),
    (error) => {
      log.error({ err: error }, 'Alerting failed in this minute; the next one goes on')
    },
  )
  return () => {
    stopping.abort()
    return rounds
  }
}

async function agentOptions(settings: Settings, ports: CorePorts, vault: Vault) {
  return {
    folder: join(settings.dataDir, 'agent'),
    host: settings.agentHost,
    ...(settings.agentPort === undefined ? {} : { port: settings.agentPort }),
    server: hostname(),
    version: VERSION,
    clock: systemClock,
    log: ports.log.child({ part: 'agent' }),
    vault,
    tls: await ownTls(join(settings.dataDir, 'certs'), 'agent', systemClock),
  }
}

/** Starts the demo database and has the agent watch it; waits up to `ms` for the connection. */
async function watchDemo(demo: DemoServer, agent: Agent, ms: number): Promise<void> {
  const login = await demo.start()
  await agent.declare(DEMO, { ...login, tags: 'env=demo' })
  if (ms > 0) await agent.settled(DEMO, ms)
}

const hostOf = (url: string): { host: string; port: number } => {
  const { hostname: name, port } = new URL(url)
  return { host: name.replace(/^\[|\]$/g, ''), port: Number(port === '' ? '443' : port) }
}

/** What a JSON file holds; nothing where somebody has broken it. */
function objectIn(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Adds to the credentials that scripts read; what is there and not given stays, so that the password is told once. */
function writeCredentials(dataDir: string, given: Readonly<Record<string, string>>): string {
  const file = join(dataDir, 'credentials.json')
  const kept = existsSync(file) ? objectIn(file) : {}
  const text = JSON.stringify({ ...kept, ...given }, null, 2)
  if (!existsSync(file) || JSON.stringify(kept, null, 2) !== text) writeAtomic(file, `${text}\n`, 0o600)
  return file
}

import type { Notice } from '../../shared/ipc.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log, Secret } from '../kernel/log.ts'
import { serve } from '../kernel/server.ts'
import type { Server } from '../kernel/server.ts'
import type { Tls } from '../kernel/tls.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Config, WriteHistory } from '../store/store.ts'
import { createAccess, type FirstAdmin } from './access.ts'
import { createAlerting } from './alerting/alerting.ts'
import { AGENTLESS, type CollectPort } from './agentless.ts'
import { createAgents } from './agents.ts'
import { audited } from './audit.ts'
import { createContacts, type EmbeddedPort } from './contacts.ts'
import type { PlatformApi } from './context.ts'
import { createDirectory } from './directory.ts'
import { identifyWith } from './identify.ts'
import { createIngest } from './ingest.ts'
import { createLicenseKeys } from './license-keys.ts'
import { createRelay } from './relay.ts'
import { createDesk, type Desk } from './reports/desk.ts'
import { zoneOf, type Zone } from '../kernel/zone.ts'
import { routes } from './routes/_all.generated.ts'
import { createSignIns } from './sign-ins.ts'
import { createUsers } from './users.ts'

/** The demo database, as the platform knows it: something that may be started. */
export interface DemoPort {
  available(): { readonly available: boolean; readonly reason: string }
  running(): boolean
  start(): Promise<void>
}

export interface PlatformOptions {
  readonly config: Config
  readonly history: WriteHistory
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly tls: Tls
  readonly host: string
  readonly port: number
  readonly version: string
  /** Folder of the built user interface. */
  readonly assets?: string
  readonly demo?: DemoPort
  readonly embedded?: EmbeddedPort
  /** Called with the first administrator before it is kept. */
  readonly tellFirstAdmin?: (first: FirstAdmin) => void
  /** Collects over agentless connections; without it there are none. */
  readonly collect?: CollectPort
  /** Shows a notice on the desktop; left out where there is none. */
  readonly notify?: (notice: Notice) => void
  /** Called after a license key was rotated: `embeddedAgent` may give another one. */
  readonly keyChanged?: () => void
  /** Where reports are answered; in threads of their own when left out. */
  readonly desk?: Desk
  /** For tests: an answer that is not what its route declares becomes a 500. */
  readonly checkReplies?: boolean
}

export interface Platform {
  readonly url: string
  readonly port: number
  /** sha256 hex of the certificate */
  readonly fingerprint: string
  /** The first administrator, made on the first start: its password is told once, later undefined. */
  readonly firstAdmin: FirstAdmin | undefined
  /** A request without a socket, for tests. */
  readonly inject: Server['inject']
  /** A one-time sign-in for the desktop's window: a token for one request, which trades it for a lasting one (`renewSession`). */
  ticket(): string
  /** The embedded agent's id and license key, issued on first call, the same afterwards. */
  embeddedAgent(): { readonly id: string; readonly key: Secret }
  /** Where the embedded agent's management interface is, each time it starts. */
  agentAt(id: string, url: string, certificate: { readonly pin: string; readonly fingerprint: string }): void
  /** Judges what has come for alerts, and tells about them. Call it once a minute; runs must not overlap. */
  watchOver(): Promise<void>
  close(): Promise<void>
}

/** The platform's time zone: the setting `time_zone`, else that of the machine. */
function zoneSetting(config: Config, log: Log): () => Zone {
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone
  let known: { readonly name: string; readonly zone: Zone } | undefined
  return () => {
    const name = config.setting('time_zone') ?? machine
    if (known?.name === name) return known.zone
    try {
      known = { name, zone: zoneOf(name) }
    } catch (error) {
      log.warn({ err: error, time_zone: name }, 'unknown time zone; the machine’s is used')
      known = { name, zone: zoneOf(machine) }
    }
    return known.zone
  }
}

/** Opens the platform's HTTPS interface over the given stores, which stay their owner's to close. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, history, clock, log, vault, version, demo, embedded, collect } = options
  const directory = createDirectory(config, vault, log)
  const signIns = createSignIns(config, clock)
  const access = createAccess(config, clock, directory, signIns)
  const keys = createLicenseKeys(config, vault, clock)
  const agents = createAgents(config, keys, embedded !== undefined)
  const relay = createRelay(keys, (id) => agents.get(id))
  const contacts = createContacts(relay, keys, clock, embedded)
  const desk = options.desk ?? createDesk(history.file, log)
  const zone = zoneSetting(config, log)
  const alerting = createAlerting({ config, history, clock, log: log.child({ part: 'alerting' }), vault, zone, notify: options.notify })
  const ctx: PlatformApi = {
    alerting,
    vault,
    config,
    history,
    desk,
    clock,
    log,
    access,
    signIns,
    users: createUsers(config, clock),
    directory,
    pool: collect?.connections,
    agents,
    keys,
    contacts,
    relay,
    ingest: createIngest(history, keys, clock),
    version,
    zone,
    demo,
    embedded,
    keyChanged: options.keyChanged ?? (() => undefined),
  }
  const server = await serve({
    routes: audited(routes),
    ctx,
    identify: identifyWith(access, keys),
    tls: options.tls,
    host: options.host,
    port: options.port,
    log,
    clock,
    openapi: { path: '/ds-api/openapi.json', title: 'Watchpost platform', version },
    ...(options.assets !== undefined && { assets: options.assets }),
    ...(options.checkReplies !== undefined && { checkReplies: options.checkReplies }),
  })
  // Only now: a start that fails for its port must not make an administrator whose password nobody is told.
  const firstAdmin = await access.firstAdmin(options.tellFirstAdmin)
  await collect?.start((body) => ctx.ingest.take(AGENTLESS, body))
  return {
    url: server.url,
    port: server.port,
    fingerprint: server.fingerprint,
    firstAdmin,
    inject: (request) => server.inject(request),
    ticket: () => access.ticket(),
    embeddedAgent: () => agents.embedded(),
    agentAt: (id, url, certificate) => {
      agents.at(id, url, certificate)
      contacts.forget(id)
    },
    watchOver: () => alerting.round(),
    close: async () => {
      await server.close()
      await collect?.stop()
      await desk.close()
      await relay.close()
    },
  }
}

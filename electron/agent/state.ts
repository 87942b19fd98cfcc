/**
 * What the agent is set to, in `state.json`: one JSON object of the form `StateFile` below, replaced as a whole (temporary file, fsync,
 * rename), so that after a crash at any instant the old or the new settings are there. Passwords and keys in it are sealed by the vault.
 * `version` grows when the form changes; a file of a newer version is refused rather than misread.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import * as z from 'zod'
import { CollectionRate, Port, SslMode, type ConnectionSettings } from '../../shared/model/server.ts'
import type { ProxySettings } from '../kernel/client.ts'
import { writeAtomic } from '../kernel/files.ts'
import type { Vault } from '../kernel/vault.ts'
import type { SpoolLimits } from './spool.ts'

const VERSION = 1

/** A connection as declared; without a collection rate of its own it follows the agent's. `managed`: declared by this program itself (the demo), which leads it and switches it. */
export type StoredConnection = Readonly<
  Omit<ConnectionSettings, 'collectionRate'> & { collectionRate: z.infer<typeof CollectionRate> | null; managed: boolean }
>

export interface UploadServer {
  readonly host: string
  readonly port: number
}

/** The license key the platform handed over in place of the one the agent is started with. */
export interface RotatedKey {
  /** sha256 (hex) of the key the agent was started with */
  readonly given: string
  readonly key: string
  /** Works at this agent until then, ms since the epoch. */
  readonly previous: string
  readonly previousUntil: number
}

export interface AgentSettings {
  /** null: never set, the default is used. */
  readonly port: number | null
  readonly collectionRate: z.infer<typeof CollectionRate>
  readonly removeProxyOsEnv: boolean
  readonly tablesMonitoringLimit: number
  readonly queryMonitoringLimit: number
  /** null: nobody has chosen one. */
  readonly uploadServer: UploadServer | null
  /** The certificate that a person accepted for an upload server. */
  readonly serverCertificate: (UploadServer & { readonly fingerprint: string; readonly pin: string }) | null
  readonly proxy: ProxySettings | null
  /** Passwords are not shown, and a change of address or user needs the password again. */
  readonly maskPasswords: boolean
  readonly spool: SpoolLimits
  readonly rotatedKey: RotatedKey | null
  readonly connections: readonly StoredConnection[]
}

const DEFAULTS: AgentSettings = {
  port: null,
  collectionRate: 'low',
  removeProxyOsEnv: false,
  tablesMonitoringLimit: 1000,
  queryMonitoringLimit: 30000,
  uploadServer: null,
  serverCertificate: null,
  proxy: null,
  maskPasswords: false,
  spool: { bytes: 1024 ** 3, hours: 24 },
  rotatedKey: null,
  connections: [],
}

const Endpoint = { host: z.string(), port: z.number() }
const FileConnection = z.object({
  id: z.string(),
  name: z.string(),
  ...Endpoint,
  user: z.string(),
  password: z.string(),
  database: z.string(),
  sslmode: SslMode,
  tags: z.string(),
  enabled: z.boolean(),
  collectionRate: CollectionRate.nullable(),
  samples: z.boolean(),
  literals: z.boolean().default(true),
  plans: z.boolean().default(true),
  lockMonitoring: z.boolean(),
  lockMonitoringDelay: z.number(),
  tableMonitoring: z.boolean(),
  queryMonitoring: z.boolean(),
  queryMonitoringOptimize: z.boolean(),
  queryMonitoringMinCalls: z.number(),
  queryMonitoringMinTime: z.number(),
  managed: z.boolean().default(false),
})

/** The form of the file. Every `password`, `key` and `previous` is sealed. */
const StateFile = z.object({
  version: z.literal(VERSION),
  port: Port.nullable(),
  collectionRate: CollectionRate,
  removeProxyOsEnv: z.boolean(),
  tablesMonitoringLimit: z.number(),
  queryMonitoringLimit: z.number(),
  uploadServer: z.object(Endpoint).nullable(),
  serverCertificate: z
    .object({ ...Endpoint, fingerprint: z.string(), pin: z.string() })
    .nullable()
    .default(null),
  proxy: z.object({ ...Endpoint, user: z.string(), password: z.string() }).nullable(),
  maskPasswords: z.boolean(),
  spool: z.object({ bytes: z.number(), hours: z.number() }),
  rotatedKey: z.object({ given: z.string(), key: z.string(), previous: z.string(), previousUntil: z.number() }).nullable(),
  connections: z.array(FileConnection).readonly(),
})

export interface State {
  readonly settings: AgentSettings
  /** Replaces the settings; durable when it returns. */
  change(to: (settings: AgentSettings) => AgentSettings): void
}

/** Applies `turn` to every secret of the settings. */
function withSecrets(settings: AgentSettings, turn: (text: string) => string): AgentSettings {
  const { proxy, rotatedKey, connections } = settings
  return {
    ...settings,
    proxy: proxy && { ...proxy, password: turn(proxy.password) },
    rotatedKey: rotatedKey && { ...rotatedKey, key: turn(rotatedKey.key), previous: turn(rotatedKey.previous) },
    connections: connections.map((one) => ({ ...one, password: turn(one.password) })),
  }
}

function readState(file: string, vault: Vault): AgentSettings {
  if (!fs.existsSync(file)) return DEFAULTS
  const json: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
  const version = z.object({ version: z.number() }).safeParse(json).data?.version
  if (version !== undefined && version > VERSION)
    throw new Error(`${file} was written by a newer version of this program (form ${String(version)}); start that one`)
  const parsed = StateFile.safeParse(json)
  if (!parsed.success) throw new Error(`${file} is not readable as the agent's settings: ${z.prettifyError(parsed.error)}`)
  const { version: _version, ...settings } = parsed.data
  return withSecrets(settings, (sealed) => vault.open(sealed))
}

export function openState(folder: string, vault: Vault): State {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'state.json')
  let settings = readState(file, vault)
  return {
    get settings() {
      return settings
    },
    change: (to) => {
      const next = to(settings)
      const sealed = { version: VERSION, ...withSecrets(next, (text) => vault.seal(text)) } satisfies z.input<typeof StateFile>
      writeAtomic(file, `${JSON.stringify(sealed, null, 2)}\n`)
      settings = next
    },
  }
}

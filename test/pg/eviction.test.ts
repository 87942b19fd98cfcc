/** What pg_stat_statements forgets is told as a remainder. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Cell } from '../../shared/model/sample.ts'
import { withServers, type TestServer } from '../help/postgres.ts'
import { startWatch, until, type Watched } from '../help/watch.ts'

const MINUTE = 60_000
/** A backend reports what it did when it becomes idle, but only once in a second; until 14 through a file, every half second. */
const REPORTED = 1_200
/** What planning one of the statements reads of the catalog, at most. */
const CATALOG = 25
/** Blocks of the table, each read once by every statement. */
const BLOCKS = 45
const STATEMENTS = 3_000

type Row = Record<string, Cell>
const sum = (rows: readonly Row[], ...names: readonly string[]): number =>
  rows.reduce((total, row) => names.reduce((all, name) => all + Number(row[name] ?? 0), total), 0)

async function shop(server: TestServer): Promise<pg.Client> {
  const { host, port, user, password } = server
  await server.sql('create database shop')
  const client = new pg.Client({ host, port, user, password, database: 'shop' })
  await client.connect()
  await client.query(`create table t with (autovacuum_enabled = off) as select 1 as a from generate_series(1, ${BLOCKS * 226}) i`)
  return client
}

/** Another statement for every number below 4096, to the server too: names and constants make none. */
const distinct = (n: number): string => `select ${Array.from({ length: 12 }, (_, bit) => ((n >> bit) % 2 === 1 ? 'max(a)' : 'min(a)')).join(', ')} from t`

const blocksOf = async (server: TestServer): Promise<number> =>
  Number((await server.sql(`select blks_hit + blks_read as blocks from pg_stat_database where datname = 'shop'`)).rows[0]?.['blocks'])

/** Rows of the database that the next reading brings. */
async function next(watched: Watched, client: pg.Client): Promise<readonly Row[]> {
  await wait(REPORTED)
  await client.query('select')
  await wait(REPORTED)
  const before = watched.rows('statements').length
  await watched.after(MINUTE, 'statements')
  return watched
    .rows('statements')
    .slice(before)
    .filter((row) => row['database'] === 'shop')
}

withServers(
  [13, 14, 15, 16, 17, 18],
  (version, server) => {
    it('statements and remainder of a database add up to its blocks, although most of the statements were forgotten', async () => {
      const client = await shop(server())
      const watched = startWatch({ ...server().settings, plans: false, samples: false, tableMonitoring: false })
      try {
        await until(() => watched.blocks('statements').length > 0, 'the first reading')
        await next(watched, client)
        const blocks = await blocksOf(server())
        let rows: readonly Row[] = []
        for (const round of [0, 1, 2]) {
          const each = STATEMENTS / 3
          for (let n = 0; n < each; n++) await client.query(distinct(round * each + n))
          rows = [...rows, ...(await next(watched, client))]
        }
        const known = rows.filter((row) => row['queryid'] !== null)
        const rest = rows.filter((row) => row['queryid'] === null)
        const seen = sum(known, 'calls')
        expect(seen).toBeLessThan(STATEMENTS / 4)
        expect(seen).toBeGreaterThan(50)
        // On 13 it may have been full from the first reading on only; nothing of the remainder is calls.
        expect(rest).toHaveLength(3)
        expect(rest[0]).toMatchObject({ database: 'shop', userid: null, toplevel: null, query_md5_id: null, calls: null })
        const all = sum(rows, 'shared_blks_hit', 'shared_blks_read', 'local_blks_hit', 'local_blks_read')
        expect(all).toBe((await blocksOf(server())) - blocks)
        // The remainder is what was forgotten, and what planning reads of the catalog.
        const forgotten = (STATEMENTS - seen) * BLOCKS
        expect(sum(rest, 'shared_blks_hit', 'shared_blks_read')).toBeGreaterThanOrEqual(forgotten)
        expect(sum(rest, 'shared_blks_hit', 'shared_blks_read')).toBeLessThan(forgotten + CATALOG * STATEMENTS)
        if (version >= 14) expect(sum(rest, 'total_time')).toBeGreaterThan(0)
        expect(watched.rows('self').filter((row) => row['outcome'] !== 'ok')).toEqual([])
      } finally {
        await watched.watch.stop()
        await client.end()
      }
    })
  },
  { 'pg_stat_statements.max': '100', autovacuum: 'off' },
)

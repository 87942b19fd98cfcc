import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import pg from 'pg'
import { startCluster, type Cluster } from '../../electron/demo/postgres.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import type { Cell } from '../../shared/model/sample.ts'
import { startLine } from '../help/line.ts'
import { installed, startServer, type TestServer } from '../help/postgres.ts'
import { rowsOf, startWatch, until, type Watched } from '../help/watch.ts'

const MINUTE = 60_000
// Up to this version the id of a statement is made of the oids of its tables, so that two servers may give one id to two statements.
const VERSION = 15

/** A standby of the server, from a copy of its files while it runs. */
async function standbyOf(primary: TestServer): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-standby-'))
  const session = await primary.session()
  await session.query(`select pg_backup_start('copy', true)`)
  // -a: PostgreSQL wants its files to belong to the user who runs it
  execFileSync('cp', ['-a', join(primary.folder, 'data'), folder])
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  execFileSync('cp', ['-a', join(primary.folder, 'data', 'pg_wal'), join(folder, 'data')])
  rmSync(join(folder, 'data', 'postmaster.pid'))
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(folder, 'data', name), text)
    chmodSync(join(folder, 'data', name), 0o666)
  }
  const { host, port, user, password } = primary
  const settings = { shared_preload_libraries: 'pg_stat_statements', max_connections: '40', fsync: 'off' }
  const conninfo = `host=${host} port=${String(port)} user=${user} password=${password}`
  return startCluster({ binaries: installed.get(VERSION) ?? '', clock: systemClock, folder, password, settings: { ...settings, primary_conninfo: conninfo } })
}

async function run(to: Cluster, statement: string, times = 1): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: to.host, port: to.port, user: to.user, password: to.password, database: to.database })
  await client.connect()
  let rows: Record<string, unknown>[] = []
  for (let i = 0; i < times; i++) rows = (await client.query<Record<string, unknown>>(statement)).rows
  await client.end()
  return rows
}

/** Calls of statements whose text has the mark, block by block. */
function calls(watched: Watched, mark: string): number[] {
  const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
  const ours = (row: Record<string, Cell>): boolean => (texts.get(String(row['query_md5_id'])) ?? '').includes(mark)
  return watched.blocks('statements').map((block) => rowsOf(block).reduce((sum, row) => sum + (ours(row) ? Number(row['calls'] ?? 0) : 0), 0))
}
const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

it('the same connection answers from a promoted standby, then from another server: nothing is counted twice, and no statement gets the text of another', async () => {
  const [primary, stranger] = [await startServer(VERSION), await startServer(VERSION)]
  await primary.sql('create table own_words (a int)')
  const standby = await standbyOf(primary)
  await stranger.sql('create table strange_words (a int)')
  const line = await startLine(primary.port)
  const watched = startWatch({ ...primary.settings, port: line.port })
  /** Leads the line elsewhere and waits for the first reading there. */
  const lead = async (to: Cluster): Promise<void> => {
    const before = watched.blocks('statements').length
    line.lead(to.port)
    await until(() => {
      watched.clock.advance(500)
      return watched.watch.status().connected && watched.blocks('statements').length > before
    }, 'collection to go on')
  }
  try {
    await until(() => watched.blocks('statements')[0], 'the first reading')
    await run(primary, 'select a from own_words', 7)
    await watched.after(MINUTE, 'statements')
    expect(total(calls(watched, 'own_words'))).toBe(7)

    await until(async () => (await run(standby, `select 1 from pg_stat_wal_receiver where status = 'streaming'`)).length > 0, 'the standby to stream')
    await primary.stop('immediate')
    await run(standby, 'select pg_promote()')
    await run(standby, 'select a from own_words', 2)
    await lead(standby)
    expect(watched.rows('instance').at(-1)).toMatchObject({ type: 'primary' })
    expect(watched.blocks('statements').at(-1)).toMatchObject({ rows: 0 })
    await run(standby, 'select a from own_words', 5)
    await watched.after(MINUTE, 'statements')
    // the two before the first reading there were counted by a server that we did not see
    expect(total(calls(watched, 'own_words'))).toBe(12)

    const idOf = `select queryid::text from pg_stat_statements where query like 'select a from %_words'`
    await lead(stranger)
    await run(stranger, 'select a from strange_words', 3)
    expect(await run(stranger, idOf), 'one id for two statements').toEqual(await run(standby, idOf))
    await until(async () => {
      await watched.after(10 * MINUTE, 'statements')
      return total(calls(watched, 'strange_words')) > 0
    }, 'the stranger’s statement under its own text')
    expect(total(calls(watched, 'strange_words'))).toBe(3)
    expect(total(calls(watched, 'own_words'))).toBe(12)
    const numbers = ['statements', 'database', 'background'].flatMap((probe) => watched.rows(probe)).flatMap((row) => Object.values(row))
    expect(numbers.filter((cell) => typeof cell === 'number' && cell < 0)).toEqual([])
  } finally {
    await watched.watch.stop()
    line.close()
    await Promise.all([standby.stop('immediate'), stranger.stop('immediate'), primary.stop('immediate')])
  }
})

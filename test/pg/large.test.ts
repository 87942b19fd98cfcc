/** Servers larger than most. `WATCHPOST_FULL_SIZE=1`: 1,000 databases, 50,000 tables, 700 MB of statement texts; else a size that takes seconds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INTERVAL, quickClock, watchBeside, type Beside } from '../help/beside.ts'
import { startServer, type TestServer } from '../help/postgres.ts'
import { until } from '../help/watch.ts'

const FULL = process.env['WATCHPOST_FULL_SIZE'] === '1'
const SIZE = FULL ? { databases: 1_000, tables: 50_000, texts: 5_000 } : { databases: 30, tables: 2_500, texts: 1_000 }
const LONG = FULL ? 600_000 : 120_000
const MIB = 1024 * 1024
/** What watching a server of any size may add to our memory, bytes. */
const MEMORY = (FULL ? 900 : 350) * MIB

const servers: TestServer[] = []
beforeAll(async () => {
  servers.push(await startServer(18))
})
afterAll(() => Promise.all(servers.map((server) => server.stop('immediate'))))

/** Watches the large server beside a healthy one until `done`, and says by how much the healthy one's samples were late and how far memory rose. */
async function beside(large: TestServer, done: (beside: Beside) => boolean, tablesLimit = 1_000, times = 6): Promise<Beside> {
  const [healthy] = servers
  if (healthy === undefined) throw new Error('the server does not run')
  const began = process.memoryUsage().rss
  let most = 0
  const both = watchBeside(large.settings, healthy.settings, tablesLimit, FULL ? undefined : quickClock(times))
  const meter = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - began)
  }, 100)
  try {
    await until(() => done(both), 'the large server to be read', LONG)
    const before = both.healthy.blocks('sessions').length
    await until(() => both.healthy.blocks('sessions').length > before, 'a sample of the healthy server', 20_000)
    expect(both.latest(), 'lateness of the healthy server').toBeLessThan(INTERVAL)
    expect(most, 'memory').toBeLessThan(MEMORY)
    expect(both.sick.watch.status()).toMatchObject({ connected: true, cause: '' })
    return both
  } catch (error) {
    await both.stop()
    throw error
  } finally {
    clearInterval(meter)
  }
}

describe('a large server', { timeout: 3 * LONG }, () => {
  it(`with ${String(SIZE.databases)} databases: a part of them is visited each minute, over one session at a time`, async () => {
    const large = await startServer(18, { file_copy_method: 'clone', max_connections: '10' }).catch(() => startServer(18, { max_connections: '10' }))
    try {
      for (let i = 0; i < SIZE.databases; i++) await large.sql(`create database d${String(i)} strategy file_copy`)
      const both = await beside(
        large,
        ({ sick }) =>
          sick.blocks('database-size').length > 0 && sick.rows('self').some((row) => row['probe'] === 'visit' && Number(row['runs']) >= SIZE.databases / 10),
      )
      const visits = both.sick.rows('self').filter((row) => row['probe'] === 'visit')
      expect(visits.every((row) => row['failures'] === 0)).toBe(true)
      expect(both.sick.rows('database-size').length).toBeGreaterThanOrEqual(SIZE.databases)
      await both.stop()
    } finally {
      await large.stop('immediate')
    }
  })

  it(`with ${String(SIZE.tables)} tables: they are counted and left alone beyond the limit, and read whole when the limit is raised`, async () => {
    const large = await startServer(18, { max_locks_per_transaction: '1024' })
    try {
      for (let done = 0; done < SIZE.tables; done += 500)
        await large.sql(
          `do $$ begin for i in ${String(done + 1)}..${String(done + 500)} loop execute format('create table t%s (id int primary key)', i); end loop; end $$`,
        )
      const left = await beside(large, ({ sick }) => sick.watch.status().tablesPaused !== '' && sick.blocks('statements').length > 0)
      expect(left.sick.watch.status().tablesPaused).toContain(`there are ${String(SIZE.tables)} tables and the limit is 1000`)
      expect(left.sick.blocks('tables')).toEqual([])
      await left.stop()
      await large.sql('select count(*) from t1')
      const read = await beside(large, ({ sick }) => sick.rows('indexes').length > 0 || sick.blocks('indexes').length > 1, 10 * SIZE.tables)
      expect(read.sick.watch.status().tablesPaused).toBe('')
      expect(read.sick.rows('self').filter((row) => (row['probe'] === 'tables' || row['probe'] === 'indexes') && row['outcome'] !== 'ok')).toEqual([])
      await read.stop()
    } finally {
      await large.stop('immediate')
    }
  })
})

describe('a server with a large file of statement texts', { timeout: 3 * LONG }, () => {
  /** So many statements of different shape, each with a text of 140 kB. */
  async function fill(server: TestServer, count: number): Promise<void> {
    const client = await server.session()
    const comment = `/* ${'long '.repeat(28_000)} */`
    for (let i = 0; i < count; i++)
      await client.query(`select ${Array.from({ length: 13 }, (_, bit) => ((i >> bit) & 1 ? "'a'::text" : '1')).join(', ')} ${comment}`)
  }

  it('whose size we may look at: it is not read, and the status says so', async () => {
    const large = await startServer(18, { 'pg_stat_statements.max': '5000' })
    try {
      await large.sql('grant execute on function pg_stat_file(text, boolean) to watcher')
      await fill(large, SIZE.texts)
      const both = await beside(large, ({ sick }) => sick.watch.status().textsPaused !== '')
      expect(both.sick.watch.status().textsPaused).toMatch(/^the server's file of statement texts has \d+ MB and at most 128 MB are read/)
      await both.stop()
      const { rows } = await large.sql(`select count(*)::int as n from pg_stat_statements(true) where query like '%pg_stat_statements(true) s%join unnest%'`)
      expect(rows).toEqual([{ n: 0 }])
    } finally {
      await large.stop('immediate')
    }
  })

  it('whose size we may not look at: of each text a bounded part comes, and every statement keeps an id of its own', async () => {
    const large = await startServer(18, { 'pg_stat_statements.max': '5000' })
    try {
      // Texts may be read before all statements are there, and the pause that this costs is up to an hour.
      const both = await beside(large, ({ sick }) => sick.blocks('statements').length > 0, 1_000, 60)
      await fill(large, 600)
      await until(() => both.sick.batches.reduce((sum, { texts }) => sum + texts.length, 0) > 500, 'the texts', LONG)
      const texts = both.sick.batches.flatMap((batch) => batch.texts)
      expect(Math.max(...texts.map(({ text }) => text.length))).toBeLessThanOrEqual(16_384)
      expect(texts.filter(({ text }) => text.includes('long long'))).toEqual([])
      expect(new Set(texts.map(({ md5 }) => md5)).size).toBe(texts.length)
      expect(both.latest()).toBeLessThan(INTERVAL)
      await both.stop()
    } finally {
      await large.stop('immediate')
    }
  })
})

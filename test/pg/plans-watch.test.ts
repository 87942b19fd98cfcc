import { expect, it } from 'vitest'
import type { Cell } from '../../shared/model/sample.ts'
import { SOME, withServers, type TestServer } from '../help/postgres.ts'
import { rowsOf, startWatch, until, type Watched } from '../help/watch.ts'

const MINUTE = 60_000

/** A session of the application that runs a statement until `end`, so that samples see it. */
async function run(server: TestServer, sql: string): Promise<{ end(): Promise<void> }> {
  const client = await server.session('app', 'shop')
  const running = client.query(sql).catch(() => undefined)
  return {
    end: async () => {
      await server.sql(`select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'shop'`)
      await running
      await client.end()
    },
  }
}

const hidden = 'select pg_sleep(600) from orders where id = 1 and customer <> 271828'
const slow = (customer: number): string => `select pg_sleep(600), o.* from orders o where customer = ${customer}`
const plansOf = (watched: Watched): Record<string, Cell>[] => watched.blocks('plans').flatMap(rowsOf)

withServers(SOME, (version, server) => {
  it('is prepared', async () => {
    await server().sql(`
      create role app login password 'watch me'; grant app to watcher;
      create table orders (id int primary key, customer int); insert into orders select i, i % 1000 from generate_series(1, 20000) i;
      create index orders_customer on orders (customer); analyze orders; alter table orders owner to app`)
  })

  it('a sample with its values and the plan of it travel with the readings; a dropped index is a new shape', async () => {
    const watched = startWatch(server().settings)
    const first = await run(server(), slow(42))
    try {
      await until(async () => {
        watched.clock.advance(10_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
        // Samples are handed over once a minute, plans when they are made.
        return plansOf(watched).length > 0 && watched.rows('query-samples').length > 0
      }, 'a plan and its sample')
      expect(watched.rows('query-samples')).toMatchObject([
        { sample: slow(42), truncated: 'false', database: 'postgres', user_name: 'app', application_name: 'shop' },
      ])
      const [plan] = plansOf(watched)
      expect(plan).toMatchObject({ source: 'sample', user_name: 'app', planned_as: 'app', failure: null, database: 'postgres' })
      expect(plan?.['query_md5_id']).toBe(watched.rows('query-samples')[0]?.['query_md5_id'])
      const text = watched.batches.flatMap(({ batch }) => batch.texts).find(({ md5 }) => md5 === plan?.['plan_id'])?.text ?? ''
      expect(text).toContain('orders_customer')
      expect(text).not.toContain('42')
      await first.end()

      await server().sql('drop index orders_customer')
      const second = await run(server(), slow(43))
      await until(async () => {
        watched.clock.advance(30_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return new Set(plansOf(watched).map((row) => row['shape'])).size > 1
      }, 'another shape')
      await second.end()
      const hours = watched.rows('query-samples').map((row) => `${String(row['query_md5_id'])} ${String(Math.floor(Number(row['seen_at']) / 3_600_000))}`)
      expect(new Set(hours).size, 'one per query and hour').toBe(hours.length)
      expect(watched.rows('sampling')[0]).toMatchObject({ samples: 'true', literals: 'true', plans: 'true' })
      expect(watched.rows('sampling').at(-1)).toMatchObject({ query_ids: String(version >= 14), sees_all: 'true', hindrance: '' })
      expect(watched.rows('self').filter((row) => row['probe'] !== 'log' && row['outcome'] !== 'ok')).toEqual([])
      expect(watched.rows('self').some((row) => row['probe'] === 'plans' && Number(row['total_ms']) > 0)).toBe(true)
    } finally {
      await watched.watch.stop()
      await server().sql('create index if not exists orders_customer on orders (customer)')
    }
  })

  it('with the privacy setting no value leaves the server; from 16 plans are made without values', async () => {
    const watched = startWatch({ ...server().settings, literals: false })
    const client = await server().session('app', 'quick')
    try {
      await until(() => watched.blocks('statements')[0], 'the first reading')
      for (let i = 0; i < 100; i++) await client.query(`select id from orders where customer = 90${i} and id > 31415`)
      const long = await run(server(), hidden)
      for (let i = 0; i < 8; i++) {
        await client.query(`select id from orders where customer = 90${i} and id > 31415`)
        await watched.after(MINUTE, 'sessions')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await long.end()
      await watched.after(MINUTE, 'self')
      expect(watched.blocks('sessions').some(({ rows }) => rows > 0)).toBe(true)
      expect(watched.blocks('query-samples')).toEqual([])
      expect(JSON.stringify(watched.batches)).not.toMatch(/31415|271828/)
      const plans = plansOf(watched).filter(({ failure }) => failure === null)
      expect([...new Set(plans.map(({ source }) => source))]).toEqual(version >= 16 ? ['generic'] : [])
      expect(watched.rows('sampling').at(-1)).toMatchObject({ literals: 'false' })
    } finally {
      await client.end()
      await watched.watch.stop()
    }
  })
})

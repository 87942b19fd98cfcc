/** Partitions of real tables, rolled up to their root. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SOME, withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'
import { MINUTE, running } from '../unit/platform/running.ts'

const TABLES = `
  create table "Sales" (day int, region text, v text) partition by range (day);
  create table sales_1 partition of "Sales" for values from (0) to (10);
  create table sales_2 partition of "Sales" for values from (10) to (20) partition by list (region);
  create table sales_2_n partition of sales_2 for values in ('n');
  create table sales_2_s partition of sales_2 for values in ('s');
  create index sales_day on "Sales" (day);
  create table other (a int);
  insert into "Sales" select i % 20, case when i % 2 = 0 then 'n' else 's' end, 'x' from generate_series(0, 9999) i;
  insert into other values (1);
  analyze`

withServers(SOME, (_, server) => {
  it('counters, estimates and sizes of all levels add up under the root, and a dropped partition is not counted on', async () => {
    await server().sql(TABLES)
    // Until 14 what a session did is told through a file, half a second later.
    await wait(1_200)
    const watched = startWatch({ ...server().settings, samples: false })
    const platform = await running({ time: watched.clock.now() })
    const ask = async (id: string): Promise<readonly Record<string, unknown>[]> => {
      const batches = watched.batches.flatMap(({ batch }) => batch.blocks.filter(({ probe }) => probe === 'tables' || probe === 'indexes'))
      platform.clock.time = watched.clock.now() + 1000
      platform.store(batches.slice(fed), { connection: 'c1', name: 'main', server: 'here' })
      fed = batches.length
      return (await platform.ask('POST', `/ds-api/app/reports/${id}`, { from: '2026-01-15', to: '2026-01-17' })).rows
    }
    let fed = 0
    try {
      await until(() => watched.blocks('indexes').length > 0, 'the first reading')
      await wait(1_200)
      await watched.after(MINUTE, 'indexes')
      const client = await server().session()
      await client.query(`insert into "Sales" select i % 20, case when i % 2 = 0 then 'n' else 's' end, 'y' from generate_series(0, 1999) i`)
      await client.query(`delete from "Sales" where v = 'y' and day < 5`)
      await client.query(`set enable_seqscan = off; select count(*) from "Sales" where day = 3`)
      await client.query(`select count(*) from "Sales" where day = 13`)
      await client.end()
      await wait(1_200)
      await watched.after(10 * MINUTE, 'indexes')
      const truth = async () =>
        (
          await server().sql(`
            select sum(pg_relation_size(relid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0))::int as size, sum(c.reltuples)::int as reltuples
            from pg_partition_tree('"Sales"') join pg_class c on c.oid = relid where isleaf`)
        ).rows[0]
      const sizes = await server().sql(`select sum(pg_relation_size(relid))::int as size from pg_partition_tree('sales_day') where isleaf`)
      expect(await ask('partitioned-tables')).toMatchObject([
        { database: 'postgres', root: 'public."Sales"', n_tup_ins: 2000, n_tup_del: 500, idx_scan: 4, ...(await truth()) },
      ])
      expect(await ask('partitioned-indexes')).toMatchObject([{ root: 'public.sales_day', idx_scan: 4, ...sizes.rows[0] }])

      await server().sql('drop table sales_2_s')
      for (let n = 0; n < 4; n++) await watched.after(60 * MINUTE, 'indexes')
      expect(await ask('partitioned-tables')).toMatchObject([{ n_tup_ins: 2000, ...(await truth()) }])
    } finally {
      await watched.watch.stop()
    }
  })
})

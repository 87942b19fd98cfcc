/** Once an hour everything is sent: indexes as the whole reading of their tables tells of them, without being looked at once more. */
import { expect, it } from 'vitest'
import { SOME, withServers } from '../help/postgres.ts'
import { rowsOf, startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

withServers(SOME, (_, server) => {
  it('indexes of the hour are those that there are, with what is known of them now, and those that moved in its minute are counted in it', async () => {
    await server().sql(
      `create table t (a int, b int, c int) with (autovacuum_enabled = off); create index t_a on t (a); create index t_b on t (b); create index t_c on t (c);
       insert into t select n, n, n from generate_series(1, 3000) n; create table gone (a int primary key); create schema s; create table s.idle (a int primary key)`,
    )
    const session = await server().session()
    const watched = startWatch(server().settings)
    const asked = async (): Promise<number> =>
      Number(
        (await server().sql(`select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query ~ 'watchpost indexes .* a\\.amname'`)).rows[0]?.[
          'calls'
        ],
      )
    const told = (names: readonly string[]) => {
      const block = watched.blocks('indexes').at(-1)
      return block === undefined ? [] : rowsOf(block).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
    }
    try {
      await until(() => watched.blocks('indexes').length > 0, 'the first reading')
      for (let minute = 0; minute < 12; minute++) await watched.after(MINUTE, 'indexes')
      // Nothing of an index moves by these: not by an analyze either, that tells their pages.
      await session.query('drop index t_b; drop table gone; analyze t; alter table s.idle rename to renamed; alter schema s rename to s2')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await watched.after(MINUTE, 'indexes')
      const before = await asked()
      expect(before).toBeGreaterThan(0)
      await session.query('set enable_seqscan = off; select from t where c = 5')
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      await session.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 600))
      const left = HOUR - (watched.clock.now() % HOUR)
      await watched.after(left, 'indexes')
      expect(told(['schema_name', 'rel_name', 'index_rel_name', 'is_valid', 'idx_scan', 'relpages'])).toEqual(
        (
          await server().sql(
            `select n.nspname as schema_name, r.relname as rel_name, c.relname as index_rel_name, 'true' as is_valid, case when c.relname = 't_c' then 1 else 0 end as idx_scan, c.relpages
             from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class r on r.oid = i.indrelid join pg_namespace n on n.oid = r.relnamespace
             where c.relname in ('t_a', 't_c', 'idle_pkey') order by c.oid`,
          )
        ).rows,
      )
      expect(await asked(), 'by the reading of indexes itself').toBe(before)
    } finally {
      await watched.watch.stop()
      await session.end()
      await server().sql('drop table t; drop schema if exists s2, s cascade')
    }
  })
})

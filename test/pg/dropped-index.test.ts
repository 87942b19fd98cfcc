/** What is added up over the indexes of a table falls when one is dropped; nothing else of the table may be counted anew by that. */
import { expect, onTestFinished, test } from 'vitest'
import { installed, startServer } from '../help/postgres.ts'
import { rowsOf, startWatch, until } from '../help/watch.ts'

test('dropping an index invents nothing in the numbers of its table, and a new one is counted from its beginning', async () => {
  const server = await startServer(Math.max(...installed.keys()))
  onTestFinished(() => server.stop())
  await server.sql(
    'create table t (a int, b int); create index t_a on t (a); create index t_b on t (b); insert into t select n, n from generate_series(1, 5000) n; analyze t',
  )
  const session = await server.session()
  const work = async (statement: string): Promise<void> => {
    await session.query(statement)
    // Statistics of a session are told at the latest a second after it has come to rest.
    await session.query('select pg_stat_force_next_flush()').catch(() => undefined)
    await server.sql('select pg_sleep(1.1)')
  }
  for (let n = 0; n < 20; n++) await session.query('set enable_seqscan = off; select count(*) from t where a < 5')
  await work('select count(*) from t where b < 5')
  const watched = startWatch(server.settings)
  onTestFinished(() => watched.watch.stop())
  await until(() => watched.blocks('tables').length > 0, 'the first reading')
  const next = async () => rowsOf(await watched.after(60_000, 'tables')).find((row) => row['rel_name'] === 't')

  await work('insert into t values (0, 0), (0, 0), (0, 0)')
  expect(await next()).toMatchObject({ n_tup_ins: 3, seq_scan: 0 })
  // Its counters alone start again: those of its indexes go on.
  await server.sql("select pg_stat_reset_single_table_counters('t'::regclass)")
  await work('insert into t values (0, 0)')
  expect(await next()).toMatchObject({ n_tup_ins: 1, seq_scan: 0, idx_scan: 0 })
  await session.query('drop index t_a')
  for (let n = 0; n < 30; n++) await session.query('select count(*) from t where b < 5')
  await work('insert into t values (0, 0)')
  expect(await next()).toMatchObject({ n_tup_ins: 1, seq_scan: 0, idx_scan: null })
  await session.query('drop index t_b')
  await work('insert into t values (0, 0)')
  expect(await next()).toMatchObject({ n_tup_ins: 1, idx_scan: null })
  await session.query('create index t_c on t (b)')
  await work('select count(*) from t where b < 5')
  // The planner looks into the index too.
  const { rows } = await server.sql("select idx_scan::int from pg_stat_user_indexes where indexrelname = 't_c'")
  expect(rows[0]?.['idx_scan']).toBeGreaterThan(0)
  expect(await next()).toMatchObject({ n_tup_ins: 0, ...rows[0] })
})

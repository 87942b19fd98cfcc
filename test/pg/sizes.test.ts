/** Files are looked at seldom: the turn is for everything that was written to since the one before. */
import { expect, onTestFinished, test } from 'vitest'
import { installed, startServer } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000

test('what was written to in any minute has its new size ten minutes later, though nobody has touched it since', async () => {
  const server = await startServer(Math.max(...installed.keys()))
  onTestFinished(() => server.stop())
  await server.sql('create table loaded (a int, b text) with (autovacuum_enabled = off); create index loaded_a on loaded (a)')
  const watched = startWatch(server.settings)
  onTestFinished(() => watched.watch.stop())
  await until(() => watched.blocks('indexes').length > 0, 'the first reading')
  const sizes = (probe: string, name: string) => watched.rows(probe).flatMap((row) => (row[name]?.toString().startsWith('loaded') ? [row['size']] : []))
  await watched.after(MINUTE, 'indexes')

  const session = await server.session()
  await session.query(`insert into loaded select n, repeat('x', 200) from generate_series(1, 5000) n`)
  await session.query('select pg_stat_force_next_flush()')
  for (let minute = 0; minute < 2; minute++) await watched.after(MINUTE, 'indexes')
  expect(sizes('tables', 'rel_name').at(-1), 'not yet').toBe(0)
  for (let minute = 0; minute < 9; minute++) await watched.after(MINUTE, 'indexes')
  const { rows } = await server.sql(`select pg_relation_size('loaded')::int as of_table, pg_relation_size('loaded_a')::int as of_index`)
  expect(sizes('tables', 'rel_name').at(-1)).toBe(rows[0]?.['of_table'])
  expect(sizes('indexes', 'index_rel_name').at(-1)).toBe(rows[0]?.['of_index'])
})

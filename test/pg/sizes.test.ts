/** Files are looked at seldom: the turn is for everything that was written to since it was measured last. */
import { expect, onTestFinished, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { installed, startServer } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000

/** A watch for which a table was loaded in the second minute, and left alone since. */
async function loaded() {
  const server = await startServer(Math.max(...installed.keys()))
  onTestFinished(() => server.stop())
  await server.sql('create table loaded (a int, b text) with (autovacuum_enabled = off); create index loaded_a on loaded (a); create table other (a int)')
  const watched = startWatch(server.settings)
  onTestFinished(() => watched.watch.stop())
  await until(() => watched.blocks('indexes').length > 0, 'the first reading')
  const latest = (probe: string, name: string) => watched.rows(probe).findLast((row) => row[name]?.toString().startsWith('loaded'))?.['size']
  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute++) await watched.after(MINUTE, 'indexes')
  }
  await minutes(1)
  const session = await server.session()
  await session.query(`insert into loaded select n, repeat('x', 200) from generate_series(1, 5000) n`)
  await session.query('select pg_stat_force_next_flush()')
  await minutes(2)
  expect(latest('tables', 'rel_name'), 'not yet').toBe(0)
  const told = () => ({ table: latest('tables', 'rel_name'), index: latest('indexes', 'index_rel_name') })
  const real = async () => (await server.sql(`select pg_relation_size('loaded')::int as table, pg_relation_size('loaded_a')::int as index`)).rows[0]
  return { server, watched, session, minutes, told, real }
}

test('what was written to in any minute has its new size ten minutes later, though nobody has touched it since', async () => {
  const { minutes, told, real } = await loaded()
  await minutes(9)
  expect(told()).toEqual(await real())
})

test('a size that was measured and could not be handed over is measured once more', async () => {
  const { watched, minutes, told, real } = await loaded()
  await minutes(6)
  watched.refuse(true)
  for (let n = 0; n < 3; n++) {
    const refused = watched.refused()
    watched.clock.advance(MINUTE)
    await until(() => watched.refused() > refused, 'a refusal')
    await wait(200)
  }
  watched.refuse(false)
  await minutes(12)
  expect(told()).toEqual(await real())
})

test('a size that a lock kept back is measured in the next turn', async () => {
  const { session, minutes, told, real } = await loaded()
  await minutes(5)
  await session.query('begin; lock table loaded in access exclusive mode')
  await minutes(4)
  await session.query('rollback')
  await minutes(12)
  expect(told()).toEqual(await real())
})

test('an index that is made between two turns takes no size from others', async () => {
  const { server, minutes, told, real } = await loaded()
  await server.sql('create index other_a on other (a)')
  await minutes(12)
  expect(told()).toEqual(await real())
})

test('a reading of everything in between loses no size, and what is made just before it has one soon', async () => {
  const { server, minutes, told, real, watched } = await loaded()
  await minutes(52)
  expect(told()).toEqual(await real())
  await server.sql('create table late (a int primary key); insert into late select generate_series(1, 5000)')
  const [whole, rows] = [watched.blocks('tables').length, watched.rows('tables').length]
  await minutes(5)
  // The hour has ended: what nobody touched was sent too, as large as it was known to be.
  const sent = watched.rows('tables').slice(rows)
  expect(watched.blocks('tables').length).toBe(whole + 5)
  expect(sent.filter((row) => row['rel_name'] === 'other').length).toBe(1)
  expect(told()).toEqual(await real())
  await minutes(10)
  const { rows: sizes } = await server.sql(`select pg_relation_size('late')::int as table, pg_relation_size('late_pkey')::int as index`)
  expect(watched.rows('tables').findLast((row) => row['rel_name'] === 'late')?.['size']).toBe(sizes[0]?.['table'])
  expect(watched.rows('indexes').findLast((row) => row['index_rel_name'] === 'late_pkey')?.['size']).toBe(sizes[0]?.['index'])
})

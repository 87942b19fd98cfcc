/** A database's files are looked at when something may have been written since they were looked at last, and once an hour in any case. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { SOME, withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const TURN = 600_000
const HOUR = 3_600_000

withServers(SOME, (_, server) => {
  it('a database to which nothing was written keeps its size, and any other has the one it has now', async () => {
    for (const name of ['written', 'left_alone', 'dropped']) await server().sql(`create database ${name}`)
    const { host, port, user, password } = server()
    const open = (database: string): pg.Client => new pg.Client({ host, port, user, password, database })
    const [writer, idle] = [open('written'), open('left_alone')]
    for (const session of [writer, idle]) await session.connect()
    const settle = async (): Promise<void> => {
      // A backend tells what it did when it has been idle.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      for (const session of [writer, idle]) await session.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 600))
    }
    const fill = "insert into t select n, repeat('x', 500) from generate_series(1, 5000) n"
    for (const session of [writer, idle]) await session.query(`create table t (a int, b text) with (autovacuum_enabled = off); ${fill}; delete from t`)
    await settle()
    const watched = startWatch(server().settings)
    const told = (): Record<string, unknown> => {
      const { database = [], data_size: sizes = [] } = watched.blocks('database-size').at(-1)?.columns ?? {}
      return Object.fromEntries(database.map((name, row): [string, unknown] => [String(name), sizes[row]]))
    }
    const real = async (name: string) => (await server().sql(`select pg_database_size('${name}')::int as size`)).rows[0]?.['size'] as number
    try {
      await until(() => watched.blocks('database-size').length > 0, 'the first sizes')
      const first = told()
      expect(first).toMatchObject({ written: await real('written'), left_alone: await real('left_alone') })

      // What a vacuum cuts off is not counted as written: it shows whether files were looked at.
      await idle.query('vacuum t')
      await writer.query(`begin; ${fill}`)
      await server().sql('drop database dropped')
      await settle()
      await watched.after(TURN, 'database-size')
      expect(told(), 'in the middle of a transaction').toMatchObject({ written: await real('written'), left_alone: first['left_alone'] })
      expect(await real('left_alone')).toBeLessThan(Number(first['left_alone']))
      expect(await real('written')).toBeGreaterThan(Number(first['written']))
      expect(told()).not.toHaveProperty('dropped')

      await writer.query('commit')
      await writer.query(`create table more as select * from t`)
      await settle()
      await watched.after(TURN, 'database-size')
      expect(told(), 'after it').toMatchObject({ written: await real('written'), left_alone: first['left_alone'] })

      for (let n = 0; n < HOUR / TURN; n++) await watched.after(TURN, 'database-size')
      expect(told(), 'within the hour').toMatchObject({ written: await real('written'), left_alone: await real('left_alone') })

      // While an index is built beside, no transaction has an id.
      await idle.query('create table u (a int) with (autovacuum_enabled = off); insert into u select generate_series(1, 50000); delete from u')
      await settle()
      await watched.after(TURN, 'database-size')
      const filled = told()
      await idle.query('vacuum u')
      expect(await real('left_alone')).toBeLessThan(Number(filled['left_alone']))
      const [holder, builder] = [open('left_alone'), open('left_alone')]
      for (const session of [holder, builder]) await session.connect()
      await holder.query('begin isolation level repeatable read; select 1')
      const building = builder.query('create index concurrently t_a on t (a)')
      await until(async () => (await idle.query('select from pg_stat_progress_create_index')).rowCount === 1, 'the building')
      await watched.after(TURN, 'database-size')
      expect(told(), 'while an index is built').toMatchObject({ left_alone: await real('left_alone') })
      await holder.query('commit')
      await building
      for (const session of [holder, builder]) await session.end()
    } finally {
      await watched.watch.stop()
      for (const session of [writer, idle]) await session.end()
      for (const name of ['written', 'left_alone', 'dropped']) await server().sql(`drop database if exists ${name}`)
    }
  })
})

import pg from 'pg'
import { expect, it } from 'vitest'
import { checkServer } from '../../electron/collector/ready.ts'
import { openSession } from '../../electron/collector/target.ts'
import { pgbouncerRoot, startPgBouncer } from '../help/pgbouncer.ts'
import { startServer } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
const root = pgbouncerRoot()

it.skipIf(root === undefined)(
  root === undefined
    ? 'PgBouncer is not to be had here (apt-get download pgbouncer): collection through it is not tried'
    : 'through PgBouncer in transaction mode everything is read, no setting stays in its sessions, and the capabilities name the pooler',
  async () => {
    const server = await startServer(18)
    const { user, password } = server.settings
    const pooler = await startPgBouncer(root ?? '', server.port, user, password, 2)
    const settings = { ...server.settings, port: pooler.port }
    const watched = startWatch(settings)
    try {
      expect(await watched.watch.settled(60_000)).toMatchObject({ connected: true, cause: '' })
      await until(() => watched.blocks('statements')[0] && watched.blocks('tables')[0], 'the first readings')
      // others use the pooler's sessions meanwhile
      const stranger = new pg.Client({ host: '127.0.0.1', port: pooler.port, user, password, database: 'postgres' })
      stranger.on('error', () => undefined)
      await stranger.connect()
      const writer = await server.session()
      await writer.query('create table pooled_rows (id int)')
      await watched.after(MINUTE, 'tables')
      for (let minute = 0; minute < 3; minute++) {
        await writer.query('insert into pooled_rows select generate_series(1, 5)')
        await writer.query('select pg_stat_force_next_flush()')
        for (let i = 0; i < 20; i++) await stranger.query('select 1 as pooled_mark')
        await watched.after(MINUTE, 'statements')
      }
      // a server of the tests writes its log to us, not to a file
      const failed = watched.rows('self').filter((row) => Number(row['failures']) > 0 && row['probe'] !== 'log')
      expect(failed).toEqual([])
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      const calls = watched.rows('statements').filter((row) => (texts.get(String(row['query_md5_id'])) ?? '').includes('pooled_mark'))
      expect(calls.reduce((sum, row) => sum + Number(row['calls']), 0)).toBe(60)
      const written = watched.rows('tables').filter((row) => row['rel_name'] === 'pooled_rows')
      expect(written.reduce((sum, row) => sum + Number(row['n_tup_ins']), 0)).toBe(15)

      const { rows } = await stranger.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'default_transaction_read_only', 'search_path', 'jit') order by name`,
      )
      const own = await server.sql(
        `select name, reset_val as setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'default_transaction_read_only', 'search_path', 'jit') order by name`,
      )
      expect(rows, 'what others find in the sessions they share with us').toEqual(own.rows)
      expect((await stranger.query('select name from pg_prepared_statements')).rows).toEqual([])
      await stranger.end()
      expect(await checkServer(settings, new AbortController().signal)).toMatchObject({ connected: true, pooled: true })
    } finally {
      await watched.watch.stop()
      await pooler.stop()
      await server.stop('immediate')
    }
  },
)

it.skipIf(root === undefined)('a pooler is noticed also where the user has a timeout like ours, and nobody else runs into ours', async () => {
  const server = await startServer(18)
  const { user, password } = server.settings
  await server.sql(`alter role watcher set statement_timeout = '5s'`)
  const pooler = await startPgBouncer(root ?? '', server.port, user, password, 2)
  const session = await openSession({ ...server.settings, port: pooler.port }, new AbortController().signal)
  const stranger = new pg.Client({ host: '127.0.0.1', port: pooler.port, user, password, database: 'postgres' })
  try {
    await stranger.connect()
    expect(session.pooled).toBe(true)
    for (let n = 0; n < 4; n++) expect((await session.query("select current_setting('statement_timeout')", 1)).rows).toEqual([['1s']])
    expect((await stranger.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }])
    // In this transaction the stranger has the session that we had.
    await stranger.query('begin')
    for (let n = 0; n < 4; n++) expect((await session.query("select current_setting('statement_timeout')", 1)).rows).toEqual([['1s']])
    await stranger.query('commit')
    expect((await stranger.query('select name from pg_prepared_statements')).rows).toEqual([])
  } finally {
    await stranger.end()
    await session.close()
    await pooler.stop()
    await server.stop('immediate')
  }
})

/** A subscription of a real server: that it runs, what it has received, and its errors. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000

withServers(
  [13, 15, 18],
  (version, server) => {
    it('runs without lag, and each failure to apply is counted', async () => {
      const { host, port, user, password } = server()
      await server().sql('create database source')
      const source = new pg.Client({ host, port, user, password, database: 'source' })
      await source.connect()
      await source.query('create table t (id int primary key); create publication p for table t')
      await source.query(`select pg_create_logical_replication_slot('s', 'pgoutput')`)
      await server().sql('create table t (id int primary key)')
      await server().sql(
        `create subscription s connection 'host=${host} port=${port} user=${user} password=${password} dbname=source' publication p with (create_slot = false, copy_data = false)`,
      )
      await source.query('insert into t select generate_series(1, 100)')
      const applied = async (): Promise<boolean> => Number((await server().sql('select count(*) from t')).rows[0]?.['count']) === 100
      await until(applied, 'the rows')
      const watched = startWatch({ ...server().settings, samples: false, tableMonitoring: false })
      try {
        const [first] = await until(() => watched.rows('subscriptions').length > 0 && watched.rows('subscriptions'), 'the subscription')
        expect(first).toMatchObject({ subscription: 's', database: 'postgres', enabled: 'true', pid: expect.stringMatching(/^\d+$/) as string })
        expect(Number(first?.['lag_bytes'])).toBeGreaterThanOrEqual(0)
        if (version >= 15) {
          await server().sql('insert into t values (101)')
          await source.query('insert into t values (101)')
          await wait(3_000)
          await watched.after(MINUTE, 'subscriptions')
          expect(Number(watched.rows('subscriptions').at(-1)?.['apply_error_count'])).toBeGreaterThanOrEqual(1)
        }
      } finally {
        await watched.watch.stop()
        await server().sql('alter subscription s disable')
        await server().sql('alter subscription s set (slot_name = none)')
        await server().sql('drop subscription s')
        await source.end()
      }
    })
  },
  { wal_level: 'logical', wal_retrieve_retry_interval: '500ms' },
)

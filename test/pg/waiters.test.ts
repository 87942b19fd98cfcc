import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import locks from '../../electron/catalog/probes/locks.ts'
import { openSession } from '../../electron/collector/target.ts'
import { SOME, withServers } from '../help/postgres.ts'
import { until } from '../help/watch.ts'

withServers(SOME, (_, server) => {
  it.each([
    ['an advisory lock', 'select pg_advisory_xact_lock(1)', 'select pg_advisory_xact_lock(1)', ''],
    ['one with activities untracked', 'select pg_advisory_xact_lock(1)', 'select pg_advisory_xact_lock(1)', 'set track_activities = off'],
    ['a relation', 'lock table held', 'select * from held', ''],
    ['a row', 'update held set a = 2', 'update held set a = 3', ''],
  ])('whoever waits for a lock is noticed before the tree is asked for, and nobody when nobody waits: %s', async (_, first, second, setting) => {
    await server().sql('create table if not exists held (a int); insert into held values (1)')
    const [holder, waiter] = [await server().session(), await server().session()]
    const session = await openSession(server().settings, new AbortController().signal)
    const asked = async () => (await session.query(locks.asksFirst, 5)).rows
    try {
      expect(await asked()).toEqual([['false']])
      await holder.query(`begin; ${first}`)
      if (setting !== '') await waiter.query(setting)
      const waiting = waiter.query(second)
      await until(async () => (await server().sql('select from pg_locks where not granted')).rows.length > 0, 'the wait')
      await wait(50)
      expect(await asked()).toEqual([['true']])
      await holder.query('rollback')
      await waiting
    } finally {
      await session.close()
      for (const one of [holder, waiter]) await one.end()
    }
  })
})

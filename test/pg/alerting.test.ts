/** A real server is driven into alerts: each is opened, told once, and resolved. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { judge } from '../help/judged.ts'
import { startServer } from '../help/postgres.ts'

test('connections exhausted, blocked sessions, idle in transaction, deadlock', { timeout: 180_000 }, async () => {
  const server = await startServer(18, { max_connections: '20', superuser_reserved_connections: '1', deadlock_timeout: '100ms' })
  onTestFinished(() => server.stop())
  const { becomes, open, told } = await judge(server, {
    'max-connections': {},
    'blocked-sessions': {},
    'idle-in-transaction': { warning: 1, critical: null },
    deadlocks: {},
  })

  const crowd = await Promise.all(Array.from({ length: 17 }, () => server.session()))
  await becomes('max-connections', true)
  await Promise.all(crowd.map((client) => client.end()))
  await becomes('max-connections', false)

  const [holder, waiter] = [await server.session(), await server.session()]
  await holder.query('create table t (id int primary key); insert into t values (1), (2)')
  await holder.query('begin; update t set id = 1 where id = 1')
  const blocked = waiter.query('update t set id = 1 where id = 1')
  await wait(1500)
  await becomes('blocked-sessions', true)
  expect(await open()).toContain('idle-in-transaction')
  await holder.query('commit')
  await blocked
  await becomes('blocked-sessions', false)
  expect(await open()).not.toContain('idle-in-transaction')

  await Promise.all([holder.query('begin; update t set id = 1 where id = 1'), waiter.query('begin; update t set id = 2 where id = 2')])
  const first = holder.query('update t set id = 2 where id = 2').catch(() => undefined)
  await waiter.query('update t set id = 1 where id = 1').catch(() => undefined)
  await first
  await Promise.all([holder.query('rollback'), waiter.query('rollback')])
  await Promise.all([holder.end(), waiter.end()])
  await wait(1500)
  await becomes('deadlocks', true)
  await becomes('deadlocks', false, 14)

  for (const check of ['Max connections', 'Blocked sessions', 'Idle in transaction', 'Deadlocks']) expect([check, told(check).length]).toEqual([check, 2])
})

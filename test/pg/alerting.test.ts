/** A real server is driven into alerts: each is opened, told once, and resolved. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Notice } from '../../shared/ipc.ts'
import { startServer } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'
import { MINUTE, running } from '../unit/platform/running.ts'

test('connections exhausted, blocked sessions, idle in transaction, deadlock, server down', { timeout: 180_000 }, async () => {
  const server = await startServer(18, { max_connections: '20', superuser_reserved_connections: '1', deadlock_timeout: '100ms' })
  onTestFinished(() => server.stop())
  const watched = startWatch(server.settings)
  onTestFinished(() => watched.watch.stop())
  const notices: Notice[] = []
  const platform = await running({ time: watched.clock.now(), notify: (notice) => notices.push(notice) })
  const quick = { 'max-connections': {}, 'blocked-sessions': {}, 'idle-in-transaction': { warning: 1, critical: null }, deadlocks: {}, 'instance-down': {} }
  for (const [rule, settings] of Object.entries(quick))
    expect((await platform.ask('PATCH', `/ds-api/app/rules/${rule}`, { occurrences: 1, ...settings })).status).toBe(200)

  let fed = 0
  const feed = (): void => {
    for (const { batch } of watched.batches.slice(fed))
      platform.store(batch.blocks, { connection: 'c1', name: 'main', server: 'here', tags: batch.instance.tags }, batch.texts)
    fed = watched.batches.length
  }
  /** Lets a minute pass, sees that what it brings is there, and has the platform judge. */
  const pass = async (probe = 'database'): Promise<void> => {
    await watched.after(10_000, 'sessions').catch(() => undefined)
    await watched.after(MINUTE - 10_000, probe)
    await wait(200)
    platform.clock.time = watched.clock.now() + 1000
    feed()
    await platform.platform.watchOver()
  }
  const open = async (): Promise<readonly string[]> => {
    const { json } = await platform.ask('GET', '/ds-api/app/problems?show=open')
    return (json as { problems: { rule: string }[] }).problems.map(({ rule }) => rule).sort()
  }
  /** The rule's problem is there after at most so many minutes, or is not any more. */
  const becomes = async (rule: string, there: boolean, minutes = 4, probe?: string): Promise<void> => {
    for (let n = 0; n < minutes; n++) {
      await pass(probe)
      if ((await open()).includes(rule) === there) return
    }
    throw new Error(`${rule} is ${there ? 'not ' : ''}open after ${String(minutes)} minutes: ${(await open()).join(', ')}`)
  }

  await until(() => watched.blocks('database').length > 0, 'the first reading')
  await pass()
  expect(await open()).toEqual([])

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

  await server.stop('fast')
  await becomes('instance-down', true, 6, 'self')
  const titles = notices.map(({ title }) => title)
  for (const check of ['Max connections', 'Blocked sessions', 'Idle in transaction', 'Deadlocks'])
    expect([check, titles.filter((title) => title.includes(check)).length]).toEqual([check, 2])
  expect(titles.filter((title) => title.includes('Instance down'))).toEqual(['CRITICAL: Instance down on here@main'])
})

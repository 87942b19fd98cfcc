/** A standby and its primary are driven into alerts: each is opened, told once, resolved. */
import { expect, onTestFinished, test } from 'vitest'
import { judge } from '../help/judged.ts'
import { startServer } from '../help/postgres.ts'
import { startStandby } from '../help/standby.ts'

test('replay paused, lag, primary gone', { timeout: 240_000 }, async () => {
  const primary = await startServer(18, { wal_level: 'replica', wal_receiver_status_interval: '1s' })
  onTestFinished(() => primary.stop())
  const standby = await startStandby(primary, { wal_retrieve_retry_interval: '500ms' })
  onTestFinished(() => standby.stop())
  await expect.poll(async () => (await primary.sql('select state from pg_stat_replication')).rows, { timeout: 20_000 }).toEqual([{ state: 'streaming' }])
  // The age of the latest replayed commit is not known before there was one.
  await primary.sql('create table t0 ()')
  const { becomes, told } = await judge(standby, { 'replication-stopped': {}, 'replication-lag': { warning: 1, critical: null }, 'instance-down': {} })

  await standby.sql('select pg_wal_replay_pause()')
  await primary.sql('create table t as select generate_series(1, 1000) n')
  await primary.sql('select pg_sleep(1.5)')
  expect(await becomes('replication-stopped', true)).toBe('The standby does not follow its primary: replay is paused')
  expect(await becomes('replication-lag', true)).toMatch(/^This standby is .+ behind$/)
  await standby.sql('select pg_wal_replay_resume()')
  await becomes('replication-stopped', false)
  await becomes('replication-lag', false)

  await primary.stop()
  expect(await becomes('replication-stopped', true)).toBe('The standby does not follow its primary: nothing is received')

  expect(told('Replication stopped')).toHaveLength(3)
  expect(told('Replication lag')).toHaveLength(2)
})

test('a server that is down is told once, and that it is up again', { timeout: 120_000 }, async () => {
  const server = await startServer(18)
  onTestFinished(() => server.stop())
  const { becomes, told } = await judge(server, { 'instance-down': {} })
  await server.restart('fast', async () => {
    expect(await becomes('instance-down', true, 6, 'self')).toMatch(/^The server cannot be connected to: nothing listens on /)
  })
  await becomes('instance-down', false, 6, 'sessions')
  expect(told('Instance down')).toEqual(['CRITICAL: Instance down on here@main', 'RESOLVED: Instance down on here@main'])
})

/** Archiving, slots, checkpoints and transaction ages of a real server are driven into alerts: each is opened, told once, resolved. */
import { expect, onTestFinished, test } from 'vitest'
import { judge, type Judged } from '../help/judged.ts'
import { startServer } from '../help/postgres.ts'

/** Opened and resolved, each told once. */
const toldTwice = ({ told }: Judged, ...checks: readonly string[]): void => {
  expect(checks.map((check) => [check, told(check).length])).toEqual(checks.map((check) => [check, 2]))
}

test('archiving fails, WAL piles up, a slot that nobody reads keeps it, checkpoints are asked for', { timeout: 240_000 }, async () => {
  const server = await startServer(18, { archive_mode: 'on', wal_level: 'logical', min_wal_size: '32MB', max_wal_size: '32MB' })
  onTestFinished(() => server.stop())
  const archiveWith = async (command: string): Promise<void> => {
    await server.sql(`alter system set archive_command = '${command}'`)
    await server.sql('select pg_reload_conf()')
  }
  await archiveWith('true')
  const judged = await judge(server, {
    'failed-archiving': { warning: 1, critical: null },
    'archiving-waits': { warning: 2, critical: null },
    'wal-files': { warning: 100 * 1024 ** 2, critical: null },
    'inactive-slots': { warning: 10 * 1024 ** 2, critical: null },
    'checkpoints-requested': {},
  })
  const { becomes } = judged

  await archiveWith('false')
  await server.sql('select pg_create_logical_replication_slot($$forgotten$$, $$pgoutput$$)')
  for (let n = 0; n < 8; n++) await server.sql("select pg_logical_emit_message(false, 'x', repeat('x', 15000000)), pg_switch_wal()")
  await server.sql('select pg_sleep(2)')
  expect(await becomes('failed-archiving', true)).toMatch(/^Archiving of [0-9A-F]{24} fails, \d+ times? in a minute$/)
  expect(await becomes('archiving-waits', true)).toMatch(/^\d+ WAL files wait to be archived$/)
  expect(await becomes('inactive-slots', true)).toMatch(/^Nobody reads from the slot forgotten, which keeps .+ of WAL$/)
  expect(await becomes('wal-files', true)).toMatch(/^The WAL folder has grown to .+$/)

  await archiveWith('true')
  await server.sql("select pg_drop_replication_slot('forgotten')")
  await server.sql('select pg_switch_wal()')
  await becomes('archiving-waits', false, 8)
  await becomes('failed-archiving', false, 8)
  await server.sql('checkpoint')
  await becomes('checkpoints-requested', true)
  await becomes('inactive-slots', false)
  await becomes('wal-files', false, 8)
  await becomes('checkpoints-requested', false, 8)
  toldTwice(judged, 'Failed archiving', 'WAL files to archive', 'Inactive replication slot retains WAL')
})

test(
  'transaction ids run ahead of a setting that is lowered while an old transaction stays open, a prepared one is forgotten',
  { timeout: 240_000 },
  async () => {
    const server = await startServer(18, { autovacuum_freeze_max_age: '100000', autovacuum_naptime: '1s', max_prepared_transactions: '2' })
    onTestFinished(() => server.stop())
    const judged = await judge(server, {
      wraparound: {},
      'long-transactions': { warning: 2, critical: null },
      'prepared-transactions': { warning: 2, critical: null },
    })
    const { becomes } = judged
    const holder = await server.session()
    await holder.query('begin isolation level repeatable read; select txid_current()')
    await server.sql("begin; create table t (id int); prepare transaction 'forgotten'")
    // each turn takes one transaction id
    await server.sql('do $$ begin for n in 1..160000 loop perform txid_current(); commit; end loop; end $$')
    expect(await becomes('wraparound', true)).toMatch(/^The oldest transaction of the database \S+ that is not frozen is 1[56]\d,\d{3} transactions old/)
    expect(await becomes('long-transactions', true)).toMatch(/^A transaction of postgres in postgres \(process \d+\) has been open for /)
    expect(await becomes('prepared-transactions', true)).toMatch(/^The prepared transaction "forgotten" in postgres has been open for /)
    await holder.end()
    await server.sql("rollback prepared 'forgotten'")
    await becomes('long-transactions', false)
    await becomes('prepared-transactions', false)
    await expect
      .poll(async () => (await server.sql('select max(age(datfrozenxid)) < 100000 as frozen from pg_database')).rows, { timeout: 60_000 })
      .toEqual([{ frozen: true }])
    await becomes('wraparound', false)
    toldTwice(judged, 'Transaction id wraparound', 'Long transactions', 'Forgotten prepared transaction')
  },
)

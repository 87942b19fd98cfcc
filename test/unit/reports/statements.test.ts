import { expect, test } from 'vitest'
import { block, column, MINUTE, NOON, running, session, stamp } from '../platform/running.ts'

const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON), filters: [] as { tag: string; value: string }[] }
const A = 'a'.repeat(32)
const B = 'b'.repeat(32)

const statement = (queryid: string | null, md5: string | null, more: Readonly<Record<string, number | string | null>> = {}) => ({
  dbid: '5',
  userid: '10',
  queryid,
  toplevel: 'true',
  database: 'shop',
  user_name: 'app',
  query_md5_id: md5,
  command_type: 'SELECT',
  calls: 10,
  rows: 20,
  total_time: 30.125,
  shared_blks_hit: 100,
  wal_bytes: 0,
  ...more,
})

test('top-queries sums a statement over the range, nested and top-level together, with its text', async () => {
  const { store, report } = await running()
  store([block('statements', NOON - 2 * MINUTE, [statement('-7', A, { blk_read_time: 1.5 }), statement('8', B, { total_time: 500 })])], {}, [
    { md5: A, text: 'select $1' },
  ])
  store([
    block('statements', NOON - MINUTE, [
      statement('-7', A, { total_time: 0.25 }),
      statement('-7', A, { toplevel: 'false', calls: 1, rows: 0, total_time: 0.001 }),
    ]),
  ])
  const { rows } = await report('top-queries', hour)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ queryid: '8', total_time: 500, text: null, mean_time: 50 })
  expect(rows[1]).toEqual({
    pg_instance: 'alpha@main',
    database: 'shop',
    user: 'app',
    query_md5_id: A,
    queryid: '-7',
    calls: 21,
    rows: 40,
    total_time: 30.376,
    blk_read_time: 1.5,
    blk_write_time: null,
    shared_blks_hit: 300,
    shared_blks_read: null,
    shared_blks_dirtied: null,
    shared_blks_written: null,
    local_blks_hit: null,
    local_blks_read: null,
    local_blks_dirtied: null,
    local_blks_written: null,
    temp_blks_read: null,
    temp_blks_written: null,
    wal_bytes: 0,
    text: 'select $1',
    mean_time: 30.376 / 21,
    first_seen: '2026-03-10 11:58:00',
    last_seen: '2026-03-10 11:59:00',
  })
})

test('top-queries ranks by any of its figures, cuts at the limit, puts what was not collected last', async () => {
  const { store, report } = await running()
  store([
    block('statements', NOON - MINUTE, [
      statement('1', A, { calls: 5, blk_read_time: 9 }),
      statement('2', B, { calls: 50, blk_read_time: null }),
      statement('3', null, { calls: 7, blk_read_time: 3 }),
    ]),
  ])
  const ids = async (by: string, limit = 20) => column(await report('top-queries', { ...hour, by, limit }), 'queryid').join('')
  expect([await ids('calls'), await ids('calls', 2), await ids('blk_read_time'), await ids('calls', 1)]).toEqual(['231', '23', '132', '2'])
})

test('what the filters of query monitoring left out is in queries-summary and never in top-queries', async () => {
  const { store, report } = await running()
  store([block('statements', NOON - MINUTE, [statement('1', A), statement(null, null, { calls: 1000, total_time: 1 })])])
  expect((await report('top-queries', hour)).json).toHaveLength(1)
  expect((await report('queries-summary', hour)).json).toMatchObject([{ calls: 1010, total_time: 31.125 }])
})

test('queries-summary adds up per database; percentiles are of the mean time, weighted by calls, of statements only', async () => {
  const { store, report } = await running()
  // 90 calls of 1 ms, 6 of 10 ms, 4 of 100 ms; the rest, of 1000 ms a call, is no statement
  store([
    block('statements', NOON - MINUTE, [
      statement('1', A, { calls: 90, total_time: 90 }),
      statement('2', B, { calls: 6, total_time: 60 }),
      statement('3', null, { calls: 4, total_time: 400 }),
      statement(null, null, { calls: 100, total_time: 100_000 }),
      statement('1', A, { dbid: '6', database: 'blog', calls: 1, total_time: 2.5 }),
    ]),
  ])
  const { rows } = await report('queries-summary', hour)
  expect(rows).toMatchObject([
    { pg_instance: 'alpha@main', database: 'blog', calls: 1, total_time: 2.5, perc_90: 2.5, perc_95: 2.5, perc_99: 2.5 },
    { pg_instance: 'alpha@main', database: 'shop', calls: 200, total_time: 100_550, perc_90: 1, perc_95: 10, perc_99: 100 },
  ])
})

test('a counter interval belongs, whole, to the range that contains its end', async () => {
  const { store, report } = await running()
  const end = NOON - 30 * MINUTE + 500
  store([block('statements', end, [statement('1', A)], { begin: end - 10 * MINUTE, flags: ['gap'] })])
  const calls = async (from: number, to: number) => (await report('top-queries', { from: stamp(from), to: stamp(to), filters: [] })).rows[0]?.['calls']
  expect(await calls(NOON - 35 * MINUTE, NOON - 30 * MINUTE)).toBeUndefined()
  expect(await calls(NOON - 30 * MINUTE, NOON)).toBe(10)
  expect(await calls(NOON - 30 * MINUTE + 1000, NOON)).toBeUndefined()
})

test('query: one row a minute for one statement, wherever it ran', async () => {
  const { store, report } = await running()
  store([block('statements', NOON - 3 * MINUTE, [statement('1', A, { calls: 1 }), statement('9', B)])], {}, [{ md5: A, text: 'select $1' }])
  store([block('statements', NOON - MINUTE, [statement('1', A, { calls: 2 })])])
  store([block('statements', NOON - MINUTE + 1000, [statement('77', A, { calls: 4 })])], { connection: 'c2', name: 'other' })
  const { rows } = await report('query', { from: hour.from, to: hour.to, query_md5_id: A.toUpperCase() })
  expect(rows.map((row) => [row['time'], row['pg_instance'], row['queryid'], row['calls'], row['text'], row['first_seen'], row['last_seen']])).toEqual([
    ['2026-03-10T11:57:00Z', 'alpha@main', '1', 1, 'select $1', '2026-03-10 11:57:00', '2026-03-10 11:59:00'],
    ['2026-03-10T11:59:00Z', 'alpha@main', '1', 2, 'select $1', '2026-03-10 11:57:00', '2026-03-10 11:59:00'],
    ['2026-03-10T11:59:01Z', 'alpha@other', '77', 4, 'select $1', '2026-03-10 11:59:01', '2026-03-10 11:59:01'],
  ])
})

test('utc_time false: from, to and the times of the answer are those of the platform’s zone, over the change of the clocks', async () => {
  const { store, report, config } = await running({ time: Date.UTC(2026, 9, 26) })
  config.putSetting('time_zone', 'Europe/Paris')
  // 25 October 2026 in Paris has 25 hours: from 24 October 22:00 UTC to 25 October 23:00 UTC
  const ends = [
    Date.UTC(2026, 9, 24, 21, 59, 59),
    Date.UTC(2026, 9, 24, 22),
    Date.UTC(2026, 9, 25, 0, 30),
    Date.UTC(2026, 9, 25, 1, 30),
    Date.UTC(2026, 9, 25, 22, 59, 59),
    Date.UTC(2026, 9, 25, 23),
  ]
  for (const end of ends) store([block('statements', end, [statement('1', A)]), block('sessions', end, [session()])])
  const day = { from: '2026-10-25', to: '2026-10-26', filters: [], utc_time: false }
  expect(column(await report('session-history', day), 'time')).toEqual([
    '2026-10-25T00:00:00+02:00',
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:30:00+01:00',
    '2026-10-25T23:59:59+01:00',
  ])
  expect((await report('top-queries', day)).json).toMatchObject([{ calls: 40, first_seen: '2026-10-25 00:00:00', last_seen: '2026-10-25 23:59:59' }])
})

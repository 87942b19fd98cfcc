import { expect, test } from 'vitest'
import { aboutInstance, block, MINUTE, NOON, running, session, stamp } from '../platform/running.ts'

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

test('session-history: the published row of one active session, CPU when it waits for nothing', async () => {
  const { store, report } = await running()
  store([aboutInstance(NOON - MINUTE), block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod,team=pay' })
  const { json, text } = await report('session-history', hour)
  expect(text).toBe(JSON.stringify(json))
  expect(text).toBe(
    JSON.stringify([
      {
        time: '2026-03-10T11:59:50Z',
        pg_instance: 'alpha@main',
        server: 'alpha',
        database: 'shop',
        user_name: 'app',
        application_name: 'web',
        client_host_name: '10.0.0.9',
        process_id: '101 - main',
        command_type: 'SELECT',
        wait_event_type: 'CPU',
        wait_event: 'CPU',
        queryid: '-42',
        query_md5_id: A,
        pg_version: '15.18',
        env: 'prod',
        team: 'pay',
        state: 'active',
        backend_type: 'client backend',
        blocked_by: null,
        sample_weight_s: 10,
      },
    ]),
  )
})

test('session-history as CSV: a negative query id stays a number, a formula does not run, null is nothing', async () => {
  const { store, report } = await running()
  store([
    block('sessions', NOON - 10_000, [
      session({
        application_name: '=1+1',
        user_name: 'o"hara, jr',
        database: 'a\r\nb',
        wait_event_type: 'Lock',
        wait_event: 'tuple',
        blocked_by: '7,8',
        client_host_name: null,
      }),
    ]),
  ])
  const { text } = await report('session-history', { ...hour, output: 'csv' })
  expect(text.slice(text.indexOf('\r\n') + 2)).toBe(
    `2026-03-10T11:59:50Z,alpha@main,alpha,"a\r\nb","o""hara, jr",'=1+1,,101 - main,SELECT,Lock,tuple,-42,${A},,prod,active,client backend,"7,8",10\r\n`,
  )
})

test('session-history has active clients only, unless others are asked for', async () => {
  const { store, report } = await running()
  const idle = session({ pid: '2', state: 'idle in transaction', wait_event_type: 'Client', wait_event: 'ClientRead' })
  const aborted = session({ pid: '3', state: 'idle in transaction (aborted)' })
  const walwriter = session({ pid: '4', state: null, backend_type: 'walwriter', database: null })
  const vacuum = session({ pid: '5', backend_type: 'autovacuum worker', application_name: '' })
  store([block('sessions', NOON - 1000, [session({ pid: '1', application_name: null }), idle, aborted, walwriter, vacuum])])
  const pids = async (include?: string[]) =>
    ((await report('session-history', { ...hour, include })).json as { process_id: string }[]).map(({ process_id }) => process_id.split(' ')[0])
  expect(await pids()).toEqual(['1'])
  expect(await pids(['idle_in_transaction'])).toEqual(['1', '2', '3'])
  expect(await pids(['background'])).toEqual(['1', '4', '5'])
  expect(await pids(['background', 'idle_in_transaction'])).toEqual(['1', '2', '3', '4', '5'])
  expect((await report('session-history', hour)).json[0].application_name).toBe('N/A')
  expect((await report('session-history', { ...hour, include: ['idle'] })).status).toBe(400)
})

test('a sample belongs to the range that its instant lies in: from is inside, to is not', async () => {
  const { store, report } = await running()
  for (const at of [NOON - 20_000, NOON - 10_000, NOON]) store([block('sessions', at, [session()])])
  const times = async (from: number, to: number) =>
    ((await report('session-history', { from: stamp(from), to: stamp(to), filters: [] })).json as { time: string }[]).map(({ time }) => time.slice(14, 19))
  expect(await times(NOON - 20_000, NOON - 10_000)).toEqual(['59:40'])
  expect(await times(NOON - 19_000, NOON)).toEqual(['59:50'])
  expect(await times(NOON - 20_000, NOON + 1000)).toEqual(['59:40', '59:50', '00:00'])
})

test('rows of several instances come in order of time, with the same keys, null where a tag is not carried', async () => {
  const { store, report } = await running()
  store([block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod' })
  store([block('sessions', NOON - 15_000, [session()]), block('sessions', NOON - 5000, [session()])], {
    connection: 'c2',
    name: 'other',
    tags: 'team=pay,state=new',
  })
  const { json } = await report('session-history', hour)
  expect(json.map((row: Record<string, unknown>) => [row['pg_instance'], row['env'], row['team'], row['tag_state'], row['state']])).toEqual([
    ['alpha@other', null, 'pay', 'new', 'active'],
    ['alpha@main', 'prod', null, null, 'active'],
    ['alpha@other', null, 'pay', 'new', 'active'],
  ])
  expect(new Set(json.map((row: object) => Object.keys(row).join()))).toHaveLength(1)
})

test('filters: values of one tag are alternatives, tags combine, built-in ones count, an unknown one matches nothing', async () => {
  const { store, report } = await running()
  const add = (name: string, tags: string, version: string, server = 'alpha') => {
    store([aboutInstance(NOON - MINUTE, { version, type: name === 'c' ? 'replica' : 'primary' }), block('sessions', NOON - 1000, [session()])], {
      connection: name,
      name,
      tags,
      server,
    })
  }
  add('a', 'env=prod,team=pay', '15.18')
  add('b', 'env=test,team=pay', '16.2')
  add('c', 'env=prod,team=web', '15.18', 'beta')
  const names = async (...filters: [string, string][]) =>
    ((await report('session-history', { ...hour, filters: filters.map(([tag, value]) => ({ tag, value })) })).json as { pg_instance: string }[])
      .map((row) => row.pg_instance.split('@')[1])
      .sort()
      .join('')
  expect(await names()).toBe('abc')
  expect(await names(['env', 'prod'])).toBe('ac')
  expect(await names(['env', 'prod'], ['env', 'test'])).toBe('abc')
  expect(await names(['env', 'prod'], ['team', 'pay'])).toBe('a')
  expect(await names(['pg_instance', 'beta@c'])).toBe('c')
  expect(await names(['server', 'alpha'], ['pg_version', '16.2'])).toBe('b')
  expect(await names(['type', 'replica'])).toBe('c')
  expect(await names(['nothing', 'x'])).toBe('')
  expect(await names(['toString', 'x'])).toBe('')
})

test('filters use the tags of now, so a re-tagged instance moves with its history', async () => {
  const { store, report } = await running()
  store([block('sessions', NOON - 20_000, [session()])], { tags: 'env=test' })
  store([block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod' })
  const rows = async (value: string) => (await report('session-history', { ...hour, filters: [{ tag: 'env', value }] })).json.length as number
  expect([await rows('prod'), await rows('test')]).toEqual([2, 0])
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
  const { json } = await report('top-queries', hour)
  expect(json).toHaveLength(2)
  expect(json[0]).toMatchObject({ queryid: '8', total_time: 500, text: null, mean_time: 50 })
  expect(json[1]).toEqual({
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
  const ids = async (by: string, limit = 20) =>
    ((await report('top-queries', { ...hour, by, limit })).json as { queryid: string }[]).map(({ queryid }) => queryid).join('')
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
  const { json } = await report('queries-summary', hour)
  expect(json).toMatchObject([
    { pg_instance: 'alpha@main', database: 'blog', calls: 1, total_time: 2.5, perc_90: 2.5, perc_95: 2.5, perc_99: 2.5 },
    { pg_instance: 'alpha@main', database: 'shop', calls: 200, total_time: 100_550, perc_90: 1, perc_95: 10, perc_99: 100 },
  ])
})

test('a counter interval belongs, whole, to the range that contains its end', async () => {
  const { store, report } = await running()
  const end = NOON - 30 * MINUTE + 500
  store([block('statements', end, [statement('1', A)], { begin: end - 10 * MINUTE, flags: ['gap'] })])
  const calls = async (from: number, to: number) =>
    ((await report('top-queries', { from: stamp(from), to: stamp(to), filters: [] })).json as { calls: number }[])[0]?.calls
  expect(await calls(NOON - 35 * MINUTE, NOON - 30 * MINUTE)).toBeUndefined()
  expect(await calls(NOON - 30 * MINUTE, NOON)).toBe(10)
  expect(await calls(NOON - 30 * MINUTE + 1000, NOON)).toBeUndefined()
})

test('query: one row a minute for one statement, wherever it ran', async () => {
  const { store, report } = await running()
  store([block('statements', NOON - 3 * MINUTE, [statement('1', A, { calls: 1 }), statement('9', B)])], {}, [{ md5: A, text: 'select $1' }])
  store([block('statements', NOON - MINUTE, [statement('1', A, { calls: 2 })])])
  store([block('statements', NOON - MINUTE + 1000, [statement('77', A, { calls: 4 })])], { connection: 'c2', name: 'other' })
  const { json } = await report('query', { from: hour.from, to: hour.to, query_md5_id: A.toUpperCase() })
  expect(
    json.map((row: Record<string, unknown>) => [
      row['time'],
      row['pg_instance'],
      row['queryid'],
      row['calls'],
      row['text'],
      row['first_seen'],
      row['last_seen'],
    ]),
  ).toEqual([
    ['2026-03-10T11:57:00Z', 'alpha@main', '1', 1, 'select $1', '2026-03-10 11:57:00', '2026-03-10 11:59:00'],
    ['2026-03-10T11:59:00Z', 'alpha@main', '1', 2, 'select $1', '2026-03-10 11:57:00', '2026-03-10 11:59:00'],
    ['2026-03-10T11:59:01Z', 'alpha@other', '77', 4, 'select $1', '2026-03-10 11:59:01', '2026-03-10 11:59:01'],
  ])
})

const databases = (a: number, b: number | null, backends: [number, number]) => [
  { datid: '1', database: 'shop', num_backends: backends[0], xact_commit: a, blk_read_time: null, active_time: 1.5 },
  { datid: '2', database: 'blog', num_backends: backends[1], xact_commit: b, blk_read_time: null, active_time: null },
]

test('pg-instance adds up the databases; a summary sums counters and averages gauges; WAL is joined by minute', async () => {
  const { store, report } = await running()
  store([block('database', NOON - 2 * MINUTE, databases(10, 5, [3, 1])), block('background', NOON - 2 * MINUTE + 300, [{ wal_bytes: 1000 }])])
  store([block('database', NOON - MINUTE, databases(1, null, [6, 0]))])
  const details = (await report('pg-instance', hour)).json
  expect(details).toMatchObject([
    {
      time: '2026-03-10T11:58:00Z',
      pg_instance: 'alpha@main',
      database: 'all',
      num_backends: 4,
      xact_commit: 15,
      blk_read_time: null,
      active_time: 1.5,
      wal_bytes: 1000,
      deadlocks: null,
    },
    { time: '2026-03-10T11:59:00Z', database: 'all', num_backends: 6, xact_commit: 1, blk_read_time: null, active_time: 1.5, wal_bytes: null },
  ])
  expect((await report('pg-instance', { ...hour, compute: 'summary' })).json).toMatchObject([
    { num_backends: 5, xact_commit: 16, blk_read_time: null, active_time: 3, wal_bytes: 1000 },
  ])
})

test('two readings that end in one minute are one row; an own bucket makes coarser rows that begin where it does', async () => {
  const { store, report } = await running()
  for (const at of [NOON - 4 * MINUTE, NOON - 4 * MINUTE + 59_900, NOON - 2 * MINUTE]) store([block('background', at, [{ checkpoints_timed: 1 }])])
  const rows = async (more: object) =>
    ((await report('pg-background', { ...hour, ...more })).json as { time: string; checkpoints_timed: number }[]).map((row) => [
      row.time.slice(11, 19),
      row.checkpoints_timed,
    ])
  expect(await rows({})).toEqual([
    ['11:56:59', 2],
    ['11:58:00', 1],
  ])
  expect(await rows({ bucket: 300 })).toEqual([['11:55:00', 3]])
})

test('pg-instance-infos: the last that is known of each instance read in the range', async () => {
  const { store, report } = await running()
  const sizes = [
    { datid: '1', database: 'shop', data_size: 700 },
    { datid: '2', database: 'blog', data_size: 55 },
  ]
  store([aboutInstance(NOON - 2 * MINUTE, { type: 'replica' }), block('database-size', NOON - 15 * MINUTE, sizes)], { tags: 'b=2,a=1' })
  store([aboutInstance(NOON - MINUTE)], { tags: 'b=2,a=1' })
  store([aboutInstance(NOON - 40 * MINUTE, { start_time: NOON - 41 * MINUTE, wal_size: null })], { connection: 'c2', name: 'other', tags: '' })
  const { text } = await report('pg-instance-infos', { from: stamp(NOON - 10 * MINUTE), to: stamp(NOON), filters: [] })
  expect(text).toBe(
    JSON.stringify([
      {
        pg_instance: 'alpha@main',
        server: 'alpha',
        port: 5432,
        type: 'primary',
        version: '15.18',
        version_full: 'PostgreSQL 15.18 on x86_64',
        start_time: '2026-02-02 01:16:58',
        uptime: '36 days 10:42:02',
        databases: 3,
        size: 755,
        wal_size: 33554432,
        tags: '{"b":"2","a":"1"}',
        last_colleciton_time: '2026-03-10 11:59:00',
      },
    ]),
  )
  const all = (await report('pg-instance-infos', hour)).json
  expect(all[1]).toMatchObject({ pg_instance: 'alpha@other', uptime: '00:01:00', size: null, wal_size: null, tags: '{}' })
})

test('data-size: a row per database and reading with the tags, in a summary the last one', async () => {
  const { store, report } = await running()
  const sizes = (n: number) => [
    { datid: '1', database: 'shop', data_size: n },
    { datid: '2', database: 'blog', data_size: null },
  ]
  store([aboutInstance(NOON - 20 * MINUTE), block('database-size', NOON - 20 * MINUTE, sizes(1))])
  store([block('database-size', NOON - 10 * MINUTE, sizes(2))])
  const of = (rows: Record<string, unknown>[]) => rows.map((row) => [row['time'], row['pg_version'], row['database'], row['data_size'], row['env']])
  expect(of((await report('data-size', hour)).json)).toEqual([
    ['2026-03-10T11:40:00Z', '15.18', 'shop', 1, 'prod'],
    ['2026-03-10T11:40:00Z', '15.18', 'blog', null, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'shop', 2, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'blog', null, 'prod'],
  ])
  expect(of((await report('data-size', { ...hour, compute: 'summary' })).json)).toEqual([
    ['2026-03-10T11:50:00Z', '15.18', 'shop', 2, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'blog', null, 'prod'],
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
  expect(((await report('session-history', day)).json as { time: string }[]).map(({ time }) => time)).toEqual([
    '2026-10-25T00:00:00+02:00',
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:30:00+01:00',
    '2026-10-25T23:59:59+01:00',
  ])
  expect((await report('top-queries', day)).json).toMatchObject([{ calls: 40, first_seen: '2026-10-25 00:00:00', last_seen: '2026-10-25 23:59:59' }])
})

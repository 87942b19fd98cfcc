import { expect, test } from 'vitest'
import { aboutInstance, block, MINUTE, NOON, running, stamp, type Reply } from '../platform/running.ts'

const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON), filters: [] as { tag: string; value: string }[] }

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
    (await report('pg-background', { ...hour, ...more })).rows.map((row) => [String(row['time']).slice(11, 19), row['checkpoints_timed']])
  expect(await rows({})).toEqual([
    ['11:56:59', 2],
    ['11:58:00', 1],
  ])
  expect(await rows({ bucket: 300 })).toEqual([['11:55:00', 3]])
})

test('a first reading, whose counters have nothing to be compared with, is no row; one of which a single number is known is one, and 0 is a number', async () => {
  const { store, report } = await running()
  store([block('background', NOON - 3 * MINUTE, [{ checkpoints_timed: null, wal_bytes: null }])])
  store([block('background', NOON - 2 * MINUTE, [{ checkpoints_timed: 0, wal_bytes: null }])])
  const { rows } = await report('pg-background', hour)
  expect(rows.map((row) => [String(row['time']).slice(11, 19), row['checkpoints_timed'], row['wal_bytes']])).toEqual([['11:58:00', 0, null]])
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
  const all = (await report('pg-instance-infos', hour)).rows
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
  const of = ({ rows }: Reply) => rows.map((row) => [row['time'], row['pg_version'], row['database'], row['data_size'], row['env']])
  expect(of(await report('data-size', hour))).toEqual([
    ['2026-03-10T11:40:00Z', '15.18', 'shop', 1, 'prod'],
    ['2026-03-10T11:40:00Z', '15.18', 'blog', null, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'shop', 2, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'blog', null, 'prod'],
  ])
  expect(of(await report('data-size', { ...hour, compute: 'summary' }))).toEqual([
    ['2026-03-10T11:50:00Z', '15.18', 'shop', 2, 'prod'],
    ['2026-03-10T11:50:00Z', '15.18', 'blog', null, 'prod'],
  ])
})

test('pg-instance-infos over days: what is missing in the last reading is what was known before, however long ago', async () => {
  const { store, report } = await running()
  const HOUR = 60 * MINUTE
  for (let hour = 70; hour >= 0; hour -= 5) store([aboutInstance(NOON - hour * HOUR - MINUTE, { wal_size: hour === 50 ? 4711 : null, databases: 100 + hour })])
  store([aboutInstance(NOON - 40 * HOUR, { databases: 7 })], { connection: 'c2', name: 'other', tags: '' })
  const rows = async (days: number) =>
    (await report('pg-instance-infos', { from: stamp(NOON - days * 24 * HOUR), to: stamp(NOON), filters: [] })).rows.map((row) => [
      row['pg_instance'],
      row['databases'],
      row['wal_size'],
    ])
  expect(await rows(1)).toEqual([['alpha@main', 100, null]])
  expect(await rows(3)).toEqual([
    ['alpha@main', 100, 4711],
    ['alpha@other', 7, 33554432],
  ])
})

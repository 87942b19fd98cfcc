import { expect, test } from 'vitest'
import type { Cell } from '../../../shared/model/sample.ts'
import { block, MINUTE, NOON, running, stamp, type Reply, type Running } from '../platform/running.ts'

const DAY = 24 * 60 * MINUTE
const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON) }

const own = ({ ask }: Running, id: string, body: object = hour): Promise<Reply> => ask('POST', `/ds-api/app/reports/${id}`, body)

const table = (more: Readonly<Record<string, Cell>>) => ({
  datid: '5',
  relid: '7',
  database: 'shop',
  schema_name: 'public',
  rel_name: 't',
  relkind: 'r',
  ...more,
})

test('growth: first and last size, the slope through all readings, and where it leads in 30 days', async () => {
  const it = await running()
  const sizes = [100, 130, 120, 150]
  for (const [day, size] of sizes.entries())
    it.store([
      block('database-size', NOON - (4 - day) * DAY, [
        { datid: '1', database: 'shop', data_size: size },
        { datid: '2', database: 'old', data_size: day === 0 ? 90 : null },
      ]),
    ])
  const { rows } = await own(it, 'database-growth', { from: stamp(NOON - 5 * DAY), to: stamp(NOON) })
  // least squares of 100, 130, 120, 150 over 0, 1, 2, 3
  expect(rows).toMatchObject([
    { database: 'shop', size_before: 100, size: 150, growth: 50, forecast_30d: 570 },
    { database: 'old', size_before: 90, size: 90, growth: 0, growth_per_day: null, forecast_30d: null },
  ])
  expect(rows[0]?.['growth_per_day']).toBeCloseTo(14, 9)
})

test('unused indexes: not scanned in the range, and nothing rests on them; one scan makes an index used, and no reading says nothing', async () => {
  const it = await running()
  const index = (id: string, more: Readonly<Record<string, Cell>>) => ({
    datid: '5',
    indexrelid: id,
    database: 'shop',
    schema_name: 'public',
    rel_name: 't',
    index_rel_name: `i${id}`,
    is_unique: 'false',
    is_primary: 'false',
    is_constraint: 'false',
    is_valid: 'true',
    size: Number(id),
    ...more,
  })
  it.store([block('indexes', NOON - 90 * MINUTE, [index('5', { idx_scan: 3 }), index('9', { idx_scan: 0 })])])
  it.store([
    block('indexes', NOON - 30 * MINUTE, [
      index('1', { idx_scan: 0 }),
      index('2', { idx_scan: 1 }),
      index('3', { idx_scan: 0, is_unique: 'true' }),
      index('4', { idx_scan: 0, is_constraint: 'true' }),
      index('5', { idx_scan: 0 }),
      index('6', { idx_scan: null }),
    ]),
  ])
  const { rows } = await own(it, 'unused-indexes')
  expect(rows.map((row) => row['index_rel_name'])).toEqual(['i5', 'i1'])
  expect((await own(it, 'unused-indexes', { ...hour, limit: 1 })).rows.map((row) => row['index_rel_name'])).toEqual(['i5'])
})

test('bloat ranks by the space of dead rows; the need of vacuum is by the settings of the server', async () => {
  const it = await running()
  const settings = { autovacuum_vacuum_threshold: '50', autovacuum_vacuum_scale_factor: '0.2', autovacuum_freeze_max_age: '200000000' }
  it.store([
    block(
      'settings',
      NOON - 50 * MINUTE,
      Object.entries(settings).map(([name, setting]) => ({ name, setting })),
    ),
    block('tables', NOON - MINUTE, [
      table({ size: 1000, n_live_tup: 75, n_dead_tup: 25, reltuples: 1000, xid_age: 50_000_000 }),
      table({ relid: '8', rel_name: 'u', size: 10_000, n_live_tup: 90, n_dead_tup: 10, reltuples: 100, xid_age: null }),
    ]),
  ])
  const bloat = (await own(it, 'bloat')).rows
  expect(bloat.map((row) => [row['rel_name'], row['dead_perc'], row['dead_bytes']])).toEqual([
    ['u', 10, 1000],
    ['t', 25, 250],
  ])
  const { rows } = await own(it, 'vacuum-need', { ...hour, by: 'freeze_due' })
  expect(rows).toMatchObject([
    { rel_name: 't', vacuum_due: 10, freeze_due: 25, autovacuum_vacuum_scale_factor: 0.2, autovacuum_analyze_threshold: null, analyze_due: null },
    { rel_name: 'u', vacuum_due: 1000 / 70, freeze_due: null },
  ])
})

test('locks: the trees at each reading, with ages and texts', async () => {
  const it = await running()
  const md5 = 'a'.repeat(32)
  const session = (pid: string, blockedBy: string | null, more: object = {}) => ({ pid, blocked_by: blockedBy, root_pid: '1', database: 'shop', ...more })
  it.store([block('locks', NOON - 2 * MINUTE, [session('1', null, { xact_age_s: 70.5 }), session('2', '1', { wait_age_s: 31, query_md5_id: md5 })])], {}, [
    { md5, text: 'update t set a = $1' },
  ])
  const { rows } = await own(it, 'locks')
  expect(rows.map((row) => [row['time'], row['pid'], row['blocked_by'], row['wait_age_s'], row['xact_age_s'], row['text']])).toEqual([
    ['2026-03-10T11:58:00Z', '1', null, null, 70.5, null],
    ['2026-03-10T11:58:00Z', '2', '1', 31, null, 'update t set a = $1'],
  ])
})

test('replication in buckets: averages and the worst of each; what watching costs by probe', async () => {
  const it = await running()
  const receiver = (bytes: number | null) => [{ application_name: 'standby', client_addr: '10.0.0.2', pid: '5', state: 'streaming', replay_lag_bytes: bytes }]
  for (const [at, bytes] of [10, 50, null, 30].entries()) it.store([block('replication', NOON - 10 * MINUTE + at * MINUTE, receiver(bytes))])
  expect((await own(it, 'replication', { ...hour, compute: 'summary' })).json).toMatchObject([
    { application_name: 'standby', state: 'streaming', replay_lag_bytes: 30, replay_lag_bytes_max: 50 },
  ])
  expect((await own(it, 'replication', { ...hour, bucket: 120 })).rows.map((row) => [row['replay_lag_bytes'], row['replay_lag_bytes_max']])).toEqual([
    [30, 50],
    [30, 30],
  ])
  for (const ms of [1, 7, 3])
    it.store([block('self', NOON - ms * MINUTE, [{ probe: 'tables', outcome: 'ok', runs: 2, failures: 0, total_ms: ms * 2, max_ms: ms, rows: 9 }])])
  expect((await own(it, 'self-cost')).json).toMatchObject([{ probe: 'tables', runs: 6, total_ms: 22, max_ms: 7, mean_ms: 22 / 6, rows: 27 }])
})

import { expect, test } from 'vitest'
import { random } from '../store/random.ts'
import { block, column, MINUTE, NOON, running, stamp } from '../platform/running.ts'

const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON), filters: [] as { tag: string; value: string }[] }

const table = (relid: string, more: Readonly<Record<string, number | string | null>> = {}) => ({
  datid: '5',
  relid,
  database: 'shop',
  schema_name: 'public',
  rel_name: `t${relid}`,
  relkind: 'r',
  ...more,
})

test('tables: counters add up over the range, present values are the last ones, also those read shortly before it', async () => {
  const { store, report } = await running()
  store([block('tables', NOON - 100 * MINUTE, [table('7', { seq_scan: 1000, size: 70, n_dead_tup: 9 }), table('9', { size: 900, heap_blks_hit: 5 })])])
  store([block('tables', NOON - 20 * MINUTE, [table('7', { seq_scan: 3, size: null, n_dead_tup: 4, last_autovacuum: NOON - 25 * MINUTE })])])
  store([block('tables', NOON - 10 * MINUTE, [table('7', { seq_scan: 2, n_dead_tup: 6, heap_blks_hit: 1 })])])
  const { rows } = await report('tables', { ...hour, by: 'size' })
  expect(rows).toMatchObject([
    { rel_name: 't9', relid: 9, size: 900, heap_blks_hit: null, seq_scan: null },
    { rel_name: 't7', relid: 7, relkind: 'r', size: 70, seq_scan: 5, heap_blks_hit: 1, n_dead_tup: 6, last_autovacuum: '2026-03-10 11:35:00' },
  ])
})

test('tables rank by every figure, by oid as a number and by kind as a text; what was not collected comes last', async () => {
  const { store, report } = await running()
  store([
    block('tables', NOON - MINUTE, [
      table('10', { relkind: 'p', size: 5, seq_scan: null }),
      table('9', { relkind: 'm', size: 7, seq_scan: 0 }),
      table('100', { relkind: 'r', size: 6, seq_scan: 8 }),
    ]),
  ])
  const order = async (by: string, limit = 20) => column(await report('tables', { ...hour, by, limit }), 'relid').join()
  expect([await order('size'), await order('relid'), await order('relkind'), await order('seq_scan'), await order('size', 1)]).toEqual([
    '9,100,10',
    '100,10,9',
    '9,10,100',
    '100,9,10',
    '9',
  ])
})

test('indexes: one that was built anew is one row with its new size', async () => {
  const { store, report } = await running()
  const index = (indexrelid: string, more: object) => ({
    datid: '5',
    indexrelid,
    database: 'shop',
    schema_name: 'public',
    rel_name: 't',
    index_rel_name: 'i',
    is_unique: 'true',
    is_valid: 'false',
    ...more,
  })
  store([block('indexes', NOON - 20 * MINUTE, [index('1', { idx_scan: 5, size: 800 })])])
  store([block('indexes', NOON - 10 * MINUTE, [index('2', { idx_scan: 2, size: 100 })])])
  const { rows, text } = await report('indexes', { ...hour, output: 'json' })
  expect(rows).toMatchObject([{ index_rel_name: 'i', idx_scan: 7, size: 100, is_unique: true, is_valid: false }])
  expect(text).toContain('"is_valid":false')
  expect((await report('indexes', { ...hour, output: 'csv' })).text).toMatch(/,100,true,false\r\n$/)
})

test('server: instances of one machine are one row a minute; nothing where the host is not measured', async () => {
  const { store, report } = await running()
  const host = (end: number, used: number) => block('host', end, [{ cpu_model: 'Z80', cpus: 4, mem_used: used, read_bytes: 10 }])
  store([host(NOON - 3 * MINUTE, 1), host(NOON - 2 * MINUTE, 3)])
  store([host(NOON - 2 * MINUTE + 5000, 300)], { connection: 'c2', name: 'other' })
  store([host(NOON - 2 * MINUTE, 7)], { connection: 'c3', name: 'third', server: 'beta' })
  store([block('background', NOON - 2 * MINUTE, [{ wal_bytes: 1 }])], { connection: 'c4', name: 'agentless', server: 'gamma' })
  const { rows } = await report('server', hour)
  expect(rows.map((row) => [row['time'], row['server'], row['cpu_model'], row['mem_used'], row['read_bytes'], row['swap_in']])).toEqual([
    ['2026-03-10T11:57:00Z', 'alpha', 'Z80', 1, 10, null],
    ['2026-03-10T11:58:00Z', 'alpha', 'Z80', 3, 10, null],
    ['2026-03-10T11:58:00Z', 'beta', 'Z80', 7, 10, null],
  ])
  expect((await report('server', { ...hour, compute: 'summary' })).json).toMatchObject([
    { server: 'alpha', mem_used: 2, read_bytes: 20 },
    { server: 'beta', mem_used: 7, read_bytes: 10 },
  ])
})

test('top-consumers: what the instances of a tag’s value used, the memory of a machine once', async () => {
  const { store, report } = await running()
  const used = (n: number) => [
    block('statements', NOON - 10 * MINUTE, [{ dbid: '1', userid: '1', queryid: '1', toplevel: 'true', total_time: n }]),
    block('statements', NOON - 9 * MINUTE, [{ dbid: '1', userid: '1', queryid: null, toplevel: null, total_time: 0.5 }]),
    block('background', NOON - 10 * MINUTE, [{ wal_bytes: 10 * n }]),
    block('database', NOON - 10 * MINUTE, [
      { datid: '1', database: 'a', blks_hit: n, blks_read: 1 },
      { datid: '2', database: 'b', blks_hit: n, blks_read: null },
    ]),
    block('database-size', NOON - 15 * MINUTE, [
      { datid: '1', database: 'a', data_size: 1 },
      { datid: '2', database: 'b', data_size: n },
    ]),
    block('database-size', NOON - 5 * MINUTE, [{ datid: '1', database: 'a', data_size: 2 }]),
  ]
  const host = (n: number) => [block('host', NOON - 10 * MINUTE, [{ mem_used: n }]), block('host', NOON - 9 * MINUTE, [{ mem_used: n + 2 }])]
  store([...used(1), ...host(100)], { tags: 'env=prod' })
  store([...used(2), ...host(100)], { connection: 'c2', name: 'b', tags: 'env=prod,team=pay' })
  store(used(100), { connection: 'c3', name: 'c', server: 'beta', tags: 'env=test' })
  expect((await report('top-consumers', { ...hour, group_by: 'env' })).json).toEqual([
    { tag: 'test', instances: 1, db_time: 100.5, memory_size: null, data_size: 102, wal_size: 1000, cache_blocks_hit: 200, disk_blocks_read: 1 },
    { tag: 'prod', instances: 2, db_time: 4, memory_size: 101, data_size: 7, wal_size: 30, cache_blocks_hit: 6, disk_blocks_read: 2 },
  ])
  const tags = async (more: object) => column(await report('top-consumers', { ...hour, ...more }), 'tag').join()
  expect([
    await tags({ by: 'memory' }),
    await tags({ by: 'wal_size', limit: 1 }),
    await tags({ group_by: 'team' }),
    await tags({ group_by: 'server' }),
  ]).toEqual(['alpha@b,alpha@main,beta@c', 'beta@c', 'pay', 'beta,alpha'])
  const refused = await report('top-consumers', { ...hour, group_by: 'nothing' })
  expect([refused.status, refused.error]).toEqual([
    400,
    'group_by must be a tag that an instance carries: "pg_instance", "server", "pg_version", "type", "env", "team"',
  ])
})

test.each([1, 2, 3])('seed %i: tables and details in any bucket say what a naive model says', async (seed) => {
  const { whole, chance } = random(seed)
  const { store, report } = await running()
  const span = 20 * 3600_000
  const [from, to] = [NOON - span + whole(3600) * 1000, NOON - whole(3600) * 1000]
  const readings = Array.from({ length: 150 }, () => ({ end: NOON - span - 3600_000 + whole(span / 1000 + 4000) * 1000, instance: whole(3) })).sort(
    (a, b) => a.end - b.end,
  )
  const stored = readings.map(({ end, instance }) => {
    const rows = ['1', '2', '3', '4']
      .filter(() => chance(0.6))
      .map((relid) => ({ relid, seq_scan: chance(0.2) ? null : whole(100), size: chance(0.5) ? null : whole(1000) }))
    const load = chance(0.1) ? null : whole(1000) / 100
    const scan = rows.map((row) => table(row.relid, row))
    store([block('tables', end, scan), block('host', end, [{ load_avg_1m: load, read_bytes: whole(50) }])], {
      connection: `c${instance}`,
      name: `n${instance}`,
      server: `s${instance}`,
    })
    return { end, instance, rows, load }
  })
  const range = { from: stamp(from), to: stamp(to), filters: [] }
  const inside = stored.filter(({ end }) => end >= from && end < to)
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const sum = (values: readonly (number | null)[]) => (known(values).length === 0 ? null : known(values).reduce((a, b) => a + b, 0))

  const tables = (await report('tables', { ...range, by: 'seq_scan', limit: 1000 })).rows
  for (const instance of [0, 1, 2])
    for (const relid of ['1', '2', '3', '4']) {
      const cells = (of: typeof stored, name: 'seq_scan' | 'size') =>
        of.filter((one) => one.instance === instance).flatMap(({ rows }) => rows.filter((row) => row.relid === relid).map((row) => row[name]))
      const row = tables.find((one) => one['pg_instance'] === `s${instance}@n${instance}` && one['relid'] === Number(relid))
      const before = stored.filter(({ end }) => end >= from - 2 * 3600_000 && end < to)
      expect(row?.['seq_scan'] ?? null).toBe(sum(cells(inside, 'seq_scan')))
      expect(row?.['size'] ?? null).toBe(known(cells(before, 'size')).at(-1) ?? null)
    }
  const ranks = tables.map((row) => (typeof row['seq_scan'] === 'number' ? row['seq_scan'] : -1))
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))

  const bucket = 60 * (1 + whole(200))
  const details = (await report('server', { ...range, bucket })).rows
  const groups = Map.groupBy(
    inside,
    ({ end, instance }) => `${new Date(Math.floor(end / 1000 / bucket) * bucket * 1000).toISOString().slice(0, 19)}Z s${instance}`,
  )
  expect(details.map((row) => `${String(row['time'])} ${String(row['server'])}`).toSorted()).toEqual([...groups.keys()].toSorted())
  for (const row of details) {
    const loads = known((groups.get(`${String(row['time'])} ${String(row['server'])}`) ?? []).map(({ load }) => load))
    if (loads.length === 0) expect(row['load_avg_1m']).toBeNull()
    else expect(row['load_avg_1m']).toBeCloseTo(loads.reduce((a, b) => a + b, 0) / loads.length, 9)
  }
  const times = details.map((row) => String(row['time']))
  expect(times).toEqual(times.toSorted())
})

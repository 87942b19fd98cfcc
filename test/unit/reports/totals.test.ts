import { expect, test } from 'vitest'
import { block, MINUTE, NOON, running, stamp } from '../platform/running.ts'

const HOURS = 3

/** Three databases: one of all the time, one that is made half way, one whose sessions are not known. */
const databases = (minute: number) => [
  { datid: '1', database: 'shop', num_backends: minute % 7, xact_commit: minute, blks_hit: 2 * minute, blks_read: 1 },
  ...(minute >= 90 ? [{ datid: '2', database: 'blog', num_backends: 5, xact_commit: 1, blks_hit: 3, blks_read: 0 }] : []),
  { datid: '3', database: 'dark', num_backends: null, xact_commit: 2, blks_hit: 0, blks_read: 0 },
]

test('summaries and totals by tag over hours that were added up are those of the minutes, averages of gauges among them', async () => {
  const { store, history, report } = await running()
  const begin = NOON - HOURS * 60 * MINUTE
  for (let minute = 0; minute < HOURS * 60; minute++)
    store([
      block('database', begin + minute * MINUTE + 30_000, databases(minute)),
      block('host', begin + minute * MINUTE + 30_100, [{ mem_used: 1_000 + minute }]),
      block('database-size', begin + minute * MINUTE + 30_200, [
        { datid: '1', database: 'shop', data_size: 100 + minute },
        { datid: '3', database: 'dark', data_size: 7 },
      ]),
    ])
  // edges lie within hours
  const asked = { from: stamp(begin + 10 * MINUTE), to: stamp(NOON - 20 * MINUTE), filters: [] }
  const answers = async () => [
    (await report('pg-instance', { ...asked, compute: 'summary' })).json,
    (await report('server', { ...asked, compute: 'summary' })).json,
    (await report('top-consumers', { ...asked, group_by: 'server', by: 'memory' })).json,
  ]
  const before = await answers()
  const minutes = Array.from({ length: HOURS * 60 - 30 }, (_, i) => i + 10)
  const mean = (of: (minute: number) => number): number => minutes.reduce((sum, minute) => sum + of(minute), 0) / minutes.length
  expect(before).toMatchObject([
    [{ num_backends: expect.closeTo(mean((minute) => (minute % 7) + (minute >= 90 ? 5 : 0))) as number }],
    [{ mem_used: expect.closeTo(mean((minute) => 1_000 + minute)) as number }],
    [{ data_size: 100 + 159 + 7, memory_size: expect.closeTo(mean((minute) => 1_000 + minute)) as number }],
  ])
  let steps = 0
  while (await history.compact(NOON + 10 * MINUTE)) steps++
  expect(steps).toBeGreaterThan(0)
  const close = (value: unknown): unknown =>
    typeof value === 'number'
      ? expect.closeTo(value, 6)
      : Array.isArray(value)
        ? value.map(close)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([name, of]) => [name, close(of)]))
          : value
  expect(await answers()).toEqual(close(before))
})

import { expect, test } from 'vitest'
import type { ReportForm } from '../../../electron/catalog/define.ts'
import { reports } from '../../../electron/catalog/reports/_all.generated.ts'
import { runReport } from '../../../electron/platform/reports/run.ts'
import { seenInstances } from '../../../electron/platform/reports/scope.ts'
import type { ReadHistory } from '../../../electron/store/store.ts'
import { createLeading } from '../../../electron/platform/reports/leading.ts'
import { compareRanks, type Ranked } from '../../../electron/platform/reports/rank.ts'
import { random } from '../store/random.ts'
import { block, MINUTE, NOON, running, stamp } from '../platform/running.ts'

test('among lists that come one after the other are found all that lead in the end, and of one list no more than are asked for', () => {
  const { whole } = random(11)
  for (const limit of [1, 3, 10]) {
    const leading = createLeading(limit)
    const all: Ranked[] = []
    const found: Ranked[] = []
    for (let list = 0; list < 40; list++) {
      const own = Array.from({ length: whole(30) }, (_, n): Ranked => ({
        rank: whole(4) === 0 ? NaN : whole(100) - 20,
        key: `${String(whole(9))} ${String(list)} ${String(n)}`,
      }))
      const among = leading.among(Float64Array.from(own, ({ rank }) => Number(rank)))
      const chosen = leading.take(among.flatMap((at) => own[at] ?? []))
      expect(chosen.length).toBeLessThanOrEqual(limit)
      all.push(...own)
      found.push(...chosen)
    }
    const best = (of: readonly Ranked[]): readonly Ranked[] => of.toSorted(compareRanks).slice(0, limit)
    expect(best(found)).toEqual(best(all))
    // Later lists have fewer and fewer of them.
    expect(found.length).toBeLessThan(limit * 20)
  }
})

const INSTANCES = 4
const STATEMENTS = 50

test('the leading statements of several instances are those of all of them in order, with the same figures, where many are equal too', async () => {
  const { store, report } = await running()
  const { whole } = random(5)
  const calls = new Map<string, number>()
  for (let instance = 0; instance < INSTANCES; instance++)
    for (let minute = 3; minute > 0; minute--) {
      // Each statement is one object at top level and one below; some run in only one of the minutes.
      const rows = Array.from({ length: STATEMENTS * 2 }, (_, n) => ({ queryid: String(n >> 1), toplevel: String(n % 2 === 0), calls: whole(4) })).filter(
        () => whole(3) > 0,
      )
      for (const row of rows) {
        const key = `alpha@i${String(instance)}\n${row.queryid}`
        calls.set(key, (calls.get(key) ?? 0) + row.calls)
      }
      const told = { userid: '10', dbid: '5', database: 'shop', user_name: 'app', query_md5_id: null }
      store(
        [
          block(
            'statements',
            NOON - minute * MINUTE,
            rows.map((row) => ({ ...told, ...row, rows: row.calls * 7, total_time: row.calls * 0.5 })),
          ),
        ],
        { connection: `c${String(instance)}`, name: `i${String(instance)}` },
      )
    }
  const ask = async (limit: number) => (await report('top-queries', { from: stamp(NOON - 60 * MINUTE), to: stamp(NOON), filters: [], by: 'calls', limit })).rows
  const answer = await ask(1000)
  const numbers = answer.map((row) => [`${String(row['pg_instance'])}\n${String(row['queryid'])}`, row['calls'], row['rows'], row['total_time']])
  expect(new Map(numbers.map(([key, of]) => [key, of]))).toEqual(calls)
  for (const [, of, rows, time] of numbers) expect([rows, time]).toEqual([Number(of) * 7, Number(of) * 0.5])
  expect(numbers.map(([, of]) => Number(of))).toEqual(numbers.map(([, of]) => Number(of)).toSorted((a, b) => b - a))
  for (const limit of [1, 2, 7, 20, 150, 199]) expect(await ask(limit), `limit ${String(limit)}`).toEqual(answer.slice(0, limit))
})

test('a statement that leads and was not called in a part of the range does not keep the others from being answered, of hours and days that are packed', async () => {
  for (const away of [60, 24 * 60]) {
    const { store, report, history, clock } = await running()
    const told = { userid: '10', dbid: '5', toplevel: 'true', database: 'shop', user_name: 'app', query_md5_id: null, rows: 0, total_time: 1 }
    const first = NOON - 2 * 24 * 60 * MINUTE + MINUTE
    store([block('statements', first, [{ ...told, queryid: '1', calls: 100 }])])
    const others = Array.from({ length: 3000 }, (_, n) => ({ ...told, queryid: String(100 + n), calls: 1 }))
    for (const minute of [10, 20]) store([block('statements', first + (away + minute) * MINUTE, others)])
    while (await history.compact(clock.now())) continue
    const { rows } = await report('top-queries', { from: stamp(first - MINUTE), to: stamp(first + (away + 15) * MINUTE), filters: [], by: 'calls', limit: 1 })
    expect(rows, `${String(away)} minutes`).toMatchObject([{ queryid: '1', calls: 100 }])
  }
})

test('what is chosen and what is shown are of one instant, whatever is stored between the two', async () => {
  const { store, history } = await running()
  const of = (minute: number, calls: readonly number[]) =>
    block(
      'statements',
      NOON - minute * MINUTE,
      calls.map((count, n) => ({
        userid: '10',
        dbid: '5',
        queryid: String(n),
        toplevel: 'true',
        database: 'd',
        user_name: 'u',
        query_md5_id: null,
        calls: count,
        rows: 0,
        total_time: 1,
      })),
    )
  store([of(20, [10, 9, 1, 1])])
  const form = (reports as readonly ReportForm[]).find(({ id }) => id === 'top-queries')
  if (form === undefined) throw new Error('there is no report of the leading statements')
  const request = {
    from: NOON - 60 * MINUTE,
    to: NOON,
    zone: 'UTC',
    filters: [],
    by: 'calls',
    limit: 2,
    compute: 'details',
    bucket: undefined,
    md5: undefined,
    groupBy: 'pg_instance',
    include: new Set<string>(),
  } as const
  let asked = 0
  const disturbed: ReadHistory = {
    ...history,
    scan: (wanted) => {
      if (++asked === 2) store([of(10, [5, 7, 200, 100])])
      return history.scan(wanted)
    },
  }
  const { rows } = runReport(form, request, seenInstances(history), disturbed)
  expect(Array.from(rows, ({ queryid, calls }) => [queryid, calls])).toEqual([
    ['0', 10],
    ['1', 9],
  ])
  expect(asked).toBeGreaterThan(1)
})

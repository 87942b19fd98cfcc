import { expect, test } from 'vitest'
import { CompareReply, printed, type Difference } from '../../../shared/model/compare.ts'
import { random } from '../store/random.ts'
import { block, MINUTE, NOON, running } from '../platform/running.ts'

const before = { from: NOON - 120 * MINUTE, to: NOON - 60 * MINUTE }
const after = { from: NOON - 60 * MINUTE, to: NOON }
const A = 'a'.repeat(32)

const ran = (queryid: string | null, calls: number, time: number, md5: string | null = null) => ({
  dbid: '1',
  userid: '1',
  queryid,
  toplevel: 'true',
  query_md5_id: md5,
  calls,
  total_time: time,
})

const compare = async (ask: Awaited<ReturnType<typeof running>>['ask'], more: object = {}): Promise<CompareReply> =>
  CompareReply.parse((await ask('POST', '/ds-api/app/activity/compare', { before, after, ...more })).json)

test('the difference of a statement is more calls at the old pace and all calls at the change of pace; new, gone and the rest are told apart', async () => {
  const { store, ask } = await running()
  store([block('statements', before.to - MINUTE, [ran('1', 10, 100, A), ran('2', 5, 50), ran(null, 7, 3)])], {}, [{ md5: A, text: 'select $1' }])
  store([block('statements', after.to - MINUTE, [ran('1', 15, 300, A), ran('3', 2, 20.5), ran(null, 9, 10)])])
  const reply = await compare(ask)
  expect(reply.total.time).toEqual({ before: 153, after: 330.5, change: 177.5, more_calls: 50, slower: 150, appeared: 20.5, gone: -50, rest: 7 })
  expect(reply.rows[0]).toMatchObject({
    query_md5_id: A,
    queryid: null,
    label: 'select $1',
    calls_before: 10,
    calls_after: 15,
    mean_before: 10,
    mean_after: 20,
    time: { before: 100, after: 300, change: 200, more_calls: 50, slower: 150, appeared: 0, gone: 0, rest: 0 },
  })
  expect(reply.rows.map(({ label }) => label)).toEqual(['select $1', 'query id 2', 'query id 3'])
  expect(reply.others).toMatchObject({ count: 0, time: { before: 3, after: 10, rest: 7 } })
  // one minute was read of each window, in which 153 and 330.5 ms were spent
  expect(reply.total.load.before).toBeCloseTo(0.00255, 8)
  expect(reply.total.load.after).toBeCloseTo(330.5 / MINUTE, 8)
  expect(reply.before.covered).toBeCloseTo(1 / 60)
})

test('windows of different length: load is compared, so that the same pace is no change', async () => {
  const { store, ask } = await running()
  for (let at = before.from; at < after.to; at += MINUTE) store([block('statements', at, [ran('1', 6, 60)])])
  const reply = await compare(ask, { before: { from: before.from, to: before.from + 10 * MINUTE } })
  expect(reply.total.time).toMatchObject({ before: 600, after: 3600, more_calls: 3000, slower: 0 })
  expect(reply.total.load).toMatchObject({ before: 0.001, after: 0.001, change: 0, more_calls: 0, slower: 0 })
})

const TERMS = ['more_calls', 'slower', 'appeared', 'gone', 'rest'] as const
const micro = (value: number, unit: number): number => Math.round(value * unit)

test.each([1, 2, 3, 4])('seed %i: terms, rows and others add up to the last digit, whatever is printed', async (seed) => {
  const { whole, chance } = random(seed)
  const { store, ask } = await running()
  const totals = { before: 0, after: 0 }
  for (const [name, window] of [
    ['before', before],
    ['after', after],
  ] as const)
    for (let n = 0; n < 20; n++) {
      const rows = ['1', '2', '3', '4', '5', null]
        .filter(() => chance(0.5))
        .map((id) => ran(id, whole(4), whole(1e7) / 1000, id === '1' || id === '2' ? A : null))
      const instance = whole(3)
      for (const row of rows) totals[name] += row.total_time
      store([block('statements', window.from + n * 2 * MINUTE + whole(100_000), rows)], { connection: `c${instance}`, name: `n${instance}` })
    }
  const reply = await compare(ask, { limit: 1 + whole(3) })
  expect(reply.total.time.before).toBeCloseTo(totals.before, 6)
  expect(reply.total.time.after).toBeCloseTo(totals.after, 6)
  const adds = (one: Difference, unit: number): void => {
    expect(micro(one.change, unit)).toBe(micro(one.after, unit) - micro(one.before, unit))
    expect(TERMS.reduce((sum, term) => sum + micro(one[term], unit), 0)).toBe(micro(one.change, unit))
  }
  for (const [name, unit] of [
    ['time', 1e3],
    ['load', 1e9],
  ] as const) {
    for (const one of [reply.total, reply.others, ...reply.rows]) adds(one[name], unit)
    for (const term of [...TERMS, 'before', 'after', 'change'] as const)
      expect([...reply.rows, reply.others].reduce((sum, one) => sum + micro(one[name][term], unit), 0)).toBe(micro(reply.total[name][term], unit))
    for (let decimals = 0; decimals <= 3; decimals++) {
      const shown = printed(reply.total[name], decimals)
      adds(shown, 10 ** decimals)
      for (const term of TERMS) expect(Math.abs(shown[term] - reply.total[name][term])).toBeLessThan(2 * 10 ** -decimals)
    }
  }
})

test('a reversed window and an unknown field are refused', async () => {
  const { ask } = await running()
  const sentence = async (body: object) => (await ask('POST', '/ds-api/app/activity/compare', body)).error
  expect(await sentence({ before, after: { from: after.to, to: after.from } })).toBe('"from" must be before "to"')
  expect(await sentence({ before, after, what: 1 })).toMatch(/what/)
})

import { expect, test } from 'vitest'
import type { Cell, QueryText } from '../../../shared/model/sample.ts'
import { block, MINUTE, NOON, running, stamp, type Running } from '../platform/running.ts'

const A = 'a'.repeat(32)
const B = 'b'.repeat(32)
const PLAN = 'c'.repeat(32)
const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON) }

const own = ({ ask }: Running, id: string, body: object = {}) => ask('POST', `/ds-api/app/reports/${id}`, { ...hour, query_md5_id: A, ...body })

const plan = (more: Readonly<Record<string, Cell>>) => ({
  query_md5_id: A,
  database: 'shop',
  source: 'sample',
  shape: 's1',
  user_name: 'app',
  planned_as: 'app',
  failure: null,
  plan_id: PLAN,
  startup_cost: 0.5,
  total_cost: 10,
  plan_rows: 3,
  nodes: 2,
  ...more,
})

test('plans of one query: a row per shape, with when it was first seen whatever the range, the last estimate, and its text', async () => {
  const it = await running()
  const text: QueryText = { md5: PLAN, text: '[{"Plan":{"Node Type":"Seq Scan"}}]' }
  it.store([block('plans', NOON - 20 * 24 * 60 * MINUTE, [plan({ total_cost: 8 })])], {}, [text])
  it.store([
    block('plans', NOON - 40 * MINUTE, [plan({ total_cost: 12.25 })]),
    block('plans', NOON - 30 * MINUTE, [plan({ query_md5_id: B })]),
    block('plans', NOON - 20 * MINUTE, [plan({ total_cost: 11 })]),
    block('plans', NOON - 10 * MINUTE, [plan({ shape: 's2', total_cost: 500, plan_id: null })]),
    block('plans', NOON - 5 * MINUTE, [plan({ shape: null, plan_id: null, failure: 'permission denied', total_cost: null })]),
  ])
  const { rows } = await own(it, 'plans')
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({
    pg_instance: expect.any(String) as string,
    database: 'shop',
    user: 'app',
    query_md5_id: A,
    source: 'sample',
    shape: 's1',
    first_seen: stamp(NOON - 20 * 24 * 60 * MINUTE),
    last_seen: stamp(NOON - 20 * MINUTE),
    total_cost: 11,
    max_cost: 12.25,
    startup_cost: 0.5,
    plan_rows: 3,
    nodes: 2,
    planned_as: 'app',
    failure: null,
    plan: text.text,
  })
  expect(rows.find(({ shape }) => shape === 's2')).toMatchObject({ total_cost: 500, plan: null, first_seen: stamp(NOON - 10 * MINUTE) })
  expect(rows.find(({ shape }) => shape === null)).toMatchObject({ failure: 'permission denied', total_cost: null })
  const csv = await own(it, 'plans', { output: 'csv' })
  expect(csv.text.split('\n')[0]?.trim()).toBe(Object.keys(rows[0] ?? {}).join(','))
  expect((await it.ask('POST', '/ds-api/app/reports/plans', hour)).error).toContain('query_md5_id')
})

test('samples of one query, with their values, in order of time', async () => {
  const it = await running()
  const sample = (md5: string, text: string, minutes: number) =>
    block('query-samples', NOON - minutes * MINUTE, [
      {
        query_md5_id: md5,
        queryid: '1',
        database: 'shop',
        user_name: 'app',
        sample: text,
        truncated: 'false',
        seen_at: NOON - minutes * MINUTE - 2000,
        query_age_s: 1.5,
      },
    ])
  it.store([sample(A, "select 'x'", 50), sample(B, 'select 2, 3', 40), sample(A, 'select 3', 30), sample(A, 'select 4', 90)])
  const { rows } = await own(it, 'query-samples')
  expect(rows.map((row) => [row['time'], row['sample'], row['truncated'], row['query_age_s']])).toEqual([
    [stamp(NOON - 50 * MINUTE - 2000), "select 'x'", false, 1.5],
    [stamp(NOON - 30 * MINUTE - 2000), 'select 3', false, 1.5],
  ])
})

test('what can be had of an instance is its latest word', async () => {
  const it = await running()
  const state = (minutes: number, literals: string) =>
    block('sampling', NOON - minutes * MINUTE, [
      { samples: 'true', literals, plans: 'true', query_ids: null, sees_all: 'false', text_size: '1024', hindrance: 'because' },
    ])
  it.store([state(40, 'true'), state(20, 'false')])
  const { rows } = await it.ask('POST', '/ds-api/app/reports/sampling', hour)
  expect(rows).toMatchObject([{ samples: true, literals: false, plans: true, query_ids: null, sees_all: false, text_size: 1024, hindrance: 'because' }])
})

import { expect, test } from 'vitest'
import type { PlanRow, SamplingRow } from '../../../renderer/data/api.ts'
import { failuresOf, shapesOf } from '../../../renderer/features/queries/plan-history.ts'
import { planLines } from '../../../renderer/features/queries/plan-tree.ts'
import { whyNoPlan, whyNoSample } from '../../../renderer/features/queries/why.ts'

const row = (more: Partial<PlanRow>): PlanRow => ({
  pg_instance: 'alpha@main',
  database: 'shop',
  user: 'app',
  source: 'sample',
  shape: 's1',
  first_seen: '2026-03-01 10:00:00',
  last_seen: '2026-03-01 11:00:00',
  total_cost: 10,
  planned_as: 'app',
  failure: null,
  plan: null,
  ...more,
})
const state = (more: Partial<SamplingRow> = {}): SamplingRow => ({
  pg_instance: 'alpha@main',
  pg_version: '15.18',
  samples: true,
  literals: true,
  plans: true,
  query_ids: true,
  sees_all: true,
  text_size: 1024,
  hindrance: '',
  ...more,
})

test('a plan is a line per node: what it reads, its conditions, its own part of the cost', () => {
  const scan = {
    'Node Type': 'Index Scan',
    'Relation Name': 'orders',
    Alias: 'o',
    'Index Name': 'by_customer',
    'Total Cost': 25,
    'Plan Rows': 3,
    'Index Cond': '(a = $1)',
  }
  const join = {
    'Node Type': 'Hash Join',
    'Join Type': 'Left',
    'Total Cost': 100,
    'Plan Rows': 9,
    Plans: [scan, { ...scan, 'Parallel Aware': true, Alias: 'orders' }],
  }
  expect(planLines(JSON.stringify([{ Plan: join }]))).toEqual([
    { depth: 0, node: 'Hash Left Join', target: '', details: [], rows: 9, cost: 100, own: 0.5 },
    { depth: 1, node: 'Index Scan', target: 'by_customer on orders o', details: ['Index Cond: (a = $1)'], rows: 3, cost: 25, own: 0.25 },
    { depth: 1, node: 'Parallel Index Scan', target: 'by_customer on orders', details: ['Index Cond: (a = $1)'], rows: 3, cost: 25, own: 0.25 },
  ])
})

test.each(['', 'null', '{}', '[]', '[{"Plan": 5}]'])('%j is no plan, and breaks nothing', (text) => {
  expect(planLines(text)).toEqual([])
})

test('a shape that came after all others is a change; one that comes and goes alternates; places are told apart', () => {
  const later = { shape: 's2', first_seen: '2026-03-01 11:30:00', last_seen: '2026-03-01 12:00:00' }
  const stories = (rows: readonly PlanRow[]) => shapesOf(rows).map(({ shape, story, present }) => [shape, story, present])
  expect(stories([row({})])).toEqual([['s1', 'only', true]])
  expect(stories([row({}), row(later)])).toEqual([
    ['s2', 'changed', true],
    ['s1', 'earlier', false],
  ])
  expect(stories([row({}), row({ ...later, first_seen: '2026-03-01 10:30:00' })])).toEqual([
    ['s2', 'alternates', true],
    ['s1', 'earlier', false],
  ])
  expect(stories([row({}), row({ ...later, source: 'generic' })])).toEqual([
    ['s2', 'only', true],
    ['s1', 'only', true],
  ])
})

test('a failure is told as long as it is the last word', () => {
  const failure = row({ shape: null, failure: 'denied', last_seen: '2026-03-01 12:00:00' })
  expect(failuresOf([row({}), failure])).toEqual([failure])
  expect(failuresOf([row({ last_seen: '2026-03-01 13:00:00' }), failure])).toEqual([])
})

test.each([
  [whyNoSample([state({ samples: false })]), 'switched off', undefined],
  [whyNoSample([state({ literals: false })]), 'privacy setting', undefined],
  [whyNoSample([state({ sees_all: false })]), 'may not see', 'GRANT pg_monitor'],
  [whyNoSample([state({ pg_version: '13.22' })]), 'Before version 14', 'track_activity_query_size'],
  [whyNoSample([state({ query_ids: false })]), 'id of their query', 'compute_query_id'],
  [whyNoSample([]), 'has not said yet', undefined],
  [whyNoPlan([state({ plans: false })]), 'switched off', undefined],
  [whyNoPlan([state({ hindrance: 'postgres may run programs' })]), 'postgres may run programs', undefined],
  [whyNoPlan([state({ literals: false })]), 'Before version 16', undefined],
  [whyNoPlan([state({ pg_version: '18.0' })]), 'A few statements a minute', undefined],
])('an empty tab says why first, and what mends it (%#)', (why, words, sql) => {
  expect(why[0]?.words).toContain(words)
  if (sql === undefined) expect(why[0]?.sql).toBeUndefined()
  else expect(why[0]?.sql).toContain(sql)
})

import { beforeAll, expect, it } from 'vitest'
import { readPlan } from '../../../../electron/collector/plans/shape.ts'
import { loadScanner } from '../../../../electron/collector/query-id.ts'

beforeAll(loadScanner)

interface Made {
  readonly index?: string
  readonly cost?: number
  readonly rows?: number
  readonly literal?: string
  readonly swap?: boolean
  readonly node?: string
}

/** A join of an index scan and a sequential one, as EXPLAIN (FORMAT JSON) writes it. */
function made({ index = 'orders_customer', cost = 10.5, rows = 3, literal = '42', swap = false, node = 'Index Scan' }: Made = {}): string {
  const common = { 'Startup Cost': 0.1, 'Total Cost': cost, 'Plan Rows': rows, 'Plan Width': 8 }
  const inner = { 'Node Type': node, 'Relation Name': 'orders', Alias: 'o', 'Index Name': index, ...common, 'Index Cond': `(customer = ${literal})` }
  const outer = { 'Node Type': 'Seq Scan', 'Relation Name': 'customers', Alias: 'c', ...common, Filter: `(name = 'Smith ${literal}'::text)` }
  return JSON.stringify([{ Plan: { 'Node Type': 'Nested Loop', 'Join Type': 'Inner', ...common, Plans: swap ? [inner, outer] : [outer, inner] } }])
}
const shapeOf = (answer: string): string | undefined => readPlan(answer)?.shape

it('the shape is equal whatever the constants, costs and rows are', () => {
  expect(shapeOf(made({ literal: '7', cost: 99_999, rows: 1_000_000 }))).toBe(shapeOf(made()))
})

it.each([
  ['another index', { index: 'orders_date' }],
  ['another way to read', { node: 'Bitmap Heap Scan' }],
  ['another join order', { swap: true }],
] as const)('%s is another shape', (_, other) => {
  expect(shapeOf(made(other))).not.toBe(shapeOf(made()))
})

it('what is kept holds no constant, and is still a plan that other programs read', () => {
  const plan = readPlan(made({ literal: '4711' }))
  expect(plan?.json).not.toContain('4711')
  expect(plan?.json).not.toContain('Smith')
  expect(JSON.parse(plan?.json ?? '')).toMatchObject([
    { Plan: { 'Node Type': 'Nested Loop', Plans: [{ Filter: '(name = $1::text)' }, { 'Index Name': 'orders_customer', 'Index Cond': '(customer = $1)' }] } },
  ])
  expect(plan).toMatchObject({ totalCost: 10.5, rows: 3, nodes: 3 })
})

it('which partitions are read, and how many, is no matter of shape', () => {
  const append = (...parts: readonly string[]): string =>
    JSON.stringify([
      {
        Plan: {
          'Node Type': 'Append',
          Plans: parts.map((part, i) => ({ 'Node Type': 'Index Scan', 'Relation Name': part, Alias: `e_${i + 1}`, 'Index Name': `${part}_at_idx` })),
        },
      },
    ])
  const root = (name: string): string => name.replace(/_p\d+/, '')
  const shape = (answer: string): string | undefined => readPlan(answer, root)?.shape
  expect(shape(append('events_p3', 'events_p4'))).toBe(shape(append('events_p1')))
  expect(shape(append('events_p3', 'other_p4'))).not.toBe(shape(append('events_p1')))
})

it.each(['', 'null', '[]', '{"Plan": 1}', '[{"Plan": []}]'])('%s is no plan', (answer) => {
  expect(readPlan(answer)).toBeUndefined()
})

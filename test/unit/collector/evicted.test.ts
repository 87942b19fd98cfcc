import { expect, test } from 'vitest'
import statements from '../../../electron/catalog/probes/statements.ts'
import { withRemainder } from '../../../electron/collector/evicted.ts'
import type { Amounts, Totals } from '../../../electron/collector/totals.ts'
import type { Block, Cell } from '../../../shared/model/sample.ts'

const totals = (forgotten: string | null, amounts: Amounts, owed: Totals['owed'] = {}): Totals => ({
  forgotten,
  databases: { 5: { name: 'shop', amounts } },
  owed,
})

const block = (...rows: readonly Record<string, Cell>[]): Block => ({
  probe: 'statements',
  begin: 0,
  end: 60_000,
  flags: [],
  rows: rows.length,
  columns: Object.fromEntries(Object.keys(statements.columns).map((name) => [name, rows.map((row) => row[name] ?? null)])),
})

const statement = { dbid: '5', userid: '10', queryid: '1', toplevel: 'true', shared_blks_hit: 30, local_blks_hit: 5, shared_blks_read: 10, total_time: 40 }

/** The remainder's row, by column. */
function rest({ block: { rows, columns } }: { readonly block: Block }): Record<string, Cell> | undefined {
  const row = Object.fromEntries(Object.entries(columns).map(([name, cells]) => [name, cells[rows - 1] ?? null]))
  return row['queryid'] === null ? row : undefined
}

test('what the database did beyond its statements is one row of nobody, when statements were forgotten', () => {
  const told = withRemainder(statements, block(statement), totals('1', [100, 100, 100]), totals('2', [200, 150, 300]))
  expect(told.block.rows).toBe(2)
  expect(rest(told)).toMatchObject({ dbid: '5', database: 'shop', userid: null, toplevel: null, calls: null, rows: null })
  expect(rest(told)).toMatchObject({ shared_blks_hit: 65, shared_blks_read: 40, total_time: 160 })
})

test('without that there is none: nothing forgotten, not known, or no totals before', () => {
  for (const [before, now] of [
    [totals('1', [100, 100, 100]), totals('1', [200, 150, 300])],
    [totals(null, [100, 100, 100]), totals(null, [200, 150, 300])],
    [undefined, totals('2', [200, 150, 300])],
  ] as const)
    expect(withRemainder(statements, block(statement), before, now).block.rows).toBe(1)
})

test('a statement within another one is in that one already', () => {
  const nested = { ...statement, queryid: '2', toplevel: 'false' }
  expect(rest(withRemainder(statements, block(nested, statement), totals('1', [0, 0, 0]), totals('2', [100, 100, 100])))).toMatchObject({ shared_blks_hit: 65 })
})

test('what a database tells late is settled with what it tells next', () => {
  const first = withRemainder(statements, block(statement), totals('1', [0, 0, 0]), totals('2', [20, 10, 40]))
  expect(first.block.rows).toBe(1)
  const second = withRemainder(statements, block(statement), totals('2', [20, 10, 40], first.totals.owed), totals('3', [120, 20, 80]))
  expect(rest(second)).toMatchObject({ shared_blks_hit: 50, shared_blks_read: 0, total_time: 0 })
})

test('a database whose statistics were reset has none, one that is new is counted from its begin, and unknown times stay unknown', () => {
  expect(withRemainder(statements, block(statement), totals('1', [900, 9, 9]), totals('2', [20, 10, 40])).block.rows).toBe(1)
  const fresh = withRemainder(statements, block(), { ...totals('1', [0, 0, 0]), databases: {} }, totals('2', [7, 0, null]))
  expect(rest(fresh)).toMatchObject({ shared_blks_hit: 7, total_time: null })
})

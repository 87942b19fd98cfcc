import { describe, expect, it } from 'vitest'
import statements from '../../../electron/catalog/probes/statements.ts'
import { createDaily } from '../../../electron/collector/daily.ts'
import { filterStatements } from '../../../electron/collector/filters.ts'
import { createTally } from '../../../electron/collector/self.ts'
import type { Block, Cell } from '../../../shared/model/sample.ts'

const block = (rows: readonly Record<string, Cell>[]): Block => ({
  probe: 'statements',
  begin: 0,
  end: 60_000,
  flags: [],
  rows: rows.length,
  columns: Object.fromEntries(Object.keys(statements.columns).map((name) => [name, rows.map((row) => row[name] ?? null)])),
})
const statement = (queryid: string, calls: number, total_time: number, userid = '10'): Record<string, Cell> => ({
  dbid: '5',
  userid,
  queryid,
  toplevel: 'true',
  database: 'd',
  user_name: `u${userid}`,
  query_md5_id: 'm',
  calls,
  total_time,
  rows: 1,
})
const rowsOf = (b: Block, ...names: string[]): Cell[][] => Array.from({ length: b.rows }, (_, i) => names.map((name) => b.columns[name]?.[i] ?? null))

describe('the filters of query monitoring', () => {
  const all = block([statement('1', 10, 0.1), statement('2', 9, 0.2), statement('3', 1, 2000), statement('4', 2, 0.7), statement('5', 3, 0.001, '11')])
  it('0 and 0 let everything pass', () => {
    expect(filterStatements(statements, all, 0, 0)).toBe(all)
  })
  it('calls or time are enough, and the rest is one row per database and user, so that totals stay true', () => {
    const left = filterStatements(statements, all, 10, 2)
    expect(rowsOf(left, 'queryid', 'user_name', 'query_md5_id', 'toplevel', 'calls', 'total_time')).toEqual([
      ['1', 'u10', 'm', 'true', 10, 0.1],
      ['3', 'u10', 'm', 'true', 1, 2000],
      [null, 'u10', null, null, 11, 0.9],
      [null, 'u11', null, null, 3, 0.001],
    ])
  })
  it('a threshold of 0 beside another is no threshold', () => {
    expect(rowsOf(filterStatements(statements, all, 10, 0), 'queryid').flat()).toEqual(['1', null, null])
    expect(rowsOf(filterStatements(statements, all, 0, 2), 'queryid').flat()).toEqual(['3', null, null])
  })
  it('what was never measured stays unknown in the remainder', () => {
    expect(filterStatements(statements, all, 1000, 1000).columns['wal_buffers_full']).toEqual([null, null])
  })
})

describe('the daily limit', () => {
  const noon = new Date(2026, 0, 15, 12).getTime()
  const midnight = new Date(2026, 0, 16).getTime()
  it('pauses above it, until local midnight', () => {
    const daily = createDaily()
    daily.count(['a', 'b'], 2, noon)
    daily.count(['a'], 2, noon)
    expect(daily.paused(noon)).toBe('')
    daily.count(['c'], 2, noon)
    expect(daily.paused(noon)).toContain('more than 2 different queries today')
    expect(daily.paused(midnight - 1)).not.toBe('')
    expect(daily.paused(midnight)).toBe('')
  })
  it('enabling again ends the pause and counts anew', () => {
    const daily = createDaily()
    daily.count(['a', 'b'], 1, noon)
    daily.resume()
    daily.count(['a'], 1, noon)
    expect(daily.paused(noon)).toBe('')
  })
})

describe('what watching costs', () => {
  it('adds up per probe between two blocks, with the last failure in words', () => {
    const tally = createTally()
    tally.note('sessions', 1.5, 3)
    tally.note('sessions', 2.5, 0, 'cancelled')
    tally.note('texts', 20, 4)
    expect(tally.take(0, 60_000)).toMatchObject({
      probe: 'self',
      rows: 2,
      columns: {
        probe: ['sessions', 'texts'],
        outcome: ['cancelled', 'ok'],
        runs: [2, 1],
        failures: [1, 0],
        total_ms: [4, 20],
        max_ms: [2.5, 20],
        rows: [3, 4],
      },
    })
    expect(tally.take(60_000, 120_000).rows).toBe(0)
  })
})

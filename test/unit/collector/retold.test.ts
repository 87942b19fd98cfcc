import { expect, test } from 'vitest'
import tables from '../../../electron/catalog/probes/tables.ts'
import { retold, withAdded } from '../../../electron/collector/retold.ts'
import { toReading, type RawReading, type ServerIdentity } from '../../../electron/collector/reading.ts'

const server: ServerIdentity = { system: 's', timeline: '1', inRecovery: false, seesAll: true, extension: null, startedAt: 0 }
const OF = { takenAt: 2000, server }
const NAMES = ['datid', 'relid', 'rel_name', 'size', 'named', 'mark', 'part_changes', 'told', 'index_marks']
const FOUND = ['relid', 'part_changes', 'part', 'named', 'mark', 'told']

/** What a table tells, that was scanned so often. */
const told = (scans: number, fetched = 0): string =>
  tables.packed.told.map((name) => (name === 'seq_scan' ? scans : name === 'own_tup_fetch' ? fetched : 0)).join(',')

const before: RawReading = withAdded(
  tables,
  toReading(
    tables,
    NAMES,
    [
      ['5', '1', 'one', '8192', '70', '100', '9', told(1, 3), '11:-5:7:3:1:3:5:7:9,12:6:-8:2:2:4:9007199254740993:8:10'],
      ['5', '2', 'two', '8192', '71', '101', '9', told(2), null],
      ['5', '3', 'building', '8192', '72', '102', '9', told(3), '31:5:7:0:1:1:1:1:1'],
      ['5', '4', 'older', '8192', '73', '103', '8', told(4), '41:5:7:2:1:1:1:1:1'],
    ],
    1000,
    server,
  ),
)

test('what is added up over indexes is of those that queries may use, exact beyond 2^53, with what the table did itself; without any it is null', () => {
  expect(before.columns).toMatchObject({
    idx_scan: [3, null, null, 1],
    idx_tup_fetch: [9007199254741001n, null, null, 1],
    idx_blks_hit: [15, null, null, 1],
    idx_blks_read: [19, null, null, 1],
    last_idx_scan: [null, null, null, null],
  })
})

test('a table that moved has its new counters, and all else from the reading before', () => {
  const { reading, own, left } = retold(tables, before, { names: FOUND, rows: [['2', '9', null, '71', '201', told(5)]] }, OF)
  expect([own, left, reading.rows, reading.takenAt]).toEqual([['2'], [], 1, 2000])
  expect(reading.columns).toMatchObject({ relid: ['2'], rel_name: ['two'], size: [8192], seq_scan: [5], mark: ['201'], idx_scan: [null] })
})

test('an index that moved alone is told of its table, with the state that it had', () => {
  const { reading, own, left } = retold(tables, before, { names: FOUND, rows: [['12', '9', '12:66:-8::20:4:9:8:10', null, null, null]] }, OF)
  expect([own, left]).toEqual([[], []])
  expect(reading.columns).toMatchObject({
    relid: ['1'],
    seq_scan: [1],
    mark: ['100'],
    idx_scan: [21],
    idx_tup_fetch: [17],
    index_marks: ['11:-5:7:3:1:3:5:7:9,12:66:-8:2:20:4:9:8:10'],
  })
})

test.each([
  ['a new table', ['6', '9', null, '71', '201', told(5)]],
  ['another name', ['2', '9', null, '99', '201', told(5)]],
  ['a new index', ['13', '9', '13:66:-8::20:4:9:8:10', null, null, null]],
  ['another name of an index', ['12', '9', '12:66:8::20:4:9:8:10', null, null, null]],
  ['an index that queries may not use yet', ['3', '9', null, '72', '201', told(5)]],
  ['such an index itself', ['31', '9', '31:66:7::2:1:1:1:1', null, null, null]],
  ['indexes that may have changed since', ['4', '9', null, '73', '201', told(5)]],
])('%s has to be read', (_, row) => {
  const { reading, own, left } = retold(tables, before, { names: FOUND, rows: [row] }, OF)
  expect([reading.rows, own, left]).toEqual([0, [], [row[0]]])
})

import { expect, test } from 'vitest'
import indexes from '../../../electron/catalog/probes/indexes.ts'
import { createParts, followed, movedParts, partMarks, toldIn, withoutGone, type Part } from '../../../electron/collector/parts.ts'
import type { RawReading, ServerIdentity } from '../../../electron/collector/reading.ts'

const SERVER: ServerIdentity = { system: 's', timeline: '1', inRecovery: false, seesAll: true, extension: null, startedAt: 0 }

const tables = (takenAt: number, cells: readonly (string | null)[], more: Partial<RawReading> = {}): RawReading => ({
  takenAt,
  server: SERVER,
  rows: cells.length,
  columns: {
    relid: cells.map((_, n) => `t${String(n)}`),
    database: cells.map(() => 'd'),
    schema_name: cells.map(() => 'public'),
    rel_name: cells.map((_, n) => `table ${String(n)}`),
    index_marks: cells,
  },
  ...more,
})

const partsOf = (...texts: readonly string[]): ReadonlyMap<string, Part> => new Map(texts.flatMap(toldIn).map((part) => [part.oid, part]))
const textsOf = (parts: ReadonlyMap<string, Part> | undefined): readonly string[] => [...(parts?.values() ?? [])].map(({ text }) => text)

const before: RawReading = {
  takenAt: 1000,
  server: SERVER,
  rows: 2,
  columns: {
    ...{
      datid: ['5', '5'],
      database: ['d', 'd'],
      indexrelid: ['11', '12'],
      relid: ['t0', 't1'],
      schema_name: ['public', 'public'],
      rel_name: ['table 0', 'as it was'],
      named: ['7:3', '-8:2'],
    },
    ...{
      index_rel_name: ['a', 'b'],
      size: [8192, 16_384],
      relpages: [1, 2],
      idx_scan: [1, 2],
      idx_tup_read: [3, 4],
      idx_tup_fetch: [5, 6],
      idx_blks_hit: [7, 8],
      idx_blks_read: [9, 10],
    },
    last_idx_scan: [null, null],
  },
}

test('what moved is what is told in other words, and marks are told apart from the numbers', () => {
  const [first, next] = [
    tables(1000, ['11:-5:7:3:1:3:5:7:9', '12:6:-8:2:2:4:6:8:10,13:1:1:2:0:0:0:0:0', null]),
    tables(2000, ['11:-5:7:3:1:3:5:7:9', '12:6:-8:2:3:4:6:8:10', '']),
  ]
  expect(partMarks(first)).toEqual(['-5', '6', '1'])
  expect(textsOf(movedParts(first, next))).toEqual(['12:6:-8:2:3:4:6:8:10'])
})

test('numbers of parts follow from what is told of them; what is not told stays, and the whole is called what it is called now', () => {
  const reading = followed(
    indexes,
    before,
    tables(2000, [null, '12:99:-8:2:20:9007199254740993:0:80:100:1700000000000.25:3']),
    partsOf('12:99:-8:2:20:9007199254740993:0:80:100:1700000000000.25:3'),
  )
  expect(reading).toMatchObject({ takenAt: 2000, rows: 2 })
  expect(reading?.columns).toEqual({
    ...before.columns,
    rel_name: ['table 0', 'table 1'],
    idx_scan: [1, 20],
    idx_tup_read: [3, 9007199254740993n],
    idx_tup_fetch: [5, 0],
    idx_blks_hit: [7, 80],
    idx_blks_read: [9, 100],
    last_idx_scan: [null, 1700000000000],
    relpages: [1, 3],
  })
  expect(before.columns['idx_scan']).toEqual([1, 2])
})

test.each([
  ['one of them is new', tables(2000, []), '13:1:7:2:1:1:1:1:1'],
  ['one of them has another name', tables(2000, []), '12:1:7:2:1:1:1:1:1'],
  ['queries may no longer use one of them', tables(2000, []), '12:1:-8:0:1:1:1:1:1'],
  ['the whole was not read since', tables(1000, []), '12:1:-8:2:1:1:1:1:1'],
  ['statistics are those of another server', tables(2000, [], { server: { ...SERVER, system: 'another' } }), '12:1:-8:2:1:1:1:1:1'],
])('parts have to be read when %s', (_, whole, told) => {
  expect(followed(indexes, before, whole, partsOf(told))).toBeUndefined()
})

test('what moved is gathered until it is read, with what was told last', () => {
  const parts = createParts()
  const minute = (n: number, ...cells: string[]): RawReading => tables(n * 1000, cells)
  parts.see('tables/5', undefined, minute(1, '11:1:7:2:1'))
  expect(parts.moved('tables/5')).toBeUndefined()
  parts.taken('tables/5')
  parts.see('tables/5', minute(1, '11:1:7:2:1'), minute(2, '11:2:7:2:2'))
  parts.see('tables/5', minute(2, '11:2:7:2:2'), minute(3, '11:3:7:2:3,12:1:1:2:1'))
  expect(textsOf(parts.moved('tables/5'))).toEqual(['11:3:7:2:3', '12:1:1:2:1'])
  parts.taken('tables/5')
  expect(textsOf(parts.moved('tables/5'))).toEqual([])
})

test('what a reading of everything does not tell of any more is gone, and only such a reading tells that', () => {
  const parts = createParts()
  const [some, all] = [tables(1000, ['12:1:-8:2:1']), tables(2000, ['12:1:-8:2:1'])]
  parts.see('tables/5', undefined, some)
  parts.see('tables/5', some, all, true)
  const completed = { ...all, columns: { ...all.columns, size: [1] } }
  expect([some, all, completed].map((reading) => parts.isAll(reading, { ...before, takenAt: 0 }))).toEqual([false, true, true])
  expect(parts.isAll(all, { ...before, takenAt: 2000 }), 'not made since').toBe(false)
  expect(withoutGone(indexes, before, all)).toMatchObject({ rows: 1, columns: { indexrelid: ['12'], idx_scan: [2] } })
  expect(withoutGone(indexes, before, tables(2000, ['11:1:7:2:1', '12:1:-8:2:1'])).columns).toEqual({ ...before.columns, rel_name: ['table 0', 'table 1'] })
})

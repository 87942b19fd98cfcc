import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReader, type Reader } from '../../../electron/store/open.ts'
import { batch, block, MINUTE, openStore, ref, T, tempFolder } from './made.ts'
import { probes } from './probes.ts'
import { random } from './random.ts'

const COLUMNS = ['database', 'queryid', 'query_md5_id', 'kind']

function readerOf(file: string): Reader {
  const reader = openReader(file, { probes })
  onTestFinished(() => {
    reader.close()
  })
  return reader
}

/** A table as plain objects, and the same from the objects read one by one. */
const told = (reader: Reader, instance: number): unknown => {
  const table = reader.objectTable('statements', instance)
  if (table === undefined) return []
  return Array.from(table.id, (id, at) => {
    expect(table.place(id)).toBe(at)
    return { id, firstSeen: table.firstSeen[at], values: Object.fromEntries(COLUMNS.map((name) => [name, table.value(name, at)])) }
  })
}
const read = (reader: Reader, instance: number): unknown =>
  [...reader.objects('statements', [instance]).values()].map(({ id, firstSeen, values }) => ({ id, firstSeen, values }))

const statement = (end: number, ids: readonly number[], label: (id: number) => string | null) =>
  block('statements', end, {
    database: ids.map((id) => `d${String(id % 3)}`),
    queryid: ids.map(String),
    query_md5_id: ids.map(label),
    kind: ids.map(() => null),
    calls: ids.map(() => 1),
    time: ids.map(() => 1),
    size: ids.map(() => 1),
  })

test('what is kept of objects is what is stored, after whatever came: new ones, other labels, earlier sightings, of several instances', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const reader = readerOf(file)
  const { whole } = random(7)
  expect(reader.objectTable('statements', 1)).toBeUndefined()
  for (let seq = 1; seq <= 120; seq++) {
    const late = whole(5) === 0 ? 3 * 86_400_000 : 0
    const ids = [...new Set(Array.from({ length: 1 + whole(6) }, () => whole(5 + seq)))]
    const instance = ref({ connection: `c${String(whole(2))}`, name: `n${String(whole(2))}` })
    const one = { ...instance, name: instance.connection }
    history.append(
      'a',
      [{ seq, batch: batch([statement(T + seq * MINUTE - late, ids, () => (whole(3) === 0 ? null : `m${String(whole(4))}`))], { instance: one }) }],
      T + 500 * MINUTE,
    )
    // Not asked each time: several changes come together then.
    if (whole(3) > 0) for (const { id } of reader.instances()) expect(told(reader, id)).toEqual(read(reader, id))
  }
  expect((read(reader, 1) as unknown[]).length).toBeGreaterThan(40)
})

test('combinations of columns are numbered, and anew when a label is another', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const reader = readerOf(file)
  const labels = ['x', 'x', 'y', null]
  history.append('a', [{ seq: 1, batch: batch([statement(T, [0, 3, 6, 9], (id) => labels[id / 3] ?? null)]) }], T)
  const combined = (names: readonly string[]): unknown => {
    const { of, size } = reader.objectTable('statements', 1)?.combined(names) ?? { of: [], size: 0 }
    return [Array.from(of), size]
  }
  expect(combined(['database', 'query_md5_id'])).toEqual([[0, 0, 1, 2], 3])
  expect(combined(['database'])).toEqual([[0, 0, 0, 0], 1])
  expect(combined([])).toEqual([[0, 0, 0, 0], 1])
  expect(combined(['no such column'])).toEqual([[0, 0, 0, 0], 1])
  history.append('a', [{ seq: 2, batch: batch([statement(T + MINUTE, [3], () => null)]) }], T + MINUTE)
  expect(combined(['database', 'query_md5_id'])).toEqual([[0, 1, 2, 1], 3])
})

test('who has been away for longer than changes are kept reads everything anew', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const reader = readerOf(file)
  history.append('a', [{ seq: 1, batch: batch([statement(T, [1, 2], () => 'old')]) }], T)
  expect(told(reader, 1)).toEqual(read(reader, 1))
  history.append('a', [{ seq: 2, batch: batch([statement(T + MINUTE, [1], () => 'new')]) }], T + MINUTE)
  history.append('a', [{ seq: 3, batch: batch([statement(T + 2 * MINUTE, [2], () => 'newer')]) }], T + 2 * MINUTE)
  const db = new Database(file)
  db.exec('delete from renamed where seq < (select max(seq) from renamed)')
  db.close()
  expect(told(reader, 1)).toEqual(read(reader, 1))
  expect(reader.objectTable('statements', 1)?.value('query_md5_id', 0)).toBe('new')
})

test('objects that went are no longer among those that are kept', async () => {
  const history = openStore()
  const DAY = 24 * 60 * MINUTE
  history.append('a', [{ seq: 1, batch: batch([statement(T, [1], () => 'gone')]) }], T)
  history.append('a', [{ seq: 2, batch: batch([statement(T + 40 * DAY, [2], () => 'there')]) }], T + 40 * DAY)
  expect(history.objectTable('statements', 1)?.count).toBe(2)
  while (await history.compact(T + 60 * DAY)) continue
  const before = T + 30 * DAY
  while (history.expire({ minutes: before, hours: before, days: before })) continue
  const table = history.objectTable('statements', 1)
  expect(Array.from(table?.id ?? [], (_, at) => table?.value('queryid', at))).toEqual(['2'])
})

test('an object that cannot be read fails the question and nothing after it', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const reader = readerOf(file)
  history.append('a', [{ seq: 1, batch: batch([statement(T, [1, 2], () => 'x')]) }], T)
  expect(told(reader, 1)).toEqual(read(reader, 1))
  history.append('a', [{ seq: 2, batch: batch([statement(T + MINUTE, [3, 4, 5], () => 'x')]) }], T + MINUTE)
  const damage = (labels: string): void => {
    const db = new Database(file)
    db.prepare('update object set labels = ? where id = 4').run(labels)
    db.close()
  }
  damage('{')
  expect(() => reader.objectTable('statements', 1)).toThrow()
  damage('{"query_md5_id":"x","kind":null}')
  expect(told(reader, 1)).toEqual(read(reader, 1))
})

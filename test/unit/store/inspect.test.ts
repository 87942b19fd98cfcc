import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openInspection } from '../../../electron/store/inspect.ts'
import { openReader } from '../../../electron/store/open.ts'
import { block, envelope, MINUTE, openStore, T, tempFolder } from './made.ts'
import { probes } from './probes.ts'

const LATER = T + 86_400_000

async function compacted(): Promise<string> {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const statements = (minute: number) => block('statements', T + minute * MINUTE, { database: ['d', 'e'], queryid: ['1', '2'], calls: [1, 2] })
  history.append('a', [envelope(1, ...Array.from({ length: 61 }, (_, minute) => statements(minute)))], LATER)
  while (await history.compact(T + 66 * MINUTE)) continue
  return file
}

function directly(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

test('a whole file has no fault, and its sizes name every resolution there is', async () => {
  const inspection = openInspection(await compacted(), probes)
  expect([...inspection.check()]).toEqual([])
  expect(inspection.sizes().map(({ table, probe, entries }) => [table, probe, entries])).toEqual([
    ['frame', 'statements', 1],
    ['chunk', 'statements', 1],
    ['part', 'statements', 1],
    ['rollup_hour', 'statements', 1],
  ])
  inspection.close()
})

test.each([
  ['a damaged part', 'update part set block = zeroblob(50)', /^part: statements of instance 1 at 2026-11-20T10:00:00.000Z: the block is too short$/],
  ['a missing part', 'delete from part', /^chunk: statements of instance 1 at 2026-11-20T10:00:00.000Z: 1 of its parts are missing$/],
  ['a damaged rollup', 'update rollup_hour set block = zeroblob(50)', /^rollup_hour: statements of instance 1/],
  ['a damaged minute', 'update frame set block = substr(block, 1, 30)', /^frame: statements of instance 1 at 2026-11-20T11:00:00.000Z/],
])('%s is named with its place', async (_, sql, fault) => {
  const file = await compacted()
  directly(file, sql)
  const inspection = openInspection(file, probes)
  const faults = [...inspection.check()]
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(fault)
  inspection.close()
})

test('a history of a newer version is refused by readers too, with a sentence', async () => {
  const file = await compacted()
  directly(file, 'insert into migration (step, taken) values (99, 0)')
  expect(() => openInspection(file, probes)).toThrow(/was written by a newer Watchpost \(form 99/)
  expect(() => openReader(file, { probes })).toThrow(/was written by a newer Watchpost/)
})

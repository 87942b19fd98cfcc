import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRead } from '../../../electron/store/db.ts'
import type { ChunkHead } from '../../../electron/store/chunk-read.ts'
import type { Column } from '../../../electron/store/frame.ts'
import { createKeptSeries } from '../../../electron/store/kept-series.ts'
import { createLayouts } from '../../../electron/store/layouts.ts'
import { createSpans, fetchChunk, rowsOfChunk } from '../../../electron/store/spans.ts'
import type { WriteHistory } from '../../../electron/store/store.ts'
import { block, envelope, flat, MINUTE, openStore, T, tempFolder } from './made.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LATER = T + 10 * DAY

const hourOf = (history: WriteHistory, seq: number, value: (minute: number) => number): void => {
  const blocks = Array.from({ length: 60 }, (_, minute) => block('background', T + minute * MINUTE, { timed: [value(minute)], written: [1] }))
  history.append('a', [envelope(seq, ...blocks)], LATER)
}
const timed = (history: WriteHistory): unknown[] => flat(history, 'background', [1], 0, Infinity, ['timed']).map(({ rows }) => rows[0]?.['timed'])
const compactAll = async (history: WriteHistory): Promise<void> => {
  while (await history.compact(LATER)) continue
}

test('what takes the place of a chunk is read, also where only its numbers differ: the same instance, times and form', async () => {
  const history = openStore()
  hourOf(history, 1, (minute) => 1000 + (minute % 7))
  await compactAll(history)
  const before = timed(history)
  expect(before).toEqual(Array.from({ length: 60 }, (_, minute) => 1000 + (minute % 7)))
  expect(timed(history)).toEqual(before)
  while (history.expire({ minutes: LATER, hours: LATER, days: LATER })) continue
  expect(timed(history)).toEqual([])
  hourOf(history, 2, (minute) => 1000 + ((minute + 3) % 7))
  await compactAll(history)
  expect(timed(history)).toEqual(Array.from({ length: 60 }, (_, minute) => 1000 + ((minute + 3) % 7)))
})

test('a column that was not asked for before is read and kept beside the others; one that is not there is null each time', async () => {
  const history = openStore()
  hourOf(history, 1, (minute) => minute)
  await compactAll(history)
  const ask = (...columns: string[]): unknown => flat(history, 'background', [1], T, T + 2 * MINUTE, columns).map(({ rows }) => rows[0])
  expect(ask('timed')).toEqual([{ timed: 0 }, { timed: 1 }])
  for (let time = 0; time < 2; time++)
    expect(ask('written', 'timed', 'ratio')).toEqual([
      { written: 1, timed: 0, ratio: null },
      { written: 1, timed: 1, ratio: null },
    ])
})

test('a column that was found is answered, also when another chunk has taken its room before the rest was read', async () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  // One of noise, the other of few that repeat: they lie in different parts.
  const [noise, few] = [(minute: number): number => (minute * 7919 * (minute + 13)) % 60_013, (minute: number): number => (minute % 2) * 50_000]
  const minutes = Array.from({ length: 1440 }, (_, minute) => minute)
  for (const day of [0, 1]) {
    const begin = Math.ceil(T / DAY) * DAY + day * DAY
    const blocks = minutes.map((minute) => block('background', begin + minute * MINUTE, { timed: [noise(minute)], written: [few(minute)] }))
    history.append('a', [envelope(day + 1, ...blocks)], LATER)
  }
  await compactAll(history)
  const db = openRead(file)
  const [spans, layouts] = [createSpans(db), createLayouts(db)]
  const [first, second] = spans.chunks(0, Number.MAX_SAFE_INTEGER)
  if (first === undefined || second === undefined) throw new Error('two days are two chunks')
  expect(fetchChunk(first, spans, layouts, { columns: new Set(['timed', 'written']) }).head.parts).toBe(2)
  // Room for one chunk and two columns.
  const kept = createKeptSeries(1440 * 4)
  const wanted = (...columns: string[]) => ({ columns: new Set(columns), kept })
  const fetched = (row: typeof first, ...columns: string[]) => fetchChunk(row, spans, layouts, wanted(...columns))
  rowsOfChunk(fetched(first, 'timed'), layouts, wanted('timed'))
  const half = fetched(first, 'timed', 'written')
  rowsOfChunk(fetched(second, 'timed', 'written'), layouts, wanted('timed', 'written'))
  expect(kept.find(first.id, first.head)).toBeUndefined()
  const { columns } = rowsOfChunk(half, layouts, wanted('timed', 'written'))
  const numbers = (name: string): number[] => {
    const column = columns.get(name)
    return column?.kind === 'number' ? Array.from(column.values) : []
  }
  expect([numbers('timed'), numbers('written')]).toEqual([minutes.map(noise), minutes.map(few)])
  db.close()
})

test('what was asked for longest ago makes room', () => {
  const kept = createKeptSeries()
  const READINGS = 100_000
  const head: ChunkHead = {
    readings: {
      begin: new Float64Array(READINGS),
      end: new Float64Array(READINGS),
      first: new Uint32Array(1),
      flags: new Uint8Array(0),
      object: undefined,
      columns: new Map(),
    },
    blocks: [],
    parts: 0,
  }
  const columns = new Map<string, Column>([['n', { kind: 'number', values: new Float64Array(READINGS) }]])
  const bytes = Buffer.from('head')
  for (const id of [1, 2, 3]) kept.add(id, { bytes, head, columns })
  // Each is 300,000 numbers, so that five have room.
  expect(kept.find(1, bytes)).toBeDefined()
  for (const id of [4, 5, 6]) kept.add(id, { bytes, head, columns })
  expect([1, 2, 3, 4, 5, 6].map((id) => kept.find(id, bytes) !== undefined)).toEqual([true, false, true, true, true, true])
  expect(kept.find(1, Buffer.from('another'))).toBeUndefined()
  expect(kept.find(1, bytes)).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { ChunkHead } from '../../../electron/store/chunk-read.ts'
import type { Column } from '../../../electron/store/frame.ts'
import { createKeptSeries } from '../../../electron/store/kept-series.ts'
import type { WriteHistory } from '../../../electron/store/store.ts'
import { block, envelope, flat, MINUTE, openStore, T } from './made.ts'

const HOUR = 60 * MINUTE
const LATER = T + 10 * 24 * HOUR

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
  for (const id of [1, 2, 3]) kept.add(id, bytes, head, columns)
  // Each is 300,000 numbers, so that five have room.
  expect(kept.find(1, bytes)).toBeDefined()
  for (const id of [4, 5, 6]) kept.add(id, bytes, head, columns)
  expect([1, 2, 3, 4, 5, 6].map((id) => kept.find(id, bytes) !== undefined)).toEqual([true, false, true, true, true, true])
  expect(kept.find(1, Buffer.from('another'))).toBeUndefined()
  expect(kept.find(1, bytes)).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Probe } from '../../../electron/catalog/define.ts'
import { encodeChunk, type Chunk } from '../../../electron/store/chunk.ts'
import { createBodies } from '../../../electron/store/body.ts'
import { encodeBlock, splitBlocks, type Layout } from '../../../electron/store/columns.ts'
import { decodeBlock } from '../../../electron/store/columns-read.ts'
import type { Frame } from '../../../electron/store/frame.ts'
import { gather } from '../../../electron/store/gather.ts'
import { sourceOfFrame } from '../../../electron/store/source.ts'
import { fetchChunk, ofObjects, readChunk } from '../../../electron/store/spans.ts'
import { random } from './random.ts'

const COLUMNS = Array.from({ length: 9 }, (_, n) => `m${String(n)}`)
const probeOf = (key: boolean): Probe => ({
  id: 'p',
  doc: 'p',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: { '13': 'select 1' },
  columns: { ...(key && { id: { kind: 'key', doc: 'id' } }), ...Object.fromEntries(COLUMNS.map((name) => [name, { kind: 'counter', doc: name } as const])) },
})

const texts: string[] = []
const numberOf = (layout: Layout): number => {
  const text = JSON.stringify(layout)
  if (!texts.includes(text)) texts.push(text)
  return texts.indexOf(text)
}
const layouts = { get: (number: number): Layout => JSON.parse(texts[number] ?? '') as Layout }

/** Readings of one object each when `objects` is 0. */
function frameOf(readings: number, objects: number): Frame {
  const { whole } = random(3)
  const per = Array.from({ length: readings }, () => (objects === 0 ? [0] : Array.from({ length: objects }, (_, id) => id + 1).filter(() => whole(3) > 0)))
  const first = new Uint32Array(readings + 1)
  per.forEach((ids, i) => (first[i + 1] = (first[i] ?? 0) + ids.length))
  const rows = first[readings] ?? 0
  // Every third column is noise, every third nearly always zero, the others stand still.
  const valueOf = (n: number): number => (n % 3 === 0 ? whole(2 ** 24) : n % 3 === 1 ? (whole(50) === 0 ? whole(2 ** 24) : 0) : n)
  return {
    begin: Float64Array.from({ length: readings }, (_, i) => i * 60_000),
    end: Float64Array.from({ length: readings }, (_, i) => i * 60_000 + 59_000),
    first,
    flags: new Uint8Array(readings),
    object: objects === 0 ? undefined : Float64Array.from(per.flat()),
    columns: new Map(COLUMNS.map((name, n) => [name, { kind: 'number', values: Float64Array.from({ length: rows }, () => valueOf(n)) }])),
  }
}

function read({ head, parts }: Chunk, columns?: readonly string[], objects?: ReadonlySet<number>): { readonly frame: Frame; readonly parts: number } {
  const wanted = { columns: columns && new Set(columns), objects }
  const taken = new Set<number>()
  const part = (_: number, number: number): Buffer => {
    taken.add(number)
    return parts[number] ?? Buffer.alloc(0)
  }
  return { frame: readChunk(fetchChunk({ id: 0, head }, { part }, layouts, wanted), layouts, wanted), parts: taken.size }
}

const plain = (frame: Frame): unknown => ({
  first: Array.from(frame.first),
  end: Array.from(frame.end),
  object: frame.object && Array.from(frame.object),
  columns: Array.from(frame.columns, ([name, column]) => [name, column.kind === 'number' ? Array.from(column.values) : column]).sort(),
})
const only = (frame: Frame, names: readonly string[]): Frame => ({
  ...frame,
  columns: new Map(Array.from(frame.columns).filter(([name]) => names.includes(name))),
})

const keyed = frameOf(60, 400)
const chunkOf = (frame: Frame, probe: Probe): Chunk => encodeChunk(gather([sourceOfFrame(frame)], probe), probe, numberOf, 0, () => undefined)
const chunk = chunkOf(keyed, probeOf(true))

test('a chunk gives back every row, and those of some objects and columns', () => {
  expect(plain(read(chunk).frame)).toEqual(plain(keyed))
  for (const objects of [new Set([1]), new Set([77]), new Set([400]), new Set([3, 200, 399]), new Set([12_345])])
    for (const names of [COLUMNS, ['m0'], ['m8'], ['m1', 'm7']])
      expect(plain(read(chunk, names, objects).frame)).toEqual(plain(only(ofObjects(keyed, objects), names)))
})

test('a thread that gathers and encodes can step aside before each column of each source and cell', () => {
  let pauses = 0
  const pause = (): unknown => pauses++
  const minutes = Array.from({ length: 60 }, () => sourceOfFrame(frameOf(1, 400)))
  const span = gather(minutes, probeOf(true), undefined, pause)
  expect(pauses).toBeGreaterThan(minutes.length)
  pauses = 0
  for (const name of COLUMNS) span.read(name)
  expect(pauses).toBeGreaterThanOrEqual(minutes.length * COLUMNS.length)
  const own = encodeChunk(gather(minutes, probeOf(true)), probeOf(true), numberOf, 0, () => undefined)
  pauses = 0
  const told = encodeChunk(gather(minutes, probeOf(true)), probeOf(true), numberOf, 0, () => undefined, createBodies(pause))
  expect(told).toEqual(own)
  const [, table = Buffer.alloc(0)] = splitBlocks(told.head)
  const cells = decodeBlock(table, layouts.get, 0).first.at(-1) ?? 0
  // Of two sets: those with the first columns, which have the objects, and those with the others. Each column, and packing it all.
  expect(pauses).toBeGreaterThanOrEqual((cells / 2) * (COLUMNS.length + 2) + cells)
})

test('one object is read without the cells of the others', () => {
  const [, , ...blocks] = [...splitBlocks(chunk.head), ...chunk.parts.flatMap((part) => splitBlocks(part))]
  expect(blocks.length).toBeGreaterThan(10)
  expect(
    fetchChunk({ id: 0, head: chunk.head }, { part: (_, n) => chunk.parts[n] ?? Buffer.alloc(0) }, layouts, {
      columns: new Set(COLUMNS),
      objects: new Set([200]),
    }).blocks,
  ).toHaveLength(2)
})

test('a chunk of step 2, in which every part is one block, is read as well', () => {
  const [readings = Buffer.alloc(0), table = Buffer.alloc(0)] = splitBlocks(chunk.head)
  const frame = decodeBlock(table, layouts.get, 0)
  const older: Frame = { ...frame, columns: new Map(Array.from(frame.columns).filter(([name]) => name !== '#part')) }
  const layout: Layout = { keyed: false, columns: Array.from(older.columns.keys(), (name) => ({ name, scale: 0 })) }
  const before: Chunk = {
    head: Buffer.concat([readings, encodeBlock(older, layout, numberOf(layout), 0, 3)]),
    parts: chunk.parts.flatMap((part) => splitBlocks(part)),
  }
  expect(plain(read(before).frame)).toEqual(plain(keyed))
  expect(plain(read(before, ['m7'], new Set([200])).frame)).toEqual(plain(only(ofObjects(keyed, new Set([200])), ['m7'])))
})

test('numbers that are all noise lie unpacked and apart, where there are no objects', () => {
  const day = frameOf(1440, 0)
  const made = chunkOf(day, probeOf(false))
  expect(plain(read(made).frame)).toEqual(plain(day))
  const noise = read(made, ['m0', 'm3', 'm6'])
  expect(noise.parts).toBe(1)
  expect(plain(noise.frame)).toEqual(plain(only(day, ['m0', 'm3', 'm6'])))
  const isPlain = made.parts.map((part) => splitBlocks(part).every((block) => block.readUInt8(1) === 0))
  expect(isPlain).toEqual([false, true])
})

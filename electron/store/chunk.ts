/**
 * A complete hour (or day) of one instance and probe: a head and up to 59 parts, all of them blocks as columns.ts writes them.
 *
 *   head    two blocks: the readings with their rows counted, no columns;
 *           then a row per part: `#object` the first object in it (0 without objects), `#rows` its rows, `#layout` the number of its layout
 *   part    rows without readings. With objects they are ordered by (object, reading), are cut into ranges of whole objects, and every range is two parts:
 *           the first with object, `#reading` (the number of the row's reading) and the first columns, the second with the other columns.
 *           Without objects they are ordered by reading, and every part has some of the columns.
 *
 * Ordered by object, because neighbouring rows are then alike and pack into half the bytes; in ranges, so that one object is read without the others;
 * in sets of columns, because most questions are about the first few.
 */
import type { Probe } from '../catalog/define.ts'
import { decodeBlock, decodeChoice, encodeBlock, layoutNumberOf, splitBlocks, type Layout, type Packing } from './columns.ts'
import { rowsOf, type Column, type Frame } from './frame.ts'
import { layoutOf } from './layouts.ts'
import type { Numbers, Slice } from './numbers.ts'

const READING = '#reading'
/** Rows of a range, parts of a chunk. */
const RANGE = 8192
const MOST_RANGES = 28
/** Columns that lie with the object; declared first is asked for most. */
const HEAD_COLUMNS = 3
/** Below this many columns a second set is not worth its block. */
const TWO_SETS = 6
/** Numbers in a part without objects. */
const SET = 32_768
const MOST_SETS = 50
const PACKING: Packing = 3

/** Number of a layout; throws UnknownLayout where it has none. */
export type NumberOfLayout = (layout: Layout) => number

export interface Chunk {
  readonly head: Buffer
  /** The part n of the chunk has the chunk's id + n. */
  readonly parts: readonly Buffer[]
}

const NO_READINGS = { begin: new Float64Array(0), end: new Float64Array(0), flags: new Uint8Array(0) }
const numbered = (values: Numbers): Column => ({ kind: 'number', values })

export function encodeChunk(frame: Frame, rows: ChunkRows, probe: Probe, numberOf: NumberOfLayout, base: number): Chunk {
  const encode = (of: Frame): { readonly block: Buffer; readonly layout: number } => {
    const layout = layoutOf(probe, of)
    const number = numberOf(layout)
    return { block: encodeBlock(of, layout, number, base, PACKING), layout: number }
  }
  const parts = rows.object === undefined ? columnSets(frame) : objectRanges(rows, rows.object)
  const blocks = parts.map(({ rows, object, columns }) => encode({ ...NO_READINGS, first: Uint32Array.of(rows), object, columns }))
  const readings = encode({ ...frame, object: undefined, columns: new Map() })
  const table = encode({
    ...NO_READINGS,
    first: Uint32Array.of(parts.length),
    object: undefined,
    columns: new Map([
      ['#object', numbered(Float64Array.from(parts, ({ from }) => from))],
      ['#rows', numbered(Float64Array.from(parts, ({ rows }) => rows))],
      ['#layout', numbered(Float64Array.from(blocks, ({ layout }) => layout))],
    ]),
  })
  return { head: Buffer.concat([readings.block, table.block]), parts: blocks.map(({ block }) => block) }
}

interface Part {
  readonly from: number
  readonly rows: number
  readonly object: Numbers | undefined
  readonly columns: ReadonlyMap<string, Column>
}

function columnSets(frame: Frame): readonly Part[] {
  const rows = rowsOf(frame)
  const all = [...frame.columns]
  const each = Math.max(1, Math.ceil(SET / Math.max(1, rows)), Math.ceil(all.length / MOST_SETS))
  const sets = Array.from({ length: Math.ceil(all.length / each) }, (_, i) => all.slice(i * each, (i + 1) * each))
  return sets.map((columns) => ({ from: 0, rows, object: undefined, columns: new Map(columns) }))
}

/** The rows of a frame in the order in which a chunk has them. */
export function chunkRowsOf(frame: Frame): ChunkRows {
  const rows = rowsOf(frame)
  const { object } = frame
  if (object === undefined) return { rows, object, reading: new Uint8Array(0), columns: frame.columns }
  const order = byObject(object)
  const readings = new Float64Array(rows)
  for (let at = 0; at < frame.end.length; at++) readings.fill(at, frame.first[at], frame.first[at + 1])
  const columns = new Map(
    Array.from(frame.columns, ([name, column]): [string, Column] => [name, column.kind === 'number' ? numbered(pick(column.values, order)) : column]),
  )
  return { rows, object: pick(object, order), reading: pick(readings, order), columns }
}

function objectRanges({ rows, reading, columns }: ChunkRows, sorted: Numbers): readonly Part[] {
  const inOrder: [string, Column][] = [[READING, numbered(reading)], ...columns]
  const split = columns.size < TWO_SETS ? inOrder.length : HEAD_COLUMNS + 1
  const least = Math.max(RANGE, Math.ceil(rows / MOST_RANGES))
  const parts: Part[] = []
  for (let top = 0, bottom; top < rows; top = bottom) {
    bottom = Math.min(rows, top + least)
    while (bottom < rows && sorted[bottom] === sorted[bottom - 1]) bottom++
    const range = [top, bottom] as const
    const cut = (list: [string, Column][]): Map<string, Column> =>
      new Map(list.map(([name, column]) => [name, column.kind === 'number' ? numbered(column.values.subarray(...range)) : column]))
    const common = { from: sorted[top] ?? 0, rows: bottom - top }
    parts.push({ ...common, object: sorted.subarray(...range), columns: cut(inOrder.slice(0, split)) })
    if (split < inOrder.length) parts.push({ ...common, object: undefined, columns: cut(inOrder.slice(split)) })
  }
  return parts
}

/** Row numbers by object, those of one object in their order. */
function byObject(object: Numbers): Uint32Array {
  const ids = new Float64Array(object).sort()
  const place = new Map<number, number>()
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    if (at === 0 || id !== ids[at - 1]) place.set(id, at)
  }
  const order = new Uint32Array(object.length)
  for (let row = 0; row < object.length; row++) {
    const id = object[row] ?? 0
    const at = place.get(id) ?? 0
    order[at] = row
    place.set(id, at + 1)
  }
  return order
}

function pick(numbers: Numbers, order: Uint32Array): Float64Array {
  // One kind of array: a loop that meets several is several times slower.
  const values = numbers instanceof Float64Array ? numbers : new Float64Array(numbers)
  const out = new Float64Array(order.length)
  for (let at = 0; at < out.length; at++) out[at] = values[order[at] ?? 0] ?? NaN
  return out
}

/** What a chunk's head says. */
export interface ChunkHead {
  /** Readings, without columns. */
  readonly readings: Frame
  readonly parts: readonly { readonly object: number; readonly rows: number; readonly layout: number }[]
}

export function decodeHead(head: Buffer, layoutOf: (number: number) => Layout, base: number): ChunkHead {
  const [first, second] = splitBlocks(head)
  if (first === undefined || second === undefined) throw new Error('the head of a chunk is cut off')
  const table = decodeBlock(second, layoutOf, base)
  const column = (name: string): Numbers => {
    const found = table.columns.get(name)
    if (found?.kind !== 'number') throw new Error(`the head of a chunk lacks ${name}`)
    return found.values
  }
  const rows = column('#rows')
  const objects = column('#object')
  const layouts = column('#layout')
  return {
    readings: decodeBlock(first, layoutOf, base),
    parts: Array.from({ length: rows.length }, (_, i) => ({ object: objects[i] ?? 0, rows: rows[i] ?? 0, layout: layouts[i] ?? 0 })),
  }
}

/** Rows of a chunk as they lie: with objects in order of (object, reading), else in order of their readings. */
export interface ChunkRows {
  readonly rows: number
  readonly object: Numbers | undefined
  /** Number of the reading, for rows with objects. */
  readonly reading: Numbers
  readonly columns: ReadonlyMap<string, Column>
}

/** The numbers of the parts that the wanted columns (and objects) lie in. */
export function partsWanted(
  { parts }: ChunkHead,
  layoutOf: (number: number) => Layout,
  wanted: ReadonlySet<string> | undefined,
  objects: ReadonlySet<number> | undefined,
): readonly number[] {
  const hasObjects = parts.some(({ layout }) => layoutOf(layout).keyed)
  const starts = [...new Set(parts.map(({ object }) => object))]
  const ranges = hasObjects && objects ? new Set(Array.from(objects, (id) => starts.findLast((start) => start <= id))) : undefined
  return parts.flatMap(({ object, layout }, at) => {
    const { keyed, columns } = layoutOf(layout)
    if (ranges?.has(object) === false) return []
    return keyed || wanted === undefined || columns.some(({ name }) => wanted.has(name)) ? [at] : []
  })
}

/** The rows from the first to the last that belong to one of the objects. */
function sliceOf(object: Numbers, objects: ReadonlySet<number>): Slice {
  let from = 0
  while (from < object.length && !objects.has(object[from] ?? -1)) from++
  let to = object.length
  while (to > from && !objects.has(object[to - 1] ?? -1)) to--
  return { from, to }
}

/** Rows of some parts, as partsWanted has chosen them; of a range no others than from the first to the last of the objects. */
export function decodeParts(
  blocks: readonly Buffer[],
  layoutOf: (number: number) => Layout,
  base: number,
  wanted: ReadonlySet<string> | undefined,
  objects: ReadonlySet<number> | undefined,
): ChunkRows {
  const names = wanted && new Set([...wanted, READING])
  const keyed = blocks.map((block) => layoutOf(layoutNumberOf(block)).keyed)
  const isKeyed = keyed.includes(true)
  let slice: Slice | undefined
  const choose = (object: Numbers): Slice => (slice = sliceOf(object, objects ?? new Set()))
  const frames = blocks.map((block, i) =>
    decodeChoice(block, layoutOf, base, { wanted: names, slice: objects === undefined || !isKeyed ? undefined : keyed[i] === true ? choose : slice }),
  )
  const columns = new Map<string, Column>()
  if (!keyed.includes(true)) {
    for (const frame of frames) for (const [name, column] of frame.columns) columns.set(name, column)
    return { rows: frames[0] === undefined ? 0 : rowsOf(frames[0]), object: undefined, reading: new Uint8Array(0), columns }
  }
  const rows = frames.reduce((sum, frame, i) => sum + (keyed[i] === true ? rowsOf(frame) : 0), 0)
  const object = new Float64Array(rows)
  const joined = new Map<string, Float64Array>()
  let range = 0
  let next = 0
  for (const [i, frame] of frames.entries()) {
    if (keyed[i] === true) {
      range = next
      next += rowsOf(frame)
      object.set(frame.object ?? [], range)
    }
    for (const [name, column] of frame.columns) {
      if (column.kind !== 'number') continue
      const values = joined.get(name) ?? new Float64Array(rows).fill(NaN)
      joined.set(name, values)
      values.set(column.values, range)
    }
  }
  const reading = joined.get(READING) ?? new Float64Array(rows)
  joined.delete(READING)
  for (const [name, values] of joined) columns.set(name, numbered(values))
  return { rows, object, reading, columns }
}

/** The rows as a frame: in order of their readings. Those of other objects are left out when some are asked for. */
export function frameOfChunk({ readings }: ChunkHead, { rows, object, reading, columns }: ChunkRows, objects?: ReadonlySet<number>): Frame {
  if (object === undefined) return { ...readings, object: undefined, columns }
  const first = new Uint32Array(readings.end.length + 1)
  const isKept = (row: number): boolean => objects === undefined || objects.has(object[row] ?? -1)
  for (let row = 0; row < rows; row++) if (isKept(row)) first[(reading[row] ?? 0) + 1] = (first[(reading[row] ?? 0) + 1] ?? 0) + 1
  for (let at = 1; at < first.length; at++) first[at] = (first[at] ?? 0) + (first[at - 1] ?? 0)
  const order = new Uint32Array(first.at(-1) ?? 0)
  const next = first.slice()
  for (let row = 0; row < rows; row++) {
    if (!isKept(row)) continue
    const at = reading[row] ?? 0
    order[next[at] ?? 0] = row
    next[at] = (next[at] ?? 0) + 1
  }
  const inOrder = (column: Column): Column => (column.kind === 'number' ? numbered(pick(column.values, order)) : column)
  return { ...readings, first, object: pick(object, order), columns: new Map(Array.from(columns, ([name, column]) => [name, inOrder(column)])) }
}

/** Chunks from their bytes, as chunk.ts describes them. */
import { floatsFor, type Floats } from './arena.ts'
import { READING, type ChunkRows } from './chunk.ts'
import { splitBlocks } from './columns.ts'
import { columnInto, columnOf, decodeBlock, numbersOf, openBlock, type LayoutOf, type OpenBlock } from './columns-read.ts'
import type { Column, Frame } from './frame.ts'
import type { Numbers, Slice } from './numbers.ts'
import { readNumbersInto } from './numbers-read.ts'

/** What a chunk's head says. */
export interface ChunkHead {
  /** Readings, without columns. */
  readonly readings: Frame
  readonly blocks: readonly BlockPlace[]
  /** How many there are. */
  readonly parts: number
}

export interface BlockPlace {
  /** First object of its cell. */
  readonly object: number
  readonly rows: number
  readonly layout: number
  readonly part: number
  /** Which of the part's blocks it is. */
  readonly at: number
}

/** Tables of blocks by their bytes, of each file: from one day to the next a chunk without objects has the same. */
const tablesOf = new WeakMap<LayoutOf, Map<string, readonly BlockPlace[]>>()
const MOST_TABLES = 256
const SHORT_TABLE = 512

export function decodeHead(head: Buffer, layoutOf: LayoutOf, base: number, memory?: Floats): ChunkHead {
  const [first, second] = splitBlocks(head)
  if (first === undefined || second === undefined) throw new Error('the head of a chunk is cut off')
  const readings = decodeBlock(first, layoutOf, base, NONE, memory)
  const blocks = second.length > SHORT_TABLE ? placesIn(decodeBlock(second, layoutOf, base)) : knownPlaces(second, layoutOf, base)
  return { readings, blocks, parts: (blocks.at(-1)?.part ?? -1) + 1 }
}

const NONE: ReadonlySet<string> = new Set()

function knownPlaces(table: Buffer, layoutOf: LayoutOf, base: number): readonly BlockPlace[] {
  const tables = tablesOf.get(layoutOf) ?? new Map<string, readonly BlockPlace[]>()
  const name = table.toString('latin1')
  const known = tables.get(name)
  if (known !== undefined) return known
  if (tables.size >= MOST_TABLES) tables.clear()
  const places = placesIn(decodeBlock(table, layoutOf, base))
  tablesOf.set(layoutOf, tables.set(name, places))
  return places
}

function placesIn(table: Frame): readonly BlockPlace[] {
  const column = (name: string): Numbers | undefined => {
    const found = table.columns.get(name)
    return found?.kind === 'number' ? found.values : undefined
  }
  const [objects, rows, layouts, parts] = [column('#object'), column('#rows'), column('#layout'), column('#part')]
  if (rows === undefined || objects === undefined || layouts === undefined) throw new Error('the head of a chunk lacks a column')
  const blocks: BlockPlace[] = []
  for (let i = 0, at = 0, before = -1; i < rows.length; i++) {
    const part = parts?.[i] ?? i
    at = part === before ? at + 1 : 0
    before = part
    blocks.push({ object: objects[i] ?? 0, rows: rows[i] ?? 0, layout: layouts[i] ?? 0, part, at })
  }
  return blocks
}

/** The blocks that the wanted columns (and objects) lie in. */
export function blocksWanted(
  { blocks }: ChunkHead,
  layoutOf: LayoutOf,
  wanted: ReadonlySet<string> | undefined,
  objects: ReadonlySet<number> | undefined,
): readonly BlockPlace[] {
  const keyed = blocks.filter(({ layout }) => layoutOf(layout).keyed)
  const cells = objects && keyed.length > 0 ? new Set(Array.from(objects, (id) => keyed.findLast(({ object }) => object <= id)?.object)) : undefined
  return blocks.filter(({ object, layout }) => {
    if (cells?.has(object) === false) return false
    const { keyed, columns } = layoutOf(layout)
    return keyed || wanted === undefined || columns.some(({ name }) => wanted.has(name))
  })
}

/** A block and the first object of its cell. */
export interface CellBlock {
  readonly object: number
  readonly block: Buffer
}

/** The rows from the first to the last that belong to one of the objects. */
function sliceOf(object: Float64Array, objects: ReadonlySet<number>): Slice {
  let from = 0
  while (from < object.length && !objects.has(object[from] ?? -1)) from++
  let to = object.length
  while (to > from && !objects.has(object[to - 1] ?? -1)) to--
  return { from, to }
}

/** Rows of some blocks, as blocksWanted has chosen them; of a cell no others than from the first to the last of the objects. */
export function decodeRows(
  blocks: readonly CellBlock[],
  layoutOf: LayoutOf,
  wanted: ReadonlySet<string> | undefined,
  objects: ReadonlySet<number> | undefined,
  memory = floatsFor,
): ChunkRows {
  const opened = blocks.map(({ object, block }) => ({ cell: object, open: openBlock(block, layoutOf) }))
  return opened.some(({ open }) => open.object !== undefined) ? rowsOfCells(opened, wanted, objects, memory) : rowsOfSets(opened, wanted, memory)
}

interface Opened {
  readonly cell: number
  readonly open: OpenBlock
}

const isWanted = (wanted: ReadonlySet<string> | undefined, name: string): boolean => wanted?.has(name) ?? true

function rowsOfSets(opened: readonly Opened[], wanted: ReadonlySet<string> | undefined, memory: Floats): ChunkRows {
  const rows = opened[0]?.open.rows ?? 0
  const columns = new Map<string, Column>()
  let count = 0
  for (const { open } of opened) for (const { name, scale } of open.layout.columns) if (scale !== null && isWanted(wanted, name)) count++
  // All numbers in one piece of memory, which takes less time than to get one for each.
  const all = memory(count * rows)
  let at = 0
  for (const { open } of opened)
    for (const [number, { name, scale }] of open.layout.columns.entries()) {
      if (!isWanted(wanted, name)) continue
      if (scale === null) columns.set(name, columnOf(open, number))
      else {
        columnInto(all, at, open, number, 0, rows)
        columns.set(name, { kind: 'number', values: all.subarray(at, (at += rows)) })
      }
    }
  return { rows, object: undefined, reading: new Uint8Array(0), columns }
}

interface Place {
  /** Of the cell's first row among all. */
  readonly to: number
  readonly top: number
  readonly count: number
}

function rowsOfCells(opened: readonly Opened[], wanted: ReadonlySet<string> | undefined, objects: ReadonlySet<number> | undefined, memory: Floats): ChunkRows {
  const places = new Map<number, Place>()
  const ids: Float64Array[] = []
  let rows = 0
  for (const { cell, open } of opened) {
    if (open.object === undefined) continue
    const all = memory(open.rows)
    readNumbersInto(all, 0, open.body, open.object, open.rows, 0, open.rows)
    const { from, to } = objects === undefined ? { from: 0, to: open.rows } : sliceOf(all, objects)
    ids.push(all.subarray(from, to))
    places.set(cell, { to: rows, top: from, count: to - from })
    rows += to - from
  }
  const joined = new Map<string, Float64Array>()
  for (const { cell, open } of opened) {
    const place = places.get(cell)
    if (place === undefined) continue
    for (const [name, number] of numbersOf(open.layout)) {
      if (name !== READING && !isWanted(wanted, name)) continue
      let values = joined.get(name)
      if (values === undefined) joined.set(name, (values = memory(rows).fill(NaN)))
      columnInto(values, place.to, open, number, place.top, place.count)
    }
  }
  const object = memory(rows)
  let next = 0
  for (const some of ids) {
    object.set(some, next)
    next += some.length
  }
  const reading = joined.get(READING) ?? new Float64Array(rows)
  joined.delete(READING)
  return { rows, object, reading, columns: new Map(Array.from(joined, ([name, values]): [string, Column] => [name, { kind: 'number', values }])) }
}

function pick(values: ArrayLike<number>, order: Uint32Array, memory: Floats): Float64Array {
  const out = memory(order.length)
  for (let at = 0; at < out.length; at++) out[at] = values[order[at] ?? 0] ?? NaN
  return out
}

/** The rows as a frame: in order of their readings. Those of other objects are left out when some are asked for. */
export function frameOfChunk({ readings }: ChunkHead, { rows, object, reading, columns }: ChunkRows, objects?: ReadonlySet<number>, memory = floatsFor): Frame {
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
  const inOrder = (column: Column): Column => (column.kind === 'number' ? { kind: 'number', values: pick(column.values, order, memory) } : column)
  return { ...readings, first, object: pick(object, order, memory), columns: new Map(Array.from(columns, ([name, column]) => [name, inOrder(column)])) }
}

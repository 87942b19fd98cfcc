/**
 * A complete hour (or day) of one instance and probe: a head and up to 59 parts, all of them blocks as columns.ts writes them.
 *
 *   head    two blocks: the readings with their rows counted, no columns;
 *           then a row per block of the parts, in their order: `#object` the first object in it (0 without objects), `#rows` its rows, `#layout` the
 *           number of its layout, `#part` the part it lies in (without this column every part is one block, as it was up to step 2 of the file)
 *   part    blocks one behind the other, of rows without readings. With objects the rows are ordered by (object, reading), are cut into cells of whole
 *           objects, and every cell is two blocks: one with object, `#reading` (the number of the row's reading) and the first columns, one with the other
 *           columns. Without objects they are ordered by reading, and every block has all rows of some of the columns.
 *
 * Ordered by object, because neighbouring rows are then alike and pack into half the bytes; in cells, so that one object is read without the others;
 * in sets of columns, because most questions are about the first few; many blocks in a part, because what is left of a part's last page is lost.
 */
import type { Probe } from '../catalog/define.ts'
import { encodeBlock, isWorthPacking, type Layout, type Packing } from './columns.ts'
import { rowsOf, type Column, type Frame } from './frame.ts'
import { layoutOf } from './layouts.ts'
import type { Numbers } from './numbers.ts'

export const READING = '#reading'
/** Rows of a cell: half of it costs 2 % more bytes, twice of it a quarter less and makes one object's rows twice as slow. */
const CELL = 2048
const MOST_CELLS = 1000
/** Columns that lie with the object; declared first is asked for most. */
const HEAD_COLUMNS = 3
/** Below this many columns a second set is not worth its block. */
const TWO_SETS = 6
/** Numbers in a block without objects. */
const SET = 8192
/** Bytes at which a part is full, and into how many the chunk is cut at most. */
const PART = 48 * 1024
const MOST_PARTS = 50
const PACKING: Packing = 3

/** Number of a layout; throws UnknownLayout where it has none. */
export type NumberOfLayout = (layout: Layout) => number

export interface Chunk {
  readonly head: Buffer
  /** The part n of the chunk has the chunk's id + n. */
  readonly parts: readonly Buffer[]
}

/** Rows of a chunk as they lie: with objects in order of (object, reading), else in order of their readings. */
export interface ChunkRows {
  readonly rows: number
  readonly object: Numbers | undefined
  /** Number of the reading, for rows with objects. */
  readonly reading: Numbers
  readonly columns: ReadonlyMap<string, Column>
}

const NO_READINGS = { begin: new Float64Array(0), end: new Float64Array(0), flags: new Uint8Array(0) }
const numbered = (values: Numbers): Column => ({ kind: 'number', values })

export function encodeChunk(frame: Frame, rows: ChunkRows, probe: Probe, numberOf: NumberOfLayout, base: number): Chunk {
  const encode = (of: Frame, packing: Packing): { readonly block: Buffer; readonly layout: number } => {
    const layout = layoutOf(probe, of)
    const number = numberOf(layout)
    return { block: encodeBlock(of, layout, number, base, packing), layout: number }
  }
  const cells = rows.object === undefined ? columnSets(frame, probe) : objectCells(rows, rows.object)
  const made = cells.map(({ cell, packing }) => ({ cell, ...encode(frameOf(cell), packing) }))
  const { parts, partOf } = inParts(made.map(({ block, cell }) => ({ block, set: cell.set })))
  const readings = encode({ ...frame, object: undefined, columns: new Map() }, PACKING)
  const column = (of: (one: (typeof made)[number], at: number) => number): Column => numbered(Float64Array.from(made, of))
  const table = encode(
    {
      ...NO_READINGS,
      first: Uint32Array.of(made.length),
      object: undefined,
      columns: new Map([
        ['#object', column(({ cell }) => cell.from)],
        ['#rows', column(({ cell }) => cell.rows)],
        ['#layout', column(({ layout }) => layout)],
        ['#part', column((_, at) => partOf[at] ?? 0)],
      ]),
    },
    PACKING,
  )
  return { head: Buffer.concat([readings.block, table.block]), parts }
}

interface Cell {
  readonly from: number
  readonly rows: number
  /** Blocks of the same set follow each other in the same parts. */
  readonly set: number
  readonly object: Numbers | undefined
  readonly columns: ReadonlyMap<string, Column>
}

interface ToPack {
  readonly cell: Cell
  readonly packing: Packing
}

const frameOf = ({ rows, object, columns }: Cell): Frame => ({ ...NO_READINGS, first: Uint32Array.of(rows), object, columns })

/** The blocks one behind the other, a new part when one is full or another set begins. */
function inParts(blocks: readonly { readonly block: Buffer; readonly set: number }[]): {
  readonly parts: readonly Buffer[]
  readonly partOf: readonly number[]
} {
  const full = Math.max(PART, blocks.reduce((sum, { block }) => sum + block.length, 0) / MOST_PARTS)
  const parts: { readonly blocks: Buffer[]; readonly set: number; size: number }[] = []
  const partOf = blocks.map(({ block, set }) => {
    const last = parts.at(-1)
    const part = last?.set === set && last.size < full ? last : { blocks: [], set, size: 0 }
    if (part !== last) parts.push(part)
    part.blocks.push(block)
    part.size += block.length
    return parts.length - 1
  })
  return { parts: parts.map((part) => Buffer.concat(part.blocks)), partOf }
}

/**
 * Numbers that are all noise lie unpacked, which costs few bytes and makes them several times faster to read, apart from those that pack well. There are
 * few sets of them, because the rows of a chunk without objects are few.
 */
function columnSets(frame: Frame, probe: Probe): readonly ToPack[] {
  const rows = rowsOf(frame)
  const cellOf = (columns: readonly [string, Column][], set: number): Cell => ({ from: 0, rows, set, object: undefined, columns: new Map(columns) })
  const isNoise = (column: [string, Column]): boolean => {
    const alone = frameOf(cellOf([column], 0))
    return column[1].kind === 'number' && !isWorthPacking(alone, layoutOf(probe, alone))
  }
  const all = Array.from(frame.columns, (column) => ({ column, noise: isNoise(column) }))
  const setsOf = (noise: boolean): readonly (readonly [string, Column][])[] => {
    const list = all.filter((one) => one.noise === noise).map(({ column }) => column)
    const each = Math.max(1, Math.round(SET / Math.max(1, rows)), noise ? Math.ceil(list.length / (MOST_PARTS / 2)) : 0)
    return Array.from({ length: Math.ceil(list.length / each) }, (_, i) => list.slice(i * each, (i + 1) * each))
  }
  return [
    ...setsOf(false).map((columns): ToPack => ({ cell: cellOf(columns, 0), packing: PACKING })),
    ...setsOf(true).map((columns, i): ToPack => ({ cell: cellOf(columns, 1 + i), packing: 0 })),
  ]
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

function objectCells({ rows, reading, columns }: ChunkRows, sorted: Numbers): readonly ToPack[] {
  const inOrder: [string, Column][] = [[READING, numbered(reading)], ...columns]
  const split = columns.size < TWO_SETS ? inOrder.length : HEAD_COLUMNS + 1
  const least = Math.max(CELL, Math.ceil(rows / MOST_CELLS))
  const ranges: (readonly [top: number, bottom: number])[] = []
  for (let top = 0, bottom; top < rows; top = bottom) {
    bottom = Math.min(rows, top + least)
    while (bottom < rows && sorted[bottom] === sorted[bottom - 1]) bottom++
    ranges.push([top, bottom])
  }
  const cut = (list: [string, Column][], range: readonly [number, number]): Map<string, Column> =>
    new Map(list.map(([name, column]) => [name, column.kind === 'number' ? numbered(column.values.subarray(...range)) : column]))
  const set = (number: number, list: [string, Column][]): ToPack[] =>
    ranges.map((range) => {
      const object = number === 0 ? sorted.subarray(...range) : undefined
      return { cell: { from: sorted[range[0]] ?? 0, rows: range[1] - range[0], set: number, object, columns: cut(list, range) }, packing: PACKING }
    })
  return [...set(0, inOrder.slice(0, split)), ...(split < inOrder.length ? set(1, inOrder.slice(split)) : [])]
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

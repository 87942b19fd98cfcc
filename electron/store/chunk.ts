/**
 * A complete hour (or day) of one instance and probe: a head and up to 59 parts, all of them blocks as columns.ts writes them.
 *
 *   head    two blocks: the readings with their rows counted, no columns;
 *           then a row per block of the parts, in their order: `#object` the first object in it (0 without objects), `#rows` its rows, `#layout` the
 *           number of its layout, `#part` the part it lies in (without this column every part is one block, as it was up to step 2 of the file);
 *           where every reading is one row a third, with the checksum of each block (`#sum`), so that a head is equal to another only where all of the chunk is.
 *           Chunks of before have none
 *   part    blocks one behind the other, of rows without readings. With objects the rows are ordered by (object, reading), are cut into cells of whole
 *           objects, and every cell is two blocks: one with object, `#reading` (the number of the row's reading) and the first columns, one with the other
 *           columns. Without objects they are ordered by reading, and every block has all rows of some of the columns: packed, or in bits (bits.ts).
 *
 * Ordered by object, because neighbouring rows are then alike and pack into half the bytes; in cells, so that one object is read without the others;
 * in sets of columns, because most questions are about the first few; many blocks in a part, because what is left of a part's last page is lost.
 */
import type { Probe } from '../catalog/define.ts'
import { createBodies, isWorthPacking, NO_READINGS, type Bodies, type Body, type Packing } from './body.ts'
import { encodeBlock, sumOf, type Layout } from './columns.ts'
import type { Column, Frame } from './frame.ts'
import type { Gathered } from './gather.ts'
import { layoutOf } from './layouts.ts'
import { planUnpacked, type Numbers } from './numbers.ts'

export const READING = '#reading'
/** Rows of a cell: half of it costs 2 % more bytes, twice of it a quarter less and makes one object's rows twice as slow. */
const CELL = 2048
const MOST_CELLS = 1000
/** Columns that lie with the object; declared first is asked for most. */
const HEAD_COLUMNS = 3
/** Below this many columns a second set is not worth its block. */
const TWO_SETS = 6
/** Numbers in a packed block without objects. */
const SET = 8192
/** Bytes at which a part is full, and into how many the chunk is cut at most. */
const PART = 48 * 1024
/** Bytes of a block that lies unpacked, and is a part by itself: smaller ones take SQLite as long to find as to read. */
const PLAIN_PART = 15 * 1024
const MOST_PARTS = 50
const PACKING: Packing = 1
/** Up to here the readings lie unpacked: a few KB, which every question reads. */
const MANY_READINGS = 2000
/** Number of the set that is not packed. */
const PLAIN = 2

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

const numbered = (values: Numbers): Column => ({ kind: 'number', values })

/** `read` is given every column of numbers once, in the order of the rows, while it is there. */
export function encodeChunk(
  of: Gathered,
  probe: Probe,
  numberOf: NumberOfLayout,
  base: number,
  read: (name: string, numbers: Float64Array, scale: number) => void,
  bodies = createBodies(),
): Chunk {
  bodies.free()
  const cells = of.object === undefined ? columnSets(of, read, bodies) : objectCells(of, of.object, read, bodies)
  const made = cells.map(({ body, keyed, columns, packing, ...cell }) => {
    const layout = numberOf({ keyed, columns })
    return { ...cell, layout, block: body.seal(layout, packing) }
  })
  const { parts, partOf } = inParts(made)
  const encode = (frame: Frame, packing: Packing): Buffer => {
    const layout = layoutOf(probe, frame)
    return encodeBlock(frame, layout, numberOf(layout), base, packing, bodies.next())
  }
  const readings = encode({ ...of, object: undefined, columns: new Map() }, of.end.length > MANY_READINGS ? PACKING : 0)
  const column = (each: (one: (typeof made)[number], at: number) => number): Column => numbered(Float64Array.from(made, each))
  const table = encode(
    tableOf(
      [
        ['#object', column(({ from }) => from)],
        ['#rows', column(({ rows }) => rows)],
        ['#layout', column(({ layout }) => layout)],
        ['#part', column((_, at) => partOf[at] ?? 0)],
      ],
      made.length,
    ),
    PACKING,
  )
  const isSeries = of.object === undefined && of.rows === of.end.length
  const sums = isSeries ? [encode(tableOf([['#sum', column(({ block }) => sumOf(block))]], made.length), 0)] : []
  return { head: Buffer.concat([readings, table, ...sums]), parts }
}

const tableOf = (columns: readonly (readonly [string, Column])[], rows: number): Frame => ({
  ...NO_READINGS,
  first: Uint32Array.of(rows),
  object: undefined,
  columns: new Map(columns),
})

interface Cell {
  /** First object in it; 0 without objects. */
  readonly from: number
  readonly rows: number
  /** Blocks of the same set follow each other in the same parts. */
  readonly set: number
  readonly keyed: boolean
  readonly columns: Layout['columns']
  readonly body: Body
  readonly packing: Packing
}

/** The blocks one behind the other, a new part when one is full or another set begins. */
function inParts(blocks: readonly { readonly block: Buffer; readonly set: number }[]): {
  readonly parts: readonly Buffer[]
  readonly partOf: readonly number[]
} {
  const share = blocks.reduce((sum, { block }) => sum + block.length, 0) / MOST_PARTS
  const fullOf = (set: number): number => Math.max(set === PLAIN ? PLAIN_PART : PART, share)
  const parts: { readonly blocks: Buffer[]; readonly set: number; size: number }[] = []
  const partOf = blocks.map(({ block, set }) => {
    const last = parts.at(-1)
    const part = last?.set === set && last.size < fullOf(set) ? last : { blocks: [], set, size: 0 }
    if (part !== last) parts.push(part)
    part.blocks.push(block)
    part.size += block.length
    return parts.length - 1
  })
  return { parts: parts.map((part) => Buffer.concat(part.blocks)), partOf }
}

type Read = (name: string, numbers: Float64Array, scale: number) => void

/**
 * Numbers that are all noise lie unpacked, in bits, which costs few bytes and makes them several times faster to read, apart from those that pack well.
 */
function columnSets({ rows, columns, read }: Gathered, tell: Read, bodies: Bodies): readonly Cell[] {
  const alone = bodies.next()
  const all = columns.map(({ name, scale }) => {
    const { numbers, values } = read(name)
    alone.begin(NO_READINGS, rows, 0)
    if (scale === null) alone.labels(values, numbers, rows)
    else {
      tell(name, numbers, scale)
      alone.numbers(numbers, rows)
      const plan = planUnpacked(numbers, rows)
      if (!isWorthPacking(alone, plan.size)) {
        alone.begin(NO_READINGS, rows, 0)
        alone.planned(numbers, rows, plan)
        return { name, scale, bytes: Buffer.from(alone.taken()), noise: true }
      }
    }
    return { name, scale, bytes: Buffer.from(alone.taken()), noise: false }
  })
  const each = Math.max(1, Math.round(SET / Math.max(1, rows)))
  const setsOf = (noise: boolean): Cell[] =>
    runsIn(
      all.filter((one) => one.noise === noise),
      (run) => (noise ? sizeOf(run) >= PLAIN_PART : run.length >= each),
    ).map((own): Cell => {
      const body = bodies.next()
      body.begin(NO_READINGS, rows, 0)
      for (const { bytes } of own) body.put(bytes)
      const layout = own.map(({ name, scale }) => ({ name, scale }))
      return { from: 0, rows, set: noise ? PLAIN : 0, keyed: false, columns: layout, body, packing: noise ? 0 : PACKING }
    })
  return [...setsOf(false), ...setsOf(true)]
}

const sizeOf = (columns: readonly { readonly bytes: Buffer }[]): number => columns.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** Cuts a list behind every run that is full. */
function runsIn<T>(list: readonly T[], isFull: (run: readonly T[]) => boolean): readonly (readonly T[])[] {
  const runs: T[][] = []
  let run: T[] = []
  for (const one of list) {
    if (run.length === 0) runs.push(run)
    run.push(one)
    if (isFull(run)) run = []
  }
  return runs
}

function objectCells({ rows, reading, columns, read }: Gathered, object: Float64Array, tell: Read, bodies: Bodies): readonly Cell[] {
  const split = columns.length + 1 < TWO_SETS ? columns.length : HEAD_COLUMNS
  const least = Math.max(CELL, Math.ceil(rows / MOST_CELLS))
  const ranges: (readonly [top: number, bottom: number])[] = []
  for (let top = 0, bottom; top < rows; top = bottom) {
    bottom = Math.min(rows, top + least)
    while (bottom < rows && object[bottom] === object[bottom - 1]) bottom++
    ranges.push([top, bottom])
  }
  const setOf = (set: number, own: Layout['columns']): Cell[] =>
    ranges.map(([top, bottom]) => {
      const body = bodies.next()
      body.begin(NO_READINGS, bottom - top, 0)
      if (set === 0) for (const values of [object, reading]) body.numbers(values.subarray(top, bottom), bottom - top)
      return { from: object[top] ?? 0, rows: bottom - top, set, keyed: set === 0, columns: own, body, packing: PACKING }
    })
  const sets = [setOf(0, [{ name: READING, scale: 0 }, ...columns.slice(0, split)]), ...(split < columns.length ? [setOf(1, columns.slice(split))] : [])]
  for (const [number, { name, scale }] of columns.entries()) {
    const { numbers, values } = read(name)
    if (scale !== null) tell(name, numbers, scale)
    for (const [i, { body }] of (sets[number < split ? 0 : 1] ?? []).entries()) {
      const [top, bottom] = ranges[i] ?? [0, 0]
      if (scale === null) body.labels(values, numbers.subarray(top, bottom), bottom - top)
      else body.numbers(numbers.subarray(top, bottom), bottom - top)
    }
  }
  return sets.flat()
}

import type { Floats } from './arena.ts'
import type { ChunkRows } from './chunk.ts'
import { blocksWanted, decodeHead, decodeRows, frameOfChunk, type CellBlock, type ChunkHead } from './chunk-read.ts'
import { splitBlocks } from './columns.ts'
import { decodeBlock } from './columns-read.ts'
import type { ReadDb } from './db.ts'
import { baseOf } from './frame-id.ts'
import { joinFrames, type Column, type Frame } from './frame.ts'
import type { KeptChunk, KeptSeries } from './kept-series.ts'
import type { Layouts } from './layouts.ts'
import type { Numbers } from './numbers.ts'

export interface BlockRow {
  readonly id: number
  readonly block: Buffer
}

export interface ChunkRow {
  readonly id: number
  readonly minutes: number
  readonly head: Buffer
}

/** What is stored of a range of minutes, as bytes: fetched in one transaction, so that it is of one instant, and decoded later. */
export interface Spans {
  readonly frames: (from: number, to: number) => readonly BlockRow[]
  readonly chunks: (from: number, to: number) => readonly ChunkRow[]
  /** Which chunks there are; their heads are many bytes. */
  readonly chunkSpans: (from: number, to: number) => readonly Omit<ChunkRow, 'head'>[]
  /** Throws when it is missing. */
  readonly head: (chunk: number) => Buffer
  /** Throws when it is missing. */
  readonly part: (chunk: number, number: number) => Buffer
  readonly hours: (from: number, to: number) => readonly BlockRow[]
  /** Which rollups there are; their bytes are many. */
  readonly ids: (of: 'hour' | 'day', from: number, to: number) => readonly number[]
  readonly rollup: (of: 'hour' | 'day', id: number) => Buffer
}

export function createSpans(db: ReadDb): Spans {
  const blocks = (table: 'frame' | 'rollup_hour') =>
    db.prepare<[number, number], BlockRow>(`select id, block from ${table} where id >= ? and id < ? order by id`)
  const frames = blocks('frame')
  const hours = blocks('rollup_hour')
  const ids = (table: string) => db.prepare<[number, number], number>(`select id from ${table} where id >= ? and id < ? order by id`).pluck()
  const rollup = (table: string) => db.prepare<[number], Buffer>(`select block from ${table} where id = ?`).pluck()
  const idsOf = { hour: ids('rollup_hour'), day: ids('rollup_day') }
  const rollupOf = { hour: rollup('rollup_hour'), day: rollup('rollup_day') }
  const chunks = db.prepare<[number, number], ChunkRow>('select id, minutes, head from chunk where id >= ? and id < ? order by id')
  const chunkSpans = db.prepare<[number, number], Omit<ChunkRow, 'head'>>('select id, minutes from chunk where id >= ? and id < ? order by id')
  const head = db.prepare<[number], Buffer>('select head from chunk where id = ?').pluck()
  const part = db.prepare<[number], Buffer>('select block from part where id = ?').pluck()
  return {
    frames: (from, to) => frames.all(from, to),
    chunks: (from, to) => chunks.all(from, to),
    chunkSpans: (from, to) => chunkSpans.all(from, to),
    head: (chunk) => {
      const bytes = head.get(chunk)
      if (bytes === undefined) throw new Error('the chunk is missing')
      return bytes
    },
    part: (chunk, number) => {
      const blocks = part.get(chunk + number)
      if (blocks === undefined) throw new Error(`part ${String(number)} of the chunk is missing`)
      return blocks
    },
    hours: (from, to) => hours.all(from, to),
    ids: (of, from, to) => idsOf[of].all(from, to),
    rollup: (of, id) => {
      const block = rollupOf[of].get(id)
      if (block === undefined) throw new Error('the rollup is missing')
      return block
    },
  }
}

/** A minute's readings. Throws when a block of it is damaged. */
export function readFrame({ id, block }: BlockRow, layouts: Layouts, wanted?: ReadonlySet<string>): Frame {
  return joinFrames(splitBlocks(block).map((one) => decodeBlock(one, layouts.get, baseOf(id), wanted)))
}

export interface Wanted {
  /** All columns when left out. */
  readonly columns: ReadonlySet<string> | undefined
  readonly objects?: ReadonlySet<number> | undefined
  /** Where numbers are put; in memory of their own when left out. */
  readonly memory?: Floats | undefined
  /** What was read lately. */
  readonly kept?: KeptSeries | undefined
}

/** The bytes of a chunk that a question needs. */
export interface FetchedChunk {
  readonly id: number
  readonly head: ChunkHead
  readonly blocks: readonly CellBlock[]
  /** The head as it is stored, and what is known of the chunk besides what the blocks say. */
  readonly bytes: Buffer
  readonly known?: KeptChunk
}

export function fetchChunk({ id, head }: Omit<ChunkRow, 'minutes'>, spans: Pick<Spans, 'part'>, layouts: Layouts, wanted: Wanted): FetchedChunk {
  const known = wanted.columns === undefined ? undefined : wanted.kept?.find(id, head)
  if (known === undefined)
    return { id, bytes: head, ...fetchBlocks(id, decodeHead(head, layouts.get, baseOf(id), memoryOf(head, wanted)), spans, layouts, wanted) }
  const missing = new Set(Array.from(wanted.columns ?? []).filter((name) => !known.columns.has(name)))
  if (missing.size === 0) return { id, bytes: head, head: known.head, blocks: [], known }
  return { id, bytes: head, known, ...fetchBlocks(id, known.head, spans, layouts, { columns: missing }) }
}

/** What is to be kept needs memory of its own. */
const memoryOf = (head: Buffer, { memory, kept }: Wanted): Floats | undefined => (kept?.canKeep(head) === true ? undefined : memory)

function fetchBlocks(
  id: number,
  decoded: ChunkHead,
  spans: Pick<Spans, 'part'>,
  layouts: Layouts,
  { columns, objects }: Wanted,
): Pick<FetchedChunk, 'head' | 'blocks'> {
  const parts = new Map<number, readonly Buffer[]>()
  const blocks = blocksWanted(decoded, layouts.get, columns, objects).map(({ object, part, at }): CellBlock => {
    const present = parts.get(part) ?? splitBlocks(spans.part(id, part))
    parts.set(part, present)
    const block = present[at]
    if (block === undefined) throw new Error(`part ${String(part)} of the chunk lacks a block`)
    return { object, block }
  })
  return { head: decoded, blocks }
}

export function rowsOfChunk({ id, bytes, head, blocks, known }: FetchedChunk, layouts: Layouts, wanted: Wanted): ChunkRows {
  const { columns, objects, kept } = wanted
  // None of the objects may have been there yet: their rows are none, which is not what a chunk without objects has.
  const none = head.blocks.some(({ layout }) => layouts.get(layout).keyed) ? NO_OBJECTS : known && NO_ROWS
  const rows = blocks.length === 0 && none !== undefined ? none : decodeRows(blocks, layouts.get, columns, objects, memoryOf(bytes, wanted))
  if (columns === undefined || kept?.canKeep(bytes) !== true) return rows
  // Not what is kept by now: others may have taken its room since it was found.
  const all = known === undefined ? rows.columns : new Map([...known.columns, ...rows.columns])
  if (rows.columns.size > 0) kept.add(id, { bytes, head, columns: all })
  return { ...rows, rows: head.readings.first.at(-1) ?? 0, columns: all }
}

const NO_ROWS: ChunkRows = { rows: 0, object: undefined, reading: new Uint8Array(0), columns: new Map() }
const NO_OBJECTS: ChunkRows = { ...NO_ROWS, object: new Float64Array(0) }

export const readChunk = (chunk: FetchedChunk, layouts: Layouts, wanted: Wanted): Frame =>
  frameOfChunk(chunk.head, rowsOfChunk(chunk, layouts, wanted), wanted.objects, wanted.memory)

/** A keyed probe's frame with the rows of some objects; all of them when the choice is left out. */
export function ofObjects(frame: Frame, objects: ReadonlySet<number> | undefined): Frame {
  const { object } = frame
  if (object === undefined) return { ...frame, object: new Float64Array(0) }
  if (objects === undefined || object.every((id) => objects.has(id))) return frame
  const kept: number[] = []
  const first = new Uint32Array(frame.first.length)
  for (let at = 0; at < frame.end.length; at++) {
    for (let row = frame.first[at] ?? 0; row < (frame.first[at + 1] ?? 0); row++) if (objects.has(object[row] ?? -1)) kept.push(row)
    first[at + 1] = kept.length
  }
  const pick = (values: Numbers): Numbers => Float64Array.from(kept, (row) => values[row] ?? NaN)
  const columns = Array.from(frame.columns, ([name, column]): [string, Column] => [
    name,
    column.kind === 'number' ? { kind: 'number', values: pick(column.values) } : { ...column, codes: pick(column.codes) },
  ])
  return { ...frame, first, object: pick(object), columns: new Map(columns) }
}

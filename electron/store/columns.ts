/**
 * The column codec: rows of columns ⇄ one block of bytes. Little-endian throughout; columns-read.ts reads them.
 *
 *   block   u8   version, 2
 *           u8   packing: 0 the body lies plain, 1 it is one zstd frame
 *           u32  CRC-32 of everything behind it
 *           u32  length of the body as it lies here; another block may follow behind it
 *           u32  length of the body when unpacked
 *           u32  number of the layout (table `layout`): which columns follow, in which order
 *           …    body
 *   body    u32  readings
 *           u32  rows
 *           …    of each reading: end - base, end - begin, rows, flags; four columns of numbers with one entry a reading (times in ms)
 *           …    object ids, a column of numbers, when the layout is keyed
 *           …    the layout's columns: numbers are value * scale, rounded (scale 0: as they are);
 *                labels are u32 length, the dictionary as a JSON array of strings and nulls, and a column of numbers that point into it
 *
 * A column of numbers is as described in numbers.ts. `base` is the begin of the span the block is filed under, and not in the block.
 * A block that does not answer to this description throws; what was meant for another version is left to that version.
 */
import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { rowsOf, type Column, type Frame } from './frame.ts'
import { planNumbers, writeNumbers, type Numbers } from './numbers.ts'

const VERSION = 2
export const HEAD = 18
export const BODY_HEAD = 8
/** Below this a block is not worth unpacking: that costs as much as reading a few thousand numbers. */
const PLAIN = 512

export interface Layout {
  readonly keyed: boolean
  readonly columns: readonly { readonly name: string; /** null: a label */ readonly scale: number | null }[]
}

/** How hard zstd tries; 0 leaves the body as it is. Levels above 3 take long for a few percent. */
export type Packing = 0 | 1 | 3

/** A block that does not become smaller than this share of itself is faster to read than small. */
const WORTH = 0.7

interface Part {
  readonly size: number
  readonly write: (to: Buffer, at: number) => number
}

/** The bytes of a frame whose columns are the layout's. */
export function encodeBlock(frame: Frame, layout: Layout, layoutNumber: number, base: number, packing: Packing): Buffer {
  const readings = frame.end.length
  const rows = rowsOf(frame)
  const parts = [
    numbers(
      frame.end.map((end) => end - base),
      readings,
    ),
    numbers(
      frame.end.map((end, i) => end - (frame.begin[i] ?? 0)),
      readings,
    ),
    numbers(
      frame.first.subarray(1).map((next, i) => next - (frame.first[i] ?? 0)),
      readings,
    ),
    numbers(frame.flags, readings),
    ...(layout.keyed ? [numbers(frame.object ?? [], rows)] : []),
    ...layout.columns.flatMap(({ name, scale }) => columnParts(frame.columns.get(name), scale, rows)),
  ]
  const body = Buffer.allocUnsafe(parts.reduce((size, part) => size + part.size, BODY_HEAD))
  body.writeUInt32LE(readings, 0)
  body.writeUInt32LE(rows, 4)
  parts.reduce((at, part) => part.write(body, at), BODY_HEAD)
  return pack(body, layoutNumber, packing)
}

/** Whether zstd makes less of the frame. */
export function isWorthPacking(frame: Frame, layout: Layout): boolean {
  const block = encodeBlock(frame, layout, 0, 0, 1)
  return block.length - HEAD < WORTH * block.readUInt32LE(10)
}

function numbers(values: ArrayLike<number>, rows: number): Part {
  const plan = planNumbers(values, rows)
  return { size: plan.size, write: (to, at) => writeNumbers(to, at, values, rows, plan) }
}

function columnParts(column: Column | undefined, scale: number | null, rows: number): readonly Part[] {
  if (column === undefined) throw new Error('the layout names a column that the frame lacks')
  if (column.kind === 'number') return [numbers(scaled(column.values, scale ?? 0, rows), rows)]
  const dictionary = Buffer.from(JSON.stringify(column.values))
  return [
    {
      size: 4 + dictionary.length,
      write: (to, at) => {
        dictionary.copy(to, to.writeUInt32LE(dictionary.length, at))
        return at + 4 + dictionary.length
      },
    },
    numbers(column.codes, rows),
  ]
}

function scaled(values: Numbers, scale: number, rows: number): Numbers {
  if (scale === 0) return values
  const out = new Float64Array(rows)
  for (let row = 0; row < rows; row++) out[row] = Math.round((values[row] ?? NaN) * scale)
  return out
}

function pack(body: Buffer, layoutNumber: number, packing: Packing): Buffer {
  const packed =
    packing === 0 || body.length < PLAIN
      ? body
      : zstdCompressSync(body, { chunkSize: Math.max(64, body.length + 512), params: { [constants.ZSTD_c_compressionLevel]: packing } })
  const small = packed.length < body.length
  const lies = small ? packed : body
  const block = Buffer.allocUnsafe(HEAD + lies.length)
  lies.copy(block, HEAD)
  block.writeUInt8(VERSION, 0)
  block.writeUInt8(small ? 1 : 0, 1)
  block.writeUInt32LE(lies.length, 6)
  block.writeUInt32LE(body.length, 10)
  block.writeUInt32LE(layoutNumber, 14)
  block.writeUInt32LE(crc32(block.subarray(6)), 2)
  return block
}

/** The blocks that lie one behind the other, unread. Throws when that is not what lies there. */
export function splitBlocks(blocks: Buffer): readonly Buffer[] {
  const out: Buffer[] = []
  for (let at = 0; at < blocks.length;) {
    if (blocks.length < at + HEAD) throw new Error('the block is too short')
    const end = at + HEAD + blocks.readUInt32LE(at + 6)
    if (end > blocks.length) throw new Error('the block is too short')
    out.push(blocks.subarray(at, end))
    at = end
  }
  return out
}

/** Throws when the bytes are not one whole block. */
export function checkBlock(block: Buffer): void {
  if (block.length < HEAD) throw new Error('the block is too short')
  if (block.readUInt8(0) !== VERSION) throw new Error(`the block is of version ${String(block.readUInt8(0))}`)
  if (block.readUInt32LE(2) !== crc32(block.subarray(6))) throw new Error('the checksum of the block is wrong')
}

export const layoutNumberOf = (block: Buffer): number => block.readUInt32LE(14)

/**
 * The column codec: rows of columns ⇄ one block of bytes. Little-endian throughout; body.ts writes them, columns-read.ts reads them.
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
import { crc32 } from 'node:zlib'
import { createBody, floats, HEAD, scaled, VERSION, type Packing } from './body.ts'
import { rowsOf, type Frame } from './frame.ts'

export interface Layout {
  readonly keyed: boolean
  readonly columns: readonly { readonly name: string; /** null: a label */ readonly scale: number | null }[]
}

/** The bytes of a frame whose columns are the layout's; unpacked they lie in the body. */
export function encodeBlock(frame: Frame, layout: Layout, layoutNumber: number, base: number, packing: Packing, body = createBody()): Buffer {
  const rows = rowsOf(frame)
  body.begin(frame, rows, base)
  if (layout.keyed) body.numbers(floats(frame.object ?? []), rows)
  for (const { name, scale } of layout.columns) {
    const column = frame.columns.get(name)
    if (column === undefined) throw new Error('the layout names a column that the frame lacks')
    if (column.kind === 'number') body.numbers(scaled(column.values, scale ?? 0), rows)
    else body.labels(column.values, floats(column.codes), rows)
  }
  return body.seal(layoutNumber, packing)
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

/** The checksum that the block carries. */
export const sumOf = (block: Buffer): number => block.readUInt32LE(2)

export const layoutNumberOf = (block: Buffer): number => block.readUInt32LE(14)

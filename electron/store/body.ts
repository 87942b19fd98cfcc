/** Writes a block, of which columns.ts describes the form, column after column into one buffer that grows. */
import { constants, crc32, zstdCompressSync } from 'node:zlib'
import type { Frame } from './frame.ts'
import { planNumbers, planUnpacked, writeNumbers, type Numbers, type Plan } from './numbers.ts'

export const VERSION = 2
export const HEAD = 18
export const BODY_HEAD = 8
/** Numbers of which zstd does not leave less than this share are faster to read than small. */
const WORTH = 0.5
/** Below this a block is not worth unpacking: that costs as much as reading a few thousand numbers. */
const PLAIN = 512

/** How hard zstd tries; 0 leaves the body as it is. Byte planes pack as well at 1 as at 3; levels above take long for a few percent. */
export type Packing = 0 | 1 | 3

export interface Body {
  /** Begins another block, with the readings of a frame (none for a part of a chunk), whose rows follow. */
  readonly begin: (frame: Readings, rows: number, base: number) => void
  /** `deltas` as planNumbers has it. */
  readonly numbers: (values: Float64Array, rows: number, deltas?: boolean) => void
  /** Numbers in a way chosen before: planUnpacked for a block that is not to be packed. */
  readonly planned: (values: Float64Array, rows: number, plan: Plan) => void
  /** What was written since it began: columns that can be written into another. */
  readonly taken: () => Buffer
  readonly put: (columns: Buffer) => void
  readonly labels: (values: readonly (string | null)[], codes: Float64Array, rows: number) => void
  /** The block, which without packing lies in the buffer itself and is overwritten by the next. */
  readonly seal: (layout: number, packing: Packing) => Buffer
}

export type Readings = Pick<Frame, 'begin' | 'end' | 'flags' | 'first'>

export const NO_READINGS = { begin: new Float64Array(0), end: new Float64Array(0), flags: new Uint8Array(0), first: new Uint32Array(1) }

/** Columns are written from one kind of array: a loop that meets several is several times slower. */
export const floats = (values: ArrayLike<number>): Float64Array => (values instanceof Float64Array ? values : new Float64Array(values))

const nothing = (): void => undefined

/** `pause` is called before every piece of work, so that a thread can step aside. */
export function createBody(pause = nothing): Body {
  let bytes = Buffer.allocUnsafeSlow(16_384)
  let at = HEAD
  let columns = HEAD
  let perReadings = new Float64Array(64)
  const room = (more: number): void => {
    if (at + more <= bytes.length) return
    const wider = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, at + more))
    bytes.copy(wider, 0, 0, at)
    bytes = wider
  }
  const planned = (values: Float64Array, rows: number, plan: Plan): void => {
    room(plan.size)
    at = writeNumbers(bytes, at, values, rows, plan)
  }
  const numbers = (values: Float64Array, rows: number, deltas?: boolean): void => {
    pause()
    planned(values, rows, planNumbers(values, rows, deltas))
  }
  const perReading = (readings: number, of: (reading: number) => number): void => {
    if (perReadings.length < readings) perReadings = new Float64Array(readings * 2)
    for (let i = 0; i < readings; i++) perReadings[i] = of(i)
    // They come at equal distances, which is a line.
    planned(perReadings, readings, planUnpacked(perReadings, readings))
  }
  return {
    begin({ begin, end, first, flags }, rows, base) {
      at = HEAD
      const readings = end.length
      bytes.writeUInt32LE(readings, at)
      bytes.writeUInt32LE(rows, at + 4)
      at += BODY_HEAD
      perReading(readings, (i) => (end[i] ?? 0) - base)
      perReading(readings, (i) => (end[i] ?? 0) - (begin[i] ?? 0))
      perReading(readings, (i) => (first[i + 1] ?? 0) - (first[i] ?? 0))
      perReading(readings, (i) => flags[i] ?? 0)
      columns = at
    },
    numbers,
    planned,
    taken: () => bytes.subarray(columns, at),
    put(written) {
      room(written.length)
      written.copy(bytes, at)
      at += written.length
    },
    labels(values, codes, rows) {
      const dictionary = Buffer.from(JSON.stringify(values))
      room(4 + dictionary.length)
      bytes.writeUInt32LE(dictionary.length, at)
      dictionary.copy(bytes, at + 4)
      at += 4 + dictionary.length
      numbers(codes, rows)
    },
    seal(layout, packing) {
      pause()
      const body = bytes.subarray(HEAD, at)
      const packed = packing === 0 || body.length < PLAIN ? body : pack(body, packing)
      const small = packed.length < body.length
      const block = small ? Buffer.allocUnsafeSlow(HEAD + packed.length) : bytes.subarray(0, at)
      if (small) packed.copy(block, HEAD)
      block.writeUInt8(VERSION, 0)
      block.writeUInt8(small ? 1 : 0, 1)
      block.writeUInt32LE(block.length - HEAD, 6)
      block.writeUInt32LE(body.length, 10)
      block.writeUInt32LE(layout, 14)
      block.writeUInt32LE(crc32(block.subarray(6)), 2)
      return block
    },
  }
}

/** Bodies whose buffers, which have grown, are used again by the next chunk: new ones would call the garbage collector. */
export interface Bodies {
  /** All of them are free again. */
  readonly free: () => void
  readonly next: () => Body
}

export function createBodies(pause?: () => void): Bodies {
  const all: Body[] = []
  let used = 0
  return {
    free: () => (used = 0),
    next() {
      const body = all[used] ?? createBody(pause)
      all[used++] = body
      return body
    },
  }
}

/** Whether zstd makes much less of it than so many bytes, and of enough. */
export const isWorthPacking = (body: Body, bytes: number): boolean => bytes >= PLAIN && body.seal(0, 1).length - HEAD < WORTH * bytes

/** The first piece of memory for the result is half of what goes in, which is nearly always enough: it is what calls the garbage collector. */
function pack(body: Buffer, level: number): Buffer {
  return zstdCompressSync(body, { chunkSize: Math.max(64, (body.length >> 1) + 512), params: { [constants.ZSTD_c_compressionLevel]: level } })
}

let scales = new Float64Array(1024)

/** Numbers as they are stored: whole, of value * scale; with scale 0 as they are. They are overwritten by the next column's. */
export function scaled(values: Numbers, scale: number): Float64Array {
  const plain = floats(values)
  if (scale === 0) return plain
  const { length } = plain
  if (scales.length < length) scales = new Float64Array(length * 2)
  const out = scales
  for (let row = 0; row < length; row++) out[row] = Math.round((plain[row] ?? NaN) * scale)
  return out
}

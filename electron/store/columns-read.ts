/** Blocks from their bytes, as columns.ts describes them. A block that does not answer to the description throws. */
import { zstdDecompressSync } from 'node:zlib'
import { floatsFor, type Floats } from './arena.ts'
import { BODY_HEAD, HEAD, type Readings } from './body.ts'
import { checkBlock, layoutNumberOf, type Layout } from './columns.ts'
import type { Column, Frame } from './frame.ts'
import { endOfNumbers, lineOf, readNumbers, readNumbersInto } from './numbers-read.ts'

export type LayoutOf = (number: number) => Layout

/** An unpacked block whose columns are not decoded yet. */
export interface OpenBlock {
  readonly layout: Layout
  readonly readings: number
  readonly rows: number
  readonly body: Uint8Array
  /** Offsets of the reading's four columns: end, duration, rows, flags. */
  readonly times: readonly number[]
  /** Of the object ids. */
  readonly object: number | undefined
  /** Of the layout's columns. */
  readonly columns: readonly number[]
}

function unpack(block: Buffer): Uint8Array {
  const lies = block.subarray(HEAD)
  const length = block.readUInt32LE(10)
  const body = block.readUInt8(1) === 0 ? lies : zstdDecompressSync(lies, { chunkSize: Math.max(64, length), maxOutputLength: Math.max(64, length) })
  // No Buffer: loops that meet both kinds of array are slower.
  return new Uint8Array(body.buffer, body.byteOffset, body.length)
}

const uint32 = (from: Uint8Array, at: number): number =>
  ((from[at] ?? 0) | ((from[at + 1] ?? 0) << 8) | ((from[at + 2] ?? 0) << 16) | ((from[at + 3] ?? 0) << 24)) >>> 0

export function openBlock(block: Buffer, layoutOf: LayoutOf): OpenBlock {
  checkBlock(block)
  const body = unpack(block)
  const layout = layoutOf(layoutNumberOf(block))
  const readings = uint32(body, 0)
  const rows = uint32(body, 4)
  // Without functions: an hour has hundreds of blocks, and what is made anew for each is compiled anew as well.
  let at = BODY_HEAD
  const times: number[] = []
  for (let i = 0; i < 4; i++) {
    times.push(at)
    at = endOfNumbers(body, at, readings)
  }
  const object = layout.keyed ? at : undefined
  if (layout.keyed) at = endOfNumbers(body, at, rows)
  const columns: number[] = []
  for (const { scale } of layout.columns) {
    columns.push(at)
    at = endOfNumbers(body, scale === null ? at + 4 + uint32(body, at) : at, rows)
  }
  return { layout, readings, rows, body, times, object, columns }
}

// Written by encodeBlock and covered by the checksum.
const dictionaryOf = (json: Uint8Array): readonly (string | null)[] =>
  JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString()) as readonly (string | null)[]

/** A column of labels: where its codes are, and what they stand for. */
export function labelsAt({ body, columns }: OpenBlock, number: number): { readonly codes: number; readonly values: readonly (string | null)[] } {
  const at = columns[number] ?? 0
  const codes = at + 4 + uint32(body, at)
  return { codes, values: dictionaryOf(body.subarray(at + 4, codes)) }
}

/** The layout's column of that number. */
export function columnOf(open: OpenBlock, number: number): Column {
  const { layout, rows, body, columns } = open
  const at = columns[number] ?? 0
  const scale = layout.columns[number]?.scale ?? null
  if (scale === null) {
    const { codes, values } = labelsAt(open, number)
    return { kind: 'label', codes: readNumbers(body, codes, rows), values }
  }
  const values = readNumbers(body, at, rows)
  return { kind: 'number', values: scale === 0 || scale === 1 ? values : values.length === 0 ? values : divided(new Float64Array(values), scale, 0, rows) }
}

/** `count` rows from `top` of a column of numbers, into the middle of an array. */
export function columnInto(out: Float64Array, to: number, { layout, rows, body, columns }: OpenBlock, number: number, top: number, count: number): void {
  readNumbersInto(out, to, body, columns[number] ?? 0, rows, top, count)
  const scale = layout.columns[number]?.scale ?? 1
  if (scale !== 0 && scale !== 1) divided(out, scale, to, to + count)
}

function divided(values: Float64Array, scale: number, from: number, to: number): Float64Array {
  for (let row = from; row < to; row++) values[row] = (values[row] ?? NaN) / scale
  return values
}

/** Which column of the layout has a name, undefined when it has none. */
export function numbersOf(layout: Layout): ReadonlyMap<string, number> {
  const known = byName.get(layout)
  if (known !== undefined) return known
  const made = new Map(layout.columns.map(({ name }, number) => [name, number]))
  byName.set(layout, made)
  return made
}
const byName = new WeakMap<Layout, ReadonlyMap<string, number>>()

/** Rows of readings, which are needed only until they are added up: memory outside of the heap is what calls the garbage collector. */
let counts = new Float64Array(1024)
/** Where rows begin when every reading has one, which is nearly always so where there are no objects: counted once. */
let ones = new Uint32Array(0)

function firstOf(body: Uint8Array, at: number, readings: number): Uint32Array {
  const line = lineOf(body, at)
  if (line?.first === 1 && line.step === 0) {
    if (ones.length <= readings) ones = Uint32Array.from({ length: readings * 2 }, (_, i) => i)
    return ones.subarray(0, readings + 1)
  }
  if (counts.length < readings) counts = new Float64Array(readings * 2)
  readNumbersInto(counts, 0, body, at, readings, 0, readings)
  const first = new Uint32Array(readings + 1)
  for (let i = 0, sum = 0; i < readings; i++) first[i + 1] = sum += counts[i] ?? 0
  return first
}

/** Times of readings that come at equal distances and stand for as much each, in one go. */
function regular(begin: Float64Array, end: Float64Array, first: number, step: number, duration: number): void {
  for (let i = 0, at = first; i < end.length; i++, at += step) {
    end[i] = at
    begin[i] = at - duration
  }
}

/** Nearly always there are none, and all of them are the same piece of memory. */
let noFlags = new Uint8Array(0)

function flagsIn(body: Uint8Array, at: number, readings: number): Uint8Array {
  if (body[at] === 0) {
    if (noFlags.length < readings) noFlags = new Uint8Array(readings * 2)
    return noFlags.subarray(0, readings)
  }
  const flags = readNumbers(body, at, readings)
  return flags instanceof Uint8Array ? flags : new Uint8Array(flags)
}

/** The readings of a block. Their arrays are only to be read. */
export function readingsOf({ readings, rows, body, times }: OpenBlock, base: number, memory: Floats = floatsFor): Readings {
  // One piece of memory for both: a piece takes longer to get than to fill.
  const both = memory(readings * 2)
  const end = both.subarray(0, readings)
  const begin = both.subarray(readings)
  const [ends, durations] = [lineOf(body, times[0] ?? 0), lineOf(body, times[1] ?? 0)]
  if (ends !== undefined && durations?.step === 0) regular(begin, end, base + ends.first, ends.step, durations.first)
  else {
    readNumbersInto(end, 0, body, times[0] ?? 0, readings, 0, readings)
    readNumbersInto(begin, 0, body, times[1] ?? 0, readings, 0, readings)
    for (let i = 0; i < readings; i++) {
      const at = base + (end[i] ?? 0)
      end[i] = at
      begin[i] = at - (begin[i] ?? 0)
    }
  }
  // Rows of no reading are a part of a chunk.
  const first = readings === 0 ? Uint32Array.of(rows) : firstOf(body, times[2] ?? 0, readings)
  return { begin, end, first, flags: flagsIn(body, times[3] ?? 0, readings) }
}

/** The readings of a block, and those of its columns that are wanted; all of them when the choice is left out. Throws when the block is damaged. */
export function decodeBlock(block: Buffer, layoutOf: LayoutOf, base: number, wanted?: ReadonlySet<string>, memory?: Floats): Frame {
  const open = openBlock(block, layoutOf)
  const { layout, rows, body, object } = open
  const columns = new Map<string, Column>()
  for (const [name, number] of numbersOf(layout)) if (wanted?.has(name) ?? true) columns.set(name, columnOf(open, number))
  return { ...readingsOf(open, base, memory), object: object === undefined ? undefined : readNumbers(body, object, rows), columns }
}

/**
 * One column of numbers as bytes (numbers-read.ts reads them). The first byte says how, the number of rows is known from outside:
 *
 *   low four bits   0      every row is 0, nothing follows
 *                   1..6   so many byte planes: all lowest bytes, then all second bytes, … (numbers below 2^48)
 *                   7      one Float64, the same in every row
 *                   8      a Float64 per row
 *                   9      every row is null, nothing follows
 *                   10     as many bits a row as the numbers need (bits.ts)
 *   0x10            some rows are null: a bitmap comes first, row r is bit r % 8 of byte r >> 3, 1 is null (the number there means nothing)
 *   0x20            the planes hold zigzag numbers: 0, -1, 1, -2, … are 0, 1, 2, 3, …
 *   0x40            the planes hold the (zigzag) differences to the row before, the first row's to 0; the bits hold differences too, in their own way
 *
 * Planes where zstd comes after, because the high bytes of small numbers are zeros and lie together, which is what it compresses best. Float64 is little-endian, as every
 * machine is that this runs on. In memory null is NaN.
 */

import { planBits, writeBits, type Bits } from './bits.ts'

export const CONSTANT = 7
export const FLOAT = 8
export const NULLS = 9
export const BITS = 10
export const SOME_NULL = 0x10
export const ZIGZAG = 0x20
export const DELTA = 0x40
export const TWO_32 = 2 ** 32
/** Zigzag doubles a number, and six planes hold 48 bits. */
const ZIGZAG_LIMIT = 2 ** 47

const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1)

const widthOf = (max: number): number =>
  max < 256 ? 1 : max < 65536 ? 2 : max < 16777216 ? 3 : max < TWO_32 ? 4 : max < 2 ** 40 ? 5 : max < 2 ** 48 ? 6 : FLOAT

/** Numbers of a column in memory. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Row by row a - b * times. A function of its own because what is handed to another is compiled again and again. */
export function less(a: Numbers, b: Numbers, times = 1): Float64Array {
  const out = new Float64Array(a.length)
  for (let row = 0; row < out.length; row++) out[row] = (a[row] ?? 0) - (b[row] ?? 0) * times
  return out
}

/** How a column is best written. */
export interface Plan {
  /** The first byte. */
  readonly tag: number
  /** bytes it takes, the first byte included */
  readonly size: number
  readonly bits?: Bits
}

/** The same where zstd does not come after. */
export function planUnpacked(values: Float64Array, rows: number): Plan {
  const planes = planNumbers(values, rows)
  const form = planes.tag & 15
  if (form === 0 || form >= CONSTANT) return planes
  const bits = planBits(values, rows)
  const nulls = planes.tag & SOME_NULL
  const size = 1 + (nulls ? (rows + 7) >> 3 : 0) + bits.size
  return size < planes.size ? { tag: nulls | (bits.step === undefined ? 0 : DELTA) | BITS, size, bits } : planes
}

/** What numbers are like, nulls aside. */
export interface Extent {
  readonly nulls: number
  readonly isWhole: boolean
  /** Infinity and -Infinity where there are none. */
  readonly min: number
  readonly max: number
}

/** `deltas` false: differences are not considered, which is quicker to find out and to write. */
export function planNumbers(values: Float64Array, rows: number, deltas = true): Plan {
  let nulls = 0
  let fractions = 0
  let min = Infinity
  let max = -Infinity
  let sum = 0
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (value < min) min = value
    if (value > max) max = value
    if (Math.floor(value) !== value) fractions++
    if (value !== value) nulls++
    else sum += Math.abs(value)
  }
  // A null is not equal to itself either.
  const isWhole = fractions === nulls
  const isConstant = nulls === rows || (min === 0 && max === 0)
  return planFor({ nulls, isWhole, min, max }, rows, deltas && isWhole && !isConstant ? largestStep(values, rows, sum) : undefined)
}

/** How so many rows are best written; `step` is the largest difference from row to row where differences are worth it. */
export function planFor({ nulls, isWhole, min, max }: Extent, rows: number, step?: number): Plan {
  if (nulls === rows) return { tag: rows === 0 ? 0 : NULLS, size: 1 }
  const bitmap = nulls === 0 ? 0 : (rows + 7) >> 3
  const mark = nulls === 0 ? 0 : SOME_NULL
  if (min === 0 && max === 0) return { tag: mark, size: 1 + bitmap }
  const plan = (form: number, width: number): Plan => ({ tag: mark | form | width, size: 1 + bitmap + width * rows })
  const best =
    step !== undefined
      ? plan(ZIGZAG | DELTA, widthOf(step * 2))
      : isWhole && min >= 0
        ? plan(0, widthOf(max))
        : isWhole && Math.max(-min, max) < ZIGZAG_LIMIT
          ? plan(ZIGZAG, widthOf(Math.max(-min, max) * 2))
          : plan(0, FLOAT)
  return min === max && best.size > 9 + bitmap ? { tag: mark | CONSTANT, size: 9 + bitmap } : best
}

/**
 * The largest difference from row to row, where differences are worth it: sorted ids and slowly moving gauges differ little, and half the size is worth
 * the second step when decoding. `sum` is that of the numbers without their signs.
 */
function largestStep(values: Float64Array, rows: number, sum: number): number | undefined {
  let most = 0
  let steps = 0
  let before = 0
  // Mostly it is known before the end that they are not.
  for (let row = 0; row < rows && steps * 2 < sum; row++) {
    const value = values[row] ?? NaN
    if (value !== value) continue
    const step = Math.abs(value - before)
    if (step > most) most = step
    steps += step
    before = value
  }
  return steps * 2 < sum && most < ZIGZAG_LIMIT ? most : undefined
}

/** Writes a column as planned and returns the offset behind it. */
export function writeNumbers(to: Buffer, at: number, values: Float64Array, rows: number, { tag, size, bits }: Plan): number {
  const end = at + size
  to[at++] = tag
  const form = tag & 15
  if (form === NULLS) return end
  if (tag & SOME_NULL) {
    const bitmap = (rows + 7) >> 3
    to.fill(0, at, at + bitmap)
    for (let row = 0; row < rows; row++) if (Number.isNaN(values[row])) to[at + (row >> 3)] = (to[at + (row >> 3)] ?? 0) | (1 << (row & 7))
    at += bitmap
  }
  if (form === 0) return end
  if (bits !== undefined) writeBits(to, at, values, rows, bits)
  else if (form === CONSTANT) to.writeDoubleLE(firstOf(values, rows), at)
  else if (form === FLOAT) for (let row = 0; row < rows; row++, at += 8) to.writeDoubleLE(values[row] ?? NaN, at)
  else writePlanes(to, at, tag & (ZIGZAG | DELTA) ? zigzagged(values, rows, (tag & DELTA) !== 0) : values, rows, form)
  return end
}

function firstOf(values: Float64Array, rows: number): number {
  for (let row = 0; row < rows; row++) if (!Number.isNaN(values[row])) return values[row] ?? 0
  return 0
}

/** Used again by the next column: a new one for each calls the garbage collector. */
let zigzags = new Float64Array(4096)

function zigzagged(values: Float64Array, rows: number, deltas: boolean): Float64Array {
  if (zigzags.length < rows) zigzags = new Float64Array(rows * 2)
  const out = zigzags
  let before = 0
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (value !== value) {
      out[row] = 0
      continue
    }
    out[row] = zigzag(value - before)
    if (deltas) before = value
  }
  return out
}

/** A null becomes 0 by the integer operations. Each width has a loop of its own: one loop over planes and numbers is several times slower. */
function writePlanes(to: Buffer, at: number, values: Float64Array, rows: number, width: number): void {
  if (width === 1) for (let row = 0; row < rows; row++) to[at + row] = values[row] ?? 0
  else if (width === 2)
    for (let row = 0, p = at, q = at + rows; row < rows; row++, p++, q++) {
      const value = (values[row] ?? 0) | 0
      to[p] = value
      to[q] = value >> 8
    }
  else if (width === 3)
    for (let row = 0, p = at; row < rows; row++, p++) {
      const value = (values[row] ?? 0) | 0
      to[p] = value
      to[p + rows] = value >> 8
      to[p + 2 * rows] = value >> 16
    }
  else {
    for (let row = 0, p = at; row < rows; row++, p++) {
      const value = (values[row] ?? 0) >>> 0
      to[p] = value
      to[p + rows] = value >>> 8
      to[p + 2 * rows] = value >>> 16
      to[p + 3 * rows] = value >>> 24
    }
    for (let row = 0, p = at + 4 * rows; width > 4 && row < rows; row++, p++) {
      const high = Math.floor((values[row] ?? 0) / TWO_32) | 0
      to[p] = high
      if (width === 6) to[p + rows] = high >> 8
    }
  }
}

/** Rows of a column: from <= row < to. */
export interface Slice {
  readonly from: number
  readonly to: number
}

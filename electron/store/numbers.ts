/**
 * One column of numbers as bytes. The first byte says how, the number of rows is known from outside:
 *
 *   low four bits   0      every row is 0, nothing follows
 *                   1..6   so many byte planes: all lowest bytes, then all second bytes, … (numbers below 2^48)
 *                   7      one Float64, the same in every row
 *                   8      a Float64 per row
 *                   9      every row is null, nothing follows
 *   0x10            some rows are null: a bitmap comes first, row r is bit r % 8 of byte r >> 3, 1 is null (the number there means nothing)
 *   0x20            the planes hold zigzag numbers: 0, -1, 1, -2, … are 0, 1, 2, 3, …
 *   0x40            the planes hold the (zigzag) differences to the row before, the first row's to 0
 *
 * Planes, because the high bytes of small numbers are zeros and lie together, which is what zstd compresses best. Float64 is little-endian, as every
 * machine is that this runs on. In memory null is NaN.
 */

const CONSTANT = 7
const FLOAT = 8
const NULLS = 9
const SOME_NULL = 0x10
const ZIGZAG = 0x20
const DELTA = 0x40
const TWO_32 = 2 ** 32
/** Zigzag doubles a number, and six planes hold 48 bits. */
const ZIGZAG_LIMIT = 2 ** 47

const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1)
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

const widthOf = (max: number): number =>
  max < 256 ? 1 : max < 65536 ? 2 : max < 16777216 ? 3 : max < TWO_32 ? 4 : max < 2 ** 40 ? 5 : max < 2 ** 48 ? 6 : FLOAT

/** Numbers of a column in memory. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** How a column is best written. Only the first byte of the result is stored. */
export interface Plan {
  readonly tag: number
  /** bytes it takes, the first byte included */
  readonly size: number
}

export function planNumbers(values: ArrayLike<number>, rows: number): Plan {
  let nulls = 0
  let whole = true
  let min = Infinity
  let max = -Infinity
  let maxDelta = 0
  let sum = 0
  let sumDelta = 0
  let before = 0
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (value !== value) {
      nulls++
      continue
    }
    if (value < min) min = value
    if (value > max) max = value
    if (Math.floor(value) !== value) whole = false
    const delta = Math.abs(value - before)
    if (delta > maxDelta) maxDelta = delta
    sumDelta += delta
    sum += Math.abs(value)
    before = value
  }
  if (nulls === rows) return { tag: rows === 0 ? 0 : NULLS, size: 1 }
  const bitmap = nulls === 0 ? 0 : (rows + 7) >> 3
  const mark = nulls === 0 ? 0 : SOME_NULL
  if (min === 0 && max === 0) return { tag: mark, size: 1 + bitmap }
  const plan = (form: number, width: number): Plan => ({ tag: mark | form | width, size: 1 + bitmap + width * rows })
  // Sorted ids and slowly moving gauges differ little from row to row; half the size is worth the second step when decoding.
  const inDeltas = whole && sumDelta * 2 < sum && maxDelta < ZIGZAG_LIMIT
  const best = inDeltas
    ? plan(ZIGZAG | DELTA, widthOf(maxDelta * 2))
    : whole && min >= 0
      ? plan(0, widthOf(max))
      : whole && Math.max(-min, max) < ZIGZAG_LIMIT
        ? plan(ZIGZAG, widthOf(Math.max(-min, max) * 2))
        : plan(0, FLOAT)
  return min === max && best.size > 9 + bitmap ? { tag: mark | CONSTANT, size: 9 + bitmap } : best
}

/** Writes a column as planned and returns the offset behind it. */
export function writeNumbers(to: Buffer, at: number, values: ArrayLike<number>, rows: number, { tag, size }: Plan): number {
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
  if (form === CONSTANT) to.writeDoubleLE(firstOf(values, rows), at)
  else if (form === FLOAT) for (let row = 0; row < rows; row++, at += 8) to.writeDoubleLE(values[row] ?? NaN, at)
  else writePlanes(to, at, tag & (ZIGZAG | DELTA) ? zigzagged(values, rows, (tag & DELTA) !== 0) : values, rows, form)
  return end
}

function firstOf(values: ArrayLike<number>, rows: number): number {
  for (let row = 0; row < rows; row++) if (!Number.isNaN(values[row])) return values[row] ?? 0
  return 0
}

function zigzagged(values: ArrayLike<number>, rows: number, deltas: boolean): Float64Array {
  const out = new Float64Array(rows)
  let before = 0
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (value !== value) continue
    out[row] = zigzag(value - before)
    if (deltas) before = value
  }
  return out
}

function writePlanes(to: Buffer, at: number, values: ArrayLike<number>, rows: number, width: number): void {
  for (let row = 0; row < rows; row++) {
    // A null becomes 0 by the integer operations, its high bytes too.
    const value = values[row] ?? 0
    let low = value >>> 0
    let p = at + row
    for (let plane = 0; plane < width; plane++, p += rows) {
      if (plane === 4) low = Math.floor(value / TWO_32) >>> 0
      to[p] = low
      low >>>= 8
    }
  }
}

/** Rows of a column: from <= row < to. */
export interface Slice {
  readonly from: number
  readonly to: number
}

/**
 * A column's bytes as they lie, its end, and its numbers (or those of a slice) when wanted. Small non-negative integers come as views or small typed
 * arrays.
 */
export function readNumbers(from: Buffer, at: number, rows: number, wanted: boolean, slice?: Slice): { readonly next: number; readonly values: Numbers } {
  const tag = from.readUInt8(at++)
  const form = tag & 15
  const nullsAt = at
  if (tag & SOME_NULL) at += (rows + 7) >> 3
  const next = at + (form === CONSTANT ? 8 : form === NULLS ? 0 : form * rows)
  if (next > from.length || form > NULLS) throw new Error('a column ends behind its block')
  if (!wanted) return { next, values: new Uint8Array(0) }
  // Differences add up from the first row, and nulls are few: both are read as a whole and cut.
  if (slice !== undefined && tag & (DELTA | SOME_NULL))
    return { next, values: readNumbers(from, nullsAt - 1, rows, true).values.subarray(slice.from, slice.to) }
  const top = slice?.from ?? 0
  const count = (slice?.to ?? rows) - top
  if (form === NULLS) return { next, values: new Float64Array(count).fill(NaN) }
  const plain = readForm(from, at, rows, form, top, count)
  const signed = tag & ZIGZAG ? unzigzagged(plain, (tag & DELTA) !== 0, tag & SOME_NULL ? from.subarray(nullsAt, at) : undefined) : plain
  return { next, values: tag & SOME_NULL ? withNulls(signed, from, nullsAt) : signed }
}

function readForm(from: Buffer, at: number, rows: number, form: number, top: number, count: number): Numbers {
  if (form === 0) return new Uint8Array(count)
  if (form === CONSTANT) return new Float64Array(count).fill(from.readDoubleLE(at))
  // A copy, because a Float64Array cannot begin at any byte.
  if (form === FLOAT) return new Float64Array(new Uint8Array(from.subarray(at + 8 * top, at + 8 * (top + count))).buffer)
  const first = at + top
  if (form === 1) return from.subarray(first, first + count)
  return form === 2 ? readTwo(from, first, rows, count) : readMore(from, first, rows, form, count)
}

function readTwo(from: Buffer, at: number, rows: number, count: number): Uint16Array {
  const out = new Uint16Array(count)
  for (let row = 0, p = at, q = at + rows; row < count; row++, p++, q++) out[row] = (from[p] ?? 0) | ((from[q] ?? 0) << 8)
  return out
}

/** Three to six planes. Each width has a loop over integers of its own: one loop over planes and numbers is several times slower. */
function readMore(from: Buffer, at: number, rows: number, form: number, count: number): Numbers {
  const low = new Uint32Array(count)
  if (form === 3)
    for (let row = 0, p = at; row < count; row++, p++) low[row] = (from[p] ?? 0) | ((from[p + rows] ?? 0) << 8) | ((from[p + 2 * rows] ?? 0) << 16)
  else
    for (let row = 0, p = at; row < count; row++, p++)
      low[row] = (from[p] ?? 0) | ((from[p + rows] ?? 0) << 8) | ((from[p + 2 * rows] ?? 0) << 16) | ((from[p + 3 * rows] ?? 0) << 24)
  if (form <= 4) return low
  const out = new Float64Array(count)
  for (let row = 0, p = at + 4 * rows; row < count; row++, p++)
    out[row] = (low[row] ?? 0) + ((from[p] ?? 0) + (form === 6 ? (from[p + rows] ?? 0) * 256 : 0)) * TWO_32
  return out
}

function unzigzagged(values: Numbers, deltas: boolean, nulls: Buffer | undefined): Float64Array {
  const out = new Float64Array(values.length)
  if (nulls === undefined && !(values instanceof Float64Array)) {
    let sum = 0
    for (let row = 0; row < out.length; row++) {
      const value = values[row] ?? 0
      const signed = value & 1 ? -(value >>> 1) - 1 : value >>> 1
      sum = deltas ? sum + signed : signed
      out[row] = sum
    }
    return out
  }
  let before = 0
  for (let row = 0; row < out.length; row++) {
    if (nulls !== undefined && (nulls[row >> 3] ?? 0) & (1 << (row & 7))) continue
    const value = unzigzag(values[row] ?? 0) + before
    out[row] = value
    if (deltas) before = value
  }
  return out
}

function withNulls(values: ArrayLike<number>, from: Buffer, at: number): Float64Array {
  const out = Float64Array.from(values)
  for (let row = 0; row < out.length; row++) if ((from[at + (row >> 3)] ?? 0) & (1 << (row & 7))) out[row] = NaN
  return out
}

/** Columns of numbers from their bytes, as numbers.ts describes them. */
import { lineOfBits, readBits, sizeOfBits, type Line } from './bits.ts'
import { BITS, CONSTANT, DELTA, FLOAT, NULLS, SOME_NULL, TWO_32, ZIGZAG, type Numbers } from './numbers.ts'

/** Offset behind a column. Throws when it would lie behind the bytes. */
export function endOfNumbers(from: Uint8Array, at: number, rows: number): number {
  const tag = from[at] ?? BITS + 1
  const form = tag & 15
  const begin = at + 1 + (tag & SOME_NULL ? (rows + 7) >> 3 : 0)
  const end = begin + (form === CONSTANT ? 8 : form === NULLS ? 0 : form === BITS ? sizeOfBits(from, begin, rows, (tag & DELTA) !== 0) : form * rows)
  if (end > from.length || form > BITS) throw new Error('a column ends behind its block')
  return end
}

/** Numbers that lie in a line; undefined when they do not, or nobody has found out. */
export function lineOf(from: Uint8Array, at: number): Line | undefined {
  const tag = from[at] ?? 0
  if (tag === 0) return FLAT
  if (tag === CONSTANT) return { first: new DataView(from.buffer, from.byteOffset + at + 1).getFloat64(0, true), step: 0 }
  return (tag & ~DELTA) === BITS ? lineOfBits(from, at + 1, (tag & DELTA) !== 0) : undefined
}
const FLAT: Line = { first: 0, step: 0 }

/** Rows `top` to `top + count` of a column of so many rows. Small non-negative integers come as views or small typed arrays, everything else as Float64. */
export function readNumbers(from: Uint8Array, at: number, rows: number, top = 0, count = rows): Numbers {
  const tag = from[at] ?? 0
  const form = tag & 15
  if (form === 0 && tag === 0) return new Uint8Array(count)
  if (form >= 1 && form <= 4 && tag === form) return planes(from, at + 1 + top, rows, form, count)
  const out = new Float64Array(count)
  readNumbersInto(out, 0, from, at, rows, top, count)
  return out
}

/** The same into the middle of an array. */
export function readNumbersInto(out: Float64Array, to: number, from: Uint8Array, at: number, rows: number, top: number, count: number): void {
  const tag = from[at] ?? 0
  const form = tag & 15
  const nulls = at + 1
  const first = nulls + (tag & SOME_NULL ? (rows + 7) >> 3 : 0)
  if (form === 0) out.fill(0, to, to + count)
  else if (form === NULLS) out.fill(NaN, to, to + count)
  else if (form === CONSTANT) out.fill(new DataView(from.buffer, from.byteOffset + first).getFloat64(0, true), to, to + count)
  // A copy, because a Float64Array cannot begin at any byte.
  else if (form === FLOAT) out.set(new Float64Array(new Uint8Array(from.subarray(first + 8 * top, first + 8 * (top + count))).buffer), to)
  else if (form === BITS) readBits(out, to, from, first, (tag & DELTA) !== 0, top, count)
  else if (tag & DELTA) readDeltas(out, to, from, first, rows, form, top, count)
  else if (tag & ZIGZAG) readZigzag(out, to, from, first + top, rows, form, count)
  else if (form === 1) out.set(from.subarray(first + top, first + top + count), to)
  else readPlain(out, to, from, first + top, rows, form, count)
  if (tag & SOME_NULL) for (let row = top, o = to; row < top + count; row++, o++) if ((from[nulls + (row >> 3)] ?? 0) & (1 << (row & 7))) out[o] = NaN
}

/*
 * Each width has a loop over integers of its own: one loop over planes and numbers is several times slower.
 */

function readPlain(out: Float64Array, to: number, from: Uint8Array, at: number, rows: number, form: number, count: number): void {
  const end = at + count
  const second = rows
  const third = 2 * rows
  if (form === 2) for (let p = at, o = to; p < end; p++, o++) out[o] = (from[p] ?? 0) | ((from[p + second] ?? 0) << 8)
  else if (form === 3) for (let p = at, o = to; p < end; p++, o++) out[o] = (from[p] ?? 0) | ((from[p + second] ?? 0) << 8) | ((from[p + third] ?? 0) << 16)
  else if (form === 4)
    for (let p = at, o = to; p < end; p++, o++)
      out[o] = ((from[p] ?? 0) | ((from[p + second] ?? 0) << 8) | ((from[p + third] ?? 0) << 16) | ((from[p + 3 * rows] ?? 0) << 24)) >>> 0
  else out.set(planes(from, at, rows, form, count), to)
}

function planes(from: Uint8Array, at: number, rows: number, form: number, count: number): Numbers {
  if (form === 1) return from.subarray(at, at + count)
  if (form === 2) {
    const out = new Uint16Array(count)
    for (let row = 0, p = at; row < count; row++, p++) out[row] = (from[p] ?? 0) | ((from[p + rows] ?? 0) << 8)
    return out
  }
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

/** Of numbers below 2^32. */
const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1)
const unzigzagWide = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

function readZigzag(out: Float64Array, to: number, from: Uint8Array, at: number, rows: number, form: number, count: number): void {
  const values = planes(from, at, rows, form, count)
  if (values instanceof Float64Array) for (let row = 0; row < count; row++) out[to + row] = unzigzagWide(values[row] ?? 0)
  else for (let row = 0; row < count; row++) out[to + row] = unzigzag(values[row] ?? 0)
}

/** Differences add up from the first row, also when it is not asked for. A null's difference is 0. */
function readDeltas(out: Float64Array, to: number, from: Uint8Array, at: number, rows: number, form: number, top: number, count: number): void {
  const begin = at + top
  const end = begin + count
  const second = rows
  const third = 2 * rows
  let sum = 0
  let p = at
  let o = to
  if (form === 1) {
    for (; p < begin; p++) sum += unzigzag(from[p] ?? 0)
    for (; p < end; p++, o++) out[o] = sum += unzigzag(from[p] ?? 0)
  } else if (form === 2) {
    for (; p < begin; p++) sum += unzigzag((from[p] ?? 0) | ((from[p + second] ?? 0) << 8))
    for (; p < end; p++, o++) out[o] = sum += unzigzag((from[p] ?? 0) | ((from[p + second] ?? 0) << 8))
  } else if (form === 3) {
    for (; p < begin; p++) sum += unzigzag((from[p] ?? 0) | ((from[p + second] ?? 0) << 8) | ((from[p + third] ?? 0) << 16))
    for (; p < end; p++, o++) out[o] = sum += unzigzag((from[p] ?? 0) | ((from[p + second] ?? 0) << 8) | ((from[p + third] ?? 0) << 16))
  } else {
    const values = planes(from, at, rows, form, top + count)
    for (let row = 0; row < top; row++) sum += unzigzagWide(values[row] ?? 0)
    for (let row = top; row < top + count; row++, o++) out[o] = sum += unzigzagWide(values[row] ?? 0)
  }
}

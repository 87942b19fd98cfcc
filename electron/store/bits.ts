/**
 * Whole numbers in as many bits as they need, or what they differ by from row to row. The form that noise is kept in where it is not packed by zstd:
 * about as small, and read in one go. Behind the first byte (and the bitmap of nulls) of a column as numbers.ts describes it:
 *
 *   u8       width, up to 50 bits a row
 *   Float64  the first number: without differences the smallest of them
 *   Float64  the smallest difference; only where there are differences, and then no row is null
 *   …        a row's number less the first, or its difference to the row before less the smallest (in the first row nothing), each in `width` bits, the
 *            lowest first; then four bytes, so that a row can be read as a whole word. With width 0 there is nothing here: all are alike, or in a line
 */

/** How some numbers are written in bits. */
export interface Bits {
  readonly width: number
  readonly first: number
  /** undefined: no differences */
  readonly step: number | undefined
  /** bytes it takes */
  readonly size: number
}

/** Bits that are read as one word, wherever in its first byte they begin. */
const ONE_WORD = 25
const HALF = 24
const HALVES = 2 ** HALF

const bitsFor = (most: number): number => (most < 2 ** 32 ? 32 - Math.clz32(most) : 64 - Math.clz32(Math.floor(most / 2 ** 32)))
const bytesOf = (rows: number, width: number, hasSteps: boolean): number => (hasSteps ? 17 : 9) + (width === 0 ? 0 : Math.ceil((rows * width) / 8) + 4)

/** The best way for numbers of less than 48 bits, NaN is null. */
export function planBits(values: Float64Array, rows: number): Bits {
  let min = Infinity
  let max = -Infinity
  let least = Infinity
  let most = -Infinity
  let before = NaN
  let nulls = 0
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? NaN
    if (value !== value) nulls++
    if (value < min) min = value
    if (value > max) max = value
    const step = value - before
    if (step < least) least = step
    if (step > most) most = step
    before = value
  }
  const plain = bitsFor(max - min)
  const steps = nulls > 0 || rows < 2 ? plain : bitsFor(most - least)
  const [whole, parts] = [bytesOf(rows, plain, false), bytesOf(rows, steps, true)]
  return whole <= parts ? { width: plain, first: min, step: undefined, size: whole } : { width: steps, first: values[0] ?? 0, step: least, size: parts }
}

/** Writes what belongs behind the first byte and the bitmap. */
export function writeBits(to: Buffer, at: number, values: Float64Array, rows: number, { width, first, step, size }: Bits): void {
  const end = at + size
  to[at++] = width
  at = to.writeDoubleLE(first, at)
  if (step !== undefined) at = to.writeDoubleLE(step, at)
  let word = 0
  let held = 0
  let before = first - (step ?? 0)
  for (let row = 0; row < rows && width > 0; row++) {
    const value = values[row] ?? NaN
    let rest = value !== value ? 0 : step === undefined ? value - first : value - before - step
    before = value
    for (let left = width; left > 0; left -= HALF, rest = Math.floor(rest / HALVES)) {
      word |= (rest % HALVES) << held
      for (held += Math.min(left, HALF); held >= 8; held -= 8, word >>>= 8) to[at++] = word
    }
  }
  if (held > 0) to[at++] = word
  to.fill(0, at, end)
}

/** Bytes that lie there for so many rows. */
export const sizeOfBits = (from: Uint8Array, at: number, rows: number, hasSteps: boolean): number => bytesOf(rows, from[at] ?? 0, hasSteps)

/** Row r is first + r * step. */
export interface Line {
  readonly first: number
  readonly step: number
}

export function lineOfBits(from: Uint8Array, at: number, hasSteps: boolean): Line | undefined {
  if (from[at] !== 0) return undefined
  const view = new DataView(from.buffer, from.byteOffset + at)
  return { first: view.getFloat64(1, true), step: hasSteps ? view.getFloat64(9, true) : 0 }
}

/** Rows `top` to `top + count` into the middle of an array. */
export function readBits(out: Float64Array, to: number, from: Uint8Array, at: number, hasSteps: boolean, top: number, count: number): void {
  const view = new DataView(from.buffer, from.byteOffset + at)
  const width = view.getUint8(0)
  const first = view.getFloat64(1, true)
  const step = hasSteps ? view.getFloat64(9, true) : 0
  if (width === 0) readLine(out, to, first + top * step, step, count)
  else if (hasSteps) readSteps(out, to, view, width, first - step, step, top, count)
  else readPlain(out, to, view, width, first, top, count)
}

function readLine(out: Float64Array, to: number, first: number, step: number, count: number): void {
  if (step === 0) out.fill(first, to, to + count)
  else for (let row = 0; row < count; row++) out[to + row] = first + row * step
}

/*
 * One word or two, with differences or without: each has a loop of its own, because what is asked in a loop over every number there is costs more than reading
 * it.
 */

function readPlain(out: Float64Array, to: number, view: DataView, width: number, first: number, top: number, count: number): void {
  const begin = 9 * 8 + top * width
  if (width <= ONE_WORD) {
    const mask = 2 ** width - 1
    for (let o = to, bit = begin; o < to + count; o++, bit += width) out[o] = first + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask)
  } else for (let o = to, bit = begin; o < to + count; o++, bit += width) out[o] = first + wide(view, bit, width)
}

function readSteps(out: Float64Array, to: number, view: DataView, width: number, before: number, step: number, top: number, count: number): void {
  const bit = 17 * 8
  if (width > ONE_WORD) return readWideSteps(out, to, view, width, before, step, top, count)
  const mask = 2 ** width - 1
  // What cannot grow out of an integer is added up as one, which takes three quarters of the time.
  if (Math.abs(before) + (top + count) * (Math.abs(step) + mask) < 2 ** 31) {
    readWholeSteps(out, to, view, width, before, step, top, count)
    return
  }
  let sum = before
  for (let row = 0, b = bit; row < top; row++, b += width) sum += step + ((view.getUint32(b >>> 3, true) >>> (b & 7)) & mask)
  for (let o = to, b = bit + top * width; o < to + count; o++, b += width) out[o] = sum += step + ((view.getUint32(b >>> 3, true) >>> (b & 7)) & mask)
}

function readWholeSteps(out: Float64Array, to: number, view: DataView, width: number, before: number, step: number, top: number, count: number): void {
  const mask = 2 ** width - 1
  const one = step | 0
  const end = to + count
  let whole = before | 0
  let bit = 17 * 8
  let o = to
  for (let row = 0; row < top; row++, bit += width) whole = (whole + one + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask)) | 0
  // Eight numbers take whole bytes, and the next eight lie in theirs in the same way: where each begins is found out once, which takes a third off.
  const [a, b, c, d, e, f, g] = [width, 2 * width, 3 * width, 4 * width, 5 * width, 6 * width, 7 * width]
  if ((bit & 7) === 0)
    for (let at = bit >>> 3; o + 8 <= end; o += 8, at += width, bit += 8 * width) {
      out[o] = whole = (whole + one + (view.getUint32(at, true) & mask)) | 0
      out[o + 1] = whole = (whole + one + ((view.getUint32(at + (a >>> 3), true) >>> (a & 7)) & mask)) | 0
      out[o + 2] = whole = (whole + one + ((view.getUint32(at + (b >>> 3), true) >>> (b & 7)) & mask)) | 0
      out[o + 3] = whole = (whole + one + ((view.getUint32(at + (c >>> 3), true) >>> (c & 7)) & mask)) | 0
      out[o + 4] = whole = (whole + one + ((view.getUint32(at + (d >>> 3), true) >>> (d & 7)) & mask)) | 0
      out[o + 5] = whole = (whole + one + ((view.getUint32(at + (e >>> 3), true) >>> (e & 7)) & mask)) | 0
      out[o + 6] = whole = (whole + one + ((view.getUint32(at + (f >>> 3), true) >>> (f & 7)) & mask)) | 0
      out[o + 7] = whole = (whole + one + ((view.getUint32(at + (g >>> 3), true) >>> (g & 7)) & mask)) | 0
    }
  for (; o < end; o++, bit += width) out[o] = whole = (whole + one + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask)) | 0
}

function readWideSteps(out: Float64Array, to: number, view: DataView, width: number, before: number, step: number, top: number, count: number): void {
  let bit = 17 * 8
  let sum = before
  for (let row = 0; row < top; row++, bit += width) sum += step + wide(view, bit, width)
  for (let o = to; o < to + count; o++, bit += width) out[o] = sum += step + wide(view, bit, width)
}

function wide(view: DataView, bit: number, width: number): number {
  const high = bit + HALF
  const low = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & (HALVES - 1)
  return low + ((view.getUint32(high >>> 3, true) >>> (high & 7)) & (2 ** (width - HALF) - 1)) * HALVES
}

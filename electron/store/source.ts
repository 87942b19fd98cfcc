import type { Readings } from './body.ts'
import { labelsAt, numbersOf, openBlock, readingsOf, type LayoutOf, type OpenBlock } from './columns-read.ts'
import { rowsOf, type Frame } from './frame.ts'
import { readNumbersInto } from './numbers-read.ts'

/**
 * Stored readings whose columns are read one by one into longer ones, by the functions below. No functions of its own: there are sixty of these in an hour,
 * and what is made anew for each is compiled anew as well.
 */
export interface Source extends Readings {
  readonly rows: number
  readonly of: OpenBlock | Frame
}

const NO_VALUES: readonly (string | null)[] = [null]

/** A block with its columns found but its numbers not read. Throws when the block is damaged. */
export function sourceOfBlock(block: Buffer, layoutOf: LayoutOf, base: number): Source {
  const of = openBlock(block, layoutOf)
  const { begin, end, first, flags } = readingsOf(of, base)
  return { begin, end, first, flags, rows: of.rows, of }
}

/** What is decoded already. */
export function sourceOfFrame(frame: Frame): Source {
  const { begin, end, first, flags } = frame
  return { begin, end, first, flags, rows: rowsOf(frame), of: frame }
}

const isBlock = (of: OpenBlock | Frame): of is OpenBlock => 'layout' in of

export const isKeyed = ({ of }: Source): boolean => of.object !== undefined

/** Object ids from `at` on; the source has some. */
export function readObjects({ of, rows }: Source, out: Float64Array, at: number): void {
  if (!isBlock(of)) out.set(of.object ?? [], at)
  else if (of.object !== undefined) readNumbersInto(out, at, of.body, of.object, rows, 0, rows)
}

/** Adds the names of the columns, and which of them are labels. */
export function addColumns({ of }: Source, to: Map<string, boolean>): void {
  if (isBlock(of)) for (const { name, scale } of of.layout.columns) to.set(name, scale === null)
  else for (const [name, { kind }] of of.columns) to.set(name, kind === 'label')
}

/** Numbers as they are stored with that scale, whatever they are stored with; nulls where the source has no such numbers. */
export function readScaled({ of, rows }: Source, name: string, scale: number, out: Float64Array, at: number): void {
  if (isBlock(of)) {
    const number = numbersOf(of.layout).get(name) ?? -1
    const own = of.layout.columns[number]?.scale ?? null
    if (own === null) out.fill(NaN, at, at + rows)
    else {
      readNumbersInto(out, at, of.body, of.columns[number] ?? 0, rows, 0, rows)
      if (own !== scale) rescale(out, at, at + rows, own, scale)
    }
    return
  }
  const column = of.columns.get(name)
  if (column?.kind !== 'number') out.fill(NaN, at, at + rows)
  else {
    out.set(column.values, at)
    if (scale !== 0) rescale(out, at, at + rows, 0, scale)
  }
}

function rescale(out: Float64Array, from: number, to: number, own: number, scale: number): void {
  for (let row = from; row < to; row++) {
    const value = own === 0 ? (out[row] ?? NaN) : (out[row] ?? NaN) / own
    out[row] = scale === 0 ? value : Math.round(value * scale)
  }
}

/** Codes of a column of labels; returns what they stand for. Without such a column every row is null. */
export function readCodes({ of, rows }: Source, name: string, out: Float64Array, at: number): readonly (string | null)[] {
  if (isBlock(of)) {
    const number = numbersOf(of.layout).get(name) ?? -1
    if (of.layout.columns[number]?.scale === null) {
      const { values, codes } = labelsAt(of, number)
      readNumbersInto(out, at, of.body, codes, rows, 0, rows)
      return values
    }
  } else {
    const column = of.columns.get(name)
    if (column?.kind === 'label') {
      out.set(column.codes, at)
      return column.values
    }
  }
  out.fill(0, at, at + rows)
  return NO_VALUES
}

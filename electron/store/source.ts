import type { Readings } from './body.ts'
import { labelsAt, numbersOf, openBlock, readingsOf, type LayoutOf } from './columns-read.ts'
import { rowsOf, type Frame } from './frame.ts'
import type { Numbers } from './numbers.ts'
import { readNumbersInto } from './numbers-read.ts'

/** Stored readings whose columns are read one by one into longer ones. */
export interface Source extends Readings {
  readonly rows: number
  /** Object ids; none when its probe is not keyed. */
  readonly object: ((out: Float64Array, at: number) => void) | undefined
  readonly columns: ReadonlyMap<string, SourceColumn>
}

interface SourceColumn {
  /** Numbers lie as value * scale, with scale 0 as they are; null: labels. */
  readonly scale: number | null
  /** Of labels: what the codes stand for. */
  readonly values: readonly (string | null)[]
  readonly read: (out: Float64Array, at: number) => void
}

const NO_VALUES: readonly (string | null)[] = []

/** A block with its columns found but its numbers not read. Throws when the block is damaged. */
export function sourceOfBlock(block: Buffer, layoutOf: LayoutOf, base: number): Source {
  const open = openBlock(block, layoutOf)
  const { body, rows, layout, object } = open
  const reader =
    (from: number) =>
    (out: Float64Array, at: number): void => {
      readNumbersInto(out, at, body, from, rows, 0, rows)
    }
  const columns = new Map<string, SourceColumn>()
  for (const [name, number] of numbersOf(layout)) {
    const scale = layout.columns[number]?.scale ?? null
    const at = open.columns[number] ?? 0
    if (scale !== null) columns.set(name, { scale, values: NO_VALUES, read: reader(at) })
    else {
      const { values, codes } = labelsAt(open, number)
      columns.set(name, { scale, values, read: reader(codes) })
    }
  }
  return { ...readingsOf(open, base), rows, object: object === undefined ? undefined : reader(object), columns }
}

const copying =
  (numbers: Numbers) =>
  (out: Float64Array, at: number): void => {
    out.set(numbers, at)
  }

/** What is decoded already. */
export function sourceOfFrame(frame: Frame): Source {
  const { object } = frame
  const columns = Array.from(frame.columns, ([name, column]): [string, SourceColumn] => {
    const [numbers, values, scale] = column.kind === 'number' ? [column.values, NO_VALUES, 0] : [column.codes, column.values, null]
    return [name, { scale, values, read: copying(numbers) }]
  })
  return { ...frame, rows: rowsOf(frame), object: object && copying(object), columns: new Map(columns) }
}

/** Reads numbers as they are stored with that scale, whatever they are stored with. */
export function readScaled({ read, scale: own }: SourceColumn, scale: number, rows: number, out: Float64Array, at: number): void {
  read(out, at)
  if (own === scale || own === null) return
  for (let row = at; row < at + rows; row++) {
    const value = own === 0 ? (out[row] ?? NaN) : (out[row] ?? NaN) / own
    out[row] = scale === 0 ? value : Math.round(value * scale)
  }
}

import type { Block, Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import { createBody } from './body.ts'
import { bitsOf } from './frame.ts'
import type { WriteLayouts } from './layouts.ts'
import { planFor, type Extent } from './numbers.ts'
import { textOf } from './object-slots.ts'
import { isKeyed } from './objects.ts'
import type { Refuse } from './refusals.ts'

/** A storable block, with the object id of every row when its probe is keyed. */
export interface Arrived {
  readonly block: Block
  readonly object: Float64Array | undefined
}

type Encode = (probe: Probe, arrived: readonly Arrived[], base: number) => Buffer

/**
 * A minute of one instance and probe as one block (columns.ts), straight from the cells of what arrived: this is done for every cell there is. Rows lie as
 * they came, because nobody reads a minute in the order of its objects, and it lives for an hour: packing it well is the chunk's business.
 * The result is overwritten by the next.
 */
export function createEncodeMinute(layouts: WriteLayouts, refuse: Refuse): Encode {
  const body = createBody()
  const codes = new Map<string | null, number>()
  let values = new Float64Array(1024)

  return (probe, arrived, base) => {
    const blocks = arrived.length === 1 ? arrived : [...arrived].sort((a, b) => a.block.end - b.block.end)
    const rows = blocks.reduce((sum, { block }) => sum + block.rows, 0)
    if (rows > values.length) values = new Float64Array(rows * 2)
    // In the order of the catalogue, so that the same columns are the same layout whatever their order on the wire.
    const keyed = isKeyed(probe)
    const names = Object.keys(probe.columns).filter(
      (name) => (!keyed || isNumeric(probe, name)) && blocks.some(({ block }) => Object.hasOwn(block.columns, name)),
    )
    const { number, layout } = layouts.numberOf(probe, keyed, names)
    const from = rowsFrom(blocks)
    body.begin(
      {
        begin: Float64Array.from(blocks, ({ block }) => block.begin),
        end: Float64Array.from(blocks, ({ block }) => block.end),
        flags: Uint8Array.from(blocks, ({ block }) => bitsOf(block.flags)),
        first: from,
      },
      rows,
      base,
    )
    if (keyed) {
      blocks.forEach(({ object }, i) => {
        if (object !== undefined) values.set(object, from[i])
      })
      body.numbers(values, rows, false)
    }
    for (const { name, scale } of layout.columns)
      if (scale === null) {
        codes.clear()
        blocks.forEach(({ block }, i) => {
          codeInto(values, from[i] ?? 0, block.columns[name], block.rows, codes)
        })
        body.labels([...codes.keys()], values, rows)
      } else {
        const written = { nulls: 0, isWhole: true, min: Infinity, max: -Infinity, strings: 0 }
        blocks.forEach(({ block }, i) => {
          numbersInto(values, from[i] ?? 0, block.columns[name], block.rows, scale, written)
        })
        if (written.strings > 0) refuse(`${probe.id}.${name}`, 'not a number')
        body.planned(values, rows, planFor(written, rows))
      }
    return body.seal(number, 0)
  }
}

const isNumeric = (probe: Probe, name: string): boolean => probe.columns[name]?.kind === 'counter' || probe.columns[name]?.kind === 'gauge'

function rowsFrom(blocks: readonly Arrived[]): Uint32Array {
  const from = new Uint32Array(blocks.length + 1)
  blocks.forEach(({ block }, i) => (from[i + 1] = (from[i] ?? 0) + block.rows))
  return from
}

/** What a column's numbers are like, found out while they are written: a pass of its own over every cell there is would cost as much again. */
interface Written extends Mutable<Extent> {
  /** How many were no numbers but text. */
  strings: number
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** As they are stored. Text is null, like every cell of a column that the block lacks. */
function numbersInto(values: Float64Array, at: number, cells: readonly Cell[] | undefined, rows: number, scale: number, to: Written): void {
  if (cells === undefined) {
    values.fill(NaN, at, at + rows)
    to.nulls += rows
    return
  }
  let { nulls, isWhole, min, max } = to
  for (let row = 0; row < rows; row++) {
    const cell = cells[row]
    const value = typeof cell === 'number' ? (scale === 0 ? cell : Math.round(cell * scale)) : typeof cell === 'boolean' ? (cell ? scale || 1 : 0) : NaN
    values[at + row] = value
    if (value < min) min = value
    if (value > max) max = value
    if (value !== value) {
      nulls++
      if (typeof cell === 'string') to.strings++
    } else if (Math.floor(value) !== value) isWhole = false
  }
  to.nulls = nulls
  to.isWhole = isWhole
  to.min = min
  to.max = max
}

/** Numbers labels in the order of their first appearance. */
function codeInto(values: Float64Array, at: number, cells: readonly Cell[] | undefined, rows: number, codes: Map<string | null, number>): void {
  let before: string | null | undefined
  let code: number | undefined
  for (let row = 0; row < rows; row++) {
    const text = textOf(cells?.[row])
    // Neighbours are often alike.
    if (text !== before || code === undefined) {
      code = codes.get(text)
      if (code === undefined) codes.set(text, (code = codes.size))
      before = text
    }
    values[at + row] = code
  }
}

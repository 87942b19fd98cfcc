import type { Block, Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import { isFileable } from './frame-id.ts'
import { bitsOf, createDictionary, type Column, type Frame } from './frame.ts'
import { textOf } from './object-tree.ts'
import { isKeyed } from './objects.ts'
import type { Refuse } from './refusals.ts'

/** More rows than a block can have. */
const ROWS = 2 ** 20
/** How far ahead of our clock a reading may end, ms. */
const AHEAD_MS = 5 * 60_000

/** The block, ending now and flagged when it would end too far in the future. It keeps its span. */
export function restamped(block: Block, now: number): Block {
  if (block.end <= now + AHEAD_MS) return block
  return { ...block, begin: now - (block.end - block.begin), end: now, flags: block.flags.includes('restamped') ? block.flags : [...block.flags, 'restamped'] }
}

/** Whether a block can be stored; says why when not. Columns that are not declared are refused one by one and do not count. */
export function isStorable(block: Block, probe: Probe, refuse: Refuse): boolean {
  if (!isFileable(block.end) || !(block.begin <= block.end)) {
    refuse(probe.id, 'the interval is impossible')
    return false
  }
  for (const [name, cells] of Object.entries(block.columns)) {
    if (!Object.hasOwn(probe.columns, name)) refuse(`${probe.id}.${name}`, 'the column is not known here')
    else if (cells.length !== block.rows) {
      refuse(`${probe.id}.${name}`, 'the column has another length than the block')
      return false
    }
  }
  return true
}

/** A storable block as a frame of one reading. `object` is the object id per row when the probe is keyed. */
export function frameOf(block: Block, probe: Probe, object: Float64Array | undefined, refuse: Refuse): Frame {
  const order = object && sortedRows(object)
  const keyed = isKeyed(probe)
  const columns = new Map<string, Column>()
  // In the order of the catalogue, so that the same columns are the same layout whatever their order on the wire.
  for (const [name, { kind }] of Object.entries(probe.columns)) {
    const cells = block.columns[name]
    if (cells === undefined) continue
    if (kind === 'counter' || kind === 'gauge')
      columns.set(name, { kind: 'number', values: numbersOf(cells, order, () => refuse(`${probe.id}.${name}`, 'not a number')) })
    else if (!keyed) columns.set(name, labelsOf(cells))
  }
  return {
    begin: Float64Array.of(block.begin),
    end: Float64Array.of(block.end),
    first: Uint32Array.of(0, block.rows),
    flags: Uint8Array.of(bitsOf(block.flags)),
    object: object && order?.map((row) => object[row] ?? NaN),
    columns,
  }
}

/** Row numbers in the order of their objects, whose ids are then small steps. Sorted as numbers that hold both, because a comparison per pair is ten times slower. */
function sortedRows(object: Float64Array): Float64Array {
  const both = object.map((id, row) => id * ROWS + row).sort()
  return both.map((one) => one % ROWS)
}

function numbersOf(cells: readonly Cell[], order: ArrayLike<number> | undefined, refuse: () => void): Float64Array {
  const out = new Float64Array(cells.length)
  for (let row = 0; row < out.length; row++) {
    const cell = cells[order?.[row] ?? row]
    if (typeof cell === 'number') out[row] = cell
    else if (typeof cell === 'boolean') out[row] = cell ? 1 : 0
    else {
      out[row] = NaN
      if (typeof cell === 'string') refuse()
    }
  }
  return out
}

function labelsOf(cells: readonly Cell[]): Column {
  const dictionary = createDictionary()
  const codes = new Uint32Array(cells.length)
  for (let row = 0; row < codes.length; row++) codes[row] = dictionary.code(textOf(cells[row]))
  return { kind: 'label', codes, values: dictionary.values }
}

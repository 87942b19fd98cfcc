import type { Probe } from '../catalog/define.ts'
import { encodeBlock, layoutNumberOf, splitBlocks, type Layout } from './columns.ts'
import { decodeBlock } from './columns-read.ts'
import type { NumberOfLayout } from './chunk.ts'
import { rowsOf, type Frame } from './frame.ts'
import { layoutOf } from './layouts.ts'
import { frameOfTotals, storedNames, totalsOfFrame, type Totals } from './rollup.ts'

/**
 * A rollup's columns in two blocks: the first with readings, objects and the first columns of the probe, which most questions are about, the second with
 * the rest of them.
 */
const HEAD_COLUMNS = 3

export function encodeRollup(totals: Totals, probe: Probe, numberOf: NumberOfLayout, base: number): Buffer {
  const frame = frameOfTotals(totals, probe)
  const numeric = Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === 'counter' || probe.columns[name]?.kind === 'gauge')
  const inHead = storedNames(numeric.slice(0, HEAD_COLUMNS))
  const of = (isHead: boolean): Frame['columns'] => new Map(Array.from(frame.columns).filter(([name]) => inHead.has(name) === isHead))
  const encode = (part: Frame): Buffer => {
    const layout = layoutOf(probe, part)
    return encodeBlock(part, layout, numberOf(layout), base, 3)
  }
  const rest = of(false)
  const head = encode({ ...frame, columns: of(true) })
  if (rest.size === 0) return head
  const none = { begin: new Float64Array(0), end: new Float64Array(0), flags: new Uint8Array(0) }
  return Buffer.concat([head, encode({ ...none, first: Uint32Array.of(rowsOf(frame)), object: undefined, columns: rest })])
}

/** Wanted columns of a rollup, all when the choice is left out. Throws when a block of it is damaged. */
export function decodeRollup(
  bytes: Buffer,
  probe: Probe,
  layoutOfNumber: (number: number) => Layout,
  base: number,
  wanted: ReadonlySet<string> | undefined,
): Totals {
  const names = wanted && storedNames(wanted)
  const [head, rest] = splitBlocks(bytes)
  if (head === undefined) throw new Error('the rollup is empty')
  const frame = decodeBlock(head, layoutOfNumber, base, names)
  const hasRest = rest !== undefined && layoutOfNumber(layoutNumberOf(rest)).columns.some(({ name }) => names?.has(name) ?? true)
  const more = hasRest ? decodeBlock(rest, layoutOfNumber, base, names).columns : []
  return totalsOfFrame({ ...frame, columns: new Map([...frame.columns, ...more]) }, probe)
}

import type { Probe } from '../catalog/define.ts'
import { createBodies, type Packing } from './body.ts'
import type { NumberOfLayout } from './chunk.ts'
import { encodeBlock } from './columns.ts'
import { rowsOf, type Frame } from './frame.ts'
import { layoutOf } from './layouts.ts'
import { FIRST, frameOfTotals, LAST, storedNames, type Totals } from './rollup.ts'

/**
 * A rollup's columns in up to three blocks: the first with readings, objects and the first columns of the probe, which most questions are about, the second
 * with `#first` and `#last`, the third with the rest of the columns. (Up to step 3 of the file it was two, and `#first` and `#last` in the first.)
 */
const HEAD_COLUMNS = 3
const PACKING: Packing = 1

export function encodeRollup(totals: Totals, probe: Probe, numberOf: NumberOfLayout, base: number, bodies = createBodies()): Buffer {
  bodies.free()
  const frame = frameOfTotals(totals, probe)
  const numeric = Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === 'counter' || probe.columns[name]?.kind === 'gauge')
  const inHead = new Set(numeric.slice(0, HEAD_COLUMNS).flatMap(storedNames))
  const isSeen = (name: string): boolean => name === FIRST || name === LAST
  const of = (isIn: (name: string) => boolean): Frame['columns'] => new Map(Array.from(frame.columns).filter(([name]) => isIn(name)))
  const encode = (part: Frame): Buffer => {
    const layout = layoutOf(probe, part)
    return encodeBlock(part, layout, numberOf(layout), base, PACKING, bodies.next())
  }
  const none = { begin: new Float64Array(0), end: new Float64Array(0), flags: new Uint8Array(0), first: Uint32Array.of(rowsOf(frame)), object: undefined }
  const more = [of(isSeen), of((name) => !isSeen(name) && !inHead.has(name))].filter(({ size }) => size > 0)
  return Buffer.concat([encode({ ...frame, columns: of((name) => inHead.has(name)) }), ...more.map((columns) => encode({ ...none, columns }))])
}

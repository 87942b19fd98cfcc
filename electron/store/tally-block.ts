/** Tallies from and to their bytes, as tally.ts describes them. */
import type { Probe } from '../catalog/define.ts'
import { NO_READINGS, type Packing } from './body.ts'
import type { NumberOfLayout } from './chunk.ts'
import { encodeBlock, splitBlocks } from './columns.ts'
import { columnOf, decodeBlock, numbersOf, openBlock, readingsOf, type LayoutOf } from './columns-read.ts'
import type { Column, Frame } from './frame.ts'
import { layoutOf } from './layouts.ts'
import { less, type Numbers } from './numbers.ts'
import { READINGS, SAMPLES, UNIT, WEIGHT, type Label, type Tally } from './tally.ts'

/** Cells of which so many are not 0 are not packed: they are few bytes, and unpacking them takes longer than everything else. */
const DENSE = 0.25

const numbers = (values: Numbers): Column => ({ kind: 'number', values })
const valuesOf = (column: Column | undefined): Numbers => (column?.kind === 'number' ? column.values : new Float64Array(0))
const rows = (count: number, columns: Frame['columns']): Frame => ({ ...NO_READINGS, first: Uint32Array.of(count), object: undefined, columns })

export function encodeTally(tally: Tally, probe: Probe, numberOf: NumberOfLayout, base: number, packing: Packing): Buffer {
  const { labels, combinations, spans, readings, samples, weight, moments } = tally
  const encode = (frame: Frame, how: Packing): Buffer => {
    const layout = layoutOf(probe, frame)
    return encodeBlock(frame, layout, numberOf(layout), base, how)
  }
  let [sampled, made, present] = [0, 0, 0]
  for (let at = 0; at < readings.length; at++) {
    sampled += (spans.end[at] ?? 0) - (spans.begin[at] ?? 0)
    made += readings[at] ?? 0
  }
  for (const count of samples) if (count !== 0) present++
  const unit = Math.round(sampled / Math.max(1, made))
  const cells = new Map<string, Column>([
    [SAMPLES, numbers(samples)],
    [WEIGHT, numbers(less(weight, samples, unit))],
    [UNIT, numbers(new Float64Array(samples.length).fill(unit))],
  ])
  const first = Uint32Array.from({ length: readings.length + 1 }, (_, at) => at * combinations)
  const isDense = packing === 1 && present > samples.length * DENSE
  return Buffer.concat([
    encode(rows(combinations, new Map(Array.from(labels, ([name, label]) => [name, { kind: 'label', ...label }]))), packing),
    encode({ ...spans, first, object: undefined, columns: cells }, isDense ? 0 : packing),
    encode(moments, packing),
    encode(rows(readings.length, new Map([[READINGS, numbers(readings)]])), 0),
  ])
}

/** A tally whose last two blocks are unpacked when they are asked for. */
export interface OpenTally extends Omit<Tally, 'readings' | 'weight' | 'moments' | 'labels' | 'spans'> {
  readonly spans: Pick<Frame, 'begin' | 'end' | 'flags' | 'first'>
  readonly weight: () => Numbers
  /** By combination; undefined where there is no such label. */
  readonly label: (name: string) => Label | undefined
  /** These two throw when their block is damaged. */
  readonly readings: () => Numbers
  readonly moments: () => Frame
}

/** Throws when what says how many there are of which combination is damaged. */
export function openTally(bytes: Buffer, layoutOf: LayoutOf, base: number): OpenTally {
  const [first, second, third, fourth] = splitBlocks(bytes)
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error('the tally lacks a block')
  const combinations = openBlock(first, layoutOf)
  const cells = openBlock(second, layoutOf)
  const column = (name: string): Numbers => valuesOf(columnOf(cells, numbersOf(cells.layout).get(name) ?? -1))
  const samples = column(SAMPLES)
  return {
    combinations: combinations.rows,
    spans: readingsOf(cells, base),
    samples,
    weight() {
      const weight = new Float64Array(column(WEIGHT))
      const unit = column(UNIT)[0] ?? 0
      for (let row = 0; row < weight.length; row++) weight[row] = (weight[row] ?? 0) + (samples[row] ?? 0) * unit
      return weight
    },
    label(name) {
      const at = numbersOf(combinations.layout).get(name)
      const found = at === undefined ? undefined : columnOf(combinations, at)
      return found?.kind === 'label' ? found : undefined
    },
    readings: () => valuesOf(decodeBlock(fourth, layoutOf, base).columns.get(READINGS)),
    moments: () => decodeBlock(third, layoutOf, base),
  }
}

/** The whole of a tally. Throws when a block of it is damaged. */
export function decodeTally(bytes: Buffer, layoutOf: LayoutOf, base: number): Tally {
  const open = openTally(bytes, layoutOf, base)
  const [first = bytes] = splitBlocks(bytes)
  const labels = Array.from(decodeBlock(first, layoutOf, base).columns).flatMap(([name, column]): [string, Label][] =>
    column.kind === 'label' ? [[name, column]] : [],
  )
  return { ...open, labels: new Map(labels), weight: open.weight(), readings: open.readings(), moments: open.moments() }
}

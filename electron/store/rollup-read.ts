/** Rollups from their bytes, as rollup.ts and rollup-block.ts describe them. */
import type { Probe } from '../catalog/define.ts'
import { checkBlock, layoutNumberOf, splitBlocks } from './columns.ts'
import { columnInto, numbersOf, openBlock, readingsOf, type LayoutOf } from './columns-read.ts'
import type { Slice } from './numbers.ts'
import { readNumbersInto } from './numbers-read.ts'
import { FIRST, gaugeOf, LAST, type GaugeTotals, type Totals } from './rollup.ts'
import { allBits, endsOf, least, type SpanTotals } from './span-totals.ts'

interface Opened {
  readonly begin: Float64Array
  readonly end: Float64Array
  readonly flags: Uint8Array
  readonly rows: number
  readonly object: Float64Array | undefined
  /** A stored column; undefined when there is none of that name. Throws when its block is damaged. */
  readonly column: (name: string) => Float64Array | undefined
  /** Throws when the block of a stored column is damaged. */
  readonly check: (name: string) => void
}

/** Objects up to which each is read by itself: a column of differences is added up to it. */
const FEW = 8

/** Runs of rows, in order. */
function runsOf(object: Float64Array, objects: ReadonlySet<number>): readonly Slice[] {
  const runs: { from: number; to: number }[] = []
  for (let row = 0; row < object.length; row++) {
    if (!objects.has(object[row] ?? -1)) continue
    const last = runs.at(-1)
    if (last?.to === row) last.to++
    else runs.push({ from: row, to: row + 1 })
  }
  return runs
}

/** Blocks but the first are unpacked when a column of theirs is asked for. Of a few objects only those are read; of many, all are. */
function open(bytes: Buffer, layoutOf: LayoutOf, base: number, objects?: ReadonlySet<number>): Opened {
  const blocks = splitBlocks(bytes)
  const [first] = blocks
  if (first === undefined) throw new Error('the rollup is empty')
  const head = openBlock(first, layoutOf)
  const opened = [head]
  const places = blocks.map((block) => numbersOf(layoutOf(layoutNumberOf(block))))
  const placeOf = (name: string): number => places.findIndex((columns) => columns.has(name))
  const all = head.object === undefined ? undefined : new Float64Array(head.rows)
  if (all !== undefined) readNumbersInto(all, 0, head.body, head.object ?? 0, head.rows, 0, head.rows)
  const few = all === undefined || objects === undefined || objects.size > FEW ? undefined : runsOf(all, objects)
  const runs = few ?? [{ from: 0, to: head.rows }]
  const rows = runs.reduce((sum, { from, to }) => sum + to - from, 0)
  const filled = (fill: (out: Float64Array, at: number, top: number, count: number) => void): Float64Array => {
    const out = new Float64Array(rows)
    let at = 0
    for (const { from, to } of runs) {
      fill(out, at, from, to - from)
      at += to - from
    }
    return out
  }
  return {
    ...readingsOf(head, base),
    rows,
    object:
      all &&
      filled((out, at, top, count) => {
        out.set(all.subarray(top, top + count), at)
      }),
    check(name) {
      const block = blocks[placeOf(name)]
      if (block !== undefined) checkBlock(block)
    },
    column(name) {
      const at = placeOf(name)
      const block = blocks[at]
      if (block === undefined) return undefined
      const of = (opened[at] ??= openBlock(block, layoutOf))
      const number = places[at]?.get(name) ?? 0
      return filled((out, to, top, count) => {
        columnInto(out, to, of, number, top, count)
      })
    },
  }
}

const gaugeIn = ({ column, rows }: Opened, probe: Probe, name: string): GaugeTotals | undefined => {
  const last = column(name)
  return last && gaugeOf(last, (part) => column(name + part), rows, probe.columns[name]?.scale !== 0)
}

/** What is stored of the probe's columns of a kind, by name. */
function named<T>(probe: Probe, kind: 'counter' | 'gauge', names: Iterable<string>, of: (name: string) => T | undefined): Map<string, T> {
  const found = new Map<string, T>()
  for (const name of names) {
    const one = probe.columns[name]?.kind === kind ? of(name) : undefined
    if (one !== undefined) found.set(name, one)
  }
  return found
}

/** The whole of a rollup. Throws when a block of it is damaged. */
export function decodeRollup(bytes: Buffer, probe: Probe, layoutOf: LayoutOf, base: number): Totals {
  const opened = open(bytes, layoutOf, base)
  const { begin, end, flags, rows, object, column } = opened
  const all = Object.keys(probe.columns)
  return {
    begin,
    end,
    flags,
    rows,
    object,
    first: column(FIRST) ?? new Float64Array(rows),
    last: column(LAST) ?? new Float64Array(rows),
    counters: named(probe, 'counter', all, column),
    gauges: named(probe, 'gauge', all, (name) => gaugeIn(opened, probe, name)),
  }
}

/** A rollup as a span with the wanted columns; of the objects at least those. Throws when a block of it is damaged, but for those that hold other columns only. */
export function openRollup(
  bytes: Buffer,
  probe: Probe,
  layoutOf: LayoutOf,
  base: number,
  { columns: wanted, objects }: { readonly columns: ReadonlySet<string>; readonly objects?: ReadonlySet<number> | undefined },
): SpanTotals {
  const opened = open(bytes, layoutOf, base, objects)
  const { begin, end, flags, rows, object, column } = opened
  const counters = named(probe, 'counter', wanted, column)
  const gauges = named(probe, 'gauge', wanted, (name) => gaugeIn(opened, probe, name))
  // Unpacked when they are asked for, which is seldom; but then it is too late to leave the rollup out.
  opened.check(FIRST)
  const endOf = (name: string) => (): Float64Array => endsOf(column(name) ?? new Float64Array(rows), end)
  return {
    rows,
    object,
    begin: least(begin),
    end: end.at(-1) ?? NaN,
    flags: allBits(flags),
    counter: (name) => counters.get(name),
    gauge: (name) => gauges.get(name),
    first: endOf(FIRST),
    last: endOf(LAST),
  }
}

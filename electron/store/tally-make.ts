import type { Probe } from '../catalog/define.ts'
import { joinFrames, rowsOf, type Column, type Frame } from './frame.ts'
import type { Gathered } from './gather.ts'
import { less } from './numbers.ts'
import { countCells, countMoments, SAMPLES, WEIGHT, type Countable, type Tally } from './tally.ts'
import { highest } from './tally-peaks.ts'

const HOUR = 60
/** Cells for each sample, and at least: beyond, reading the samples themselves is as quick. */
const CELLS = 2
const FEW_CELLS = 4096
const durations = ({ begin, end }: Pick<Frame, 'begin' | 'end'>): Float64Array => less(end, begin)

/** Every row is one sample, and weighs what its reading stands for. */
function samplesOf(readings: Pick<Frame, 'begin' | 'end' | 'flags' | 'first'>, rows: number, label: Countable['label']): Countable {
  const { end, flags, first } = readings
  const sampled = durations(readings)
  const weight = new Float64Array(rows)
  for (let at = 0; at < end.length; at++) weight.fill(sampled[at] ?? 0, first[at], first[at + 1])
  return { end, sampled, flags, first, readings: new Float64Array(end.length).fill(1), samples: new Float64Array(rows).fill(1), weight, label }
}

const labelIn =
  ({ columns }: Frame, rows: number): Countable['label'] =>
  (name) => {
    const column = columns.get(name)
    return column?.kind === 'label' ? column : { codes: new Uint8Array(rows), values: [null] }
  }

/** What lies beside a chunk; nothing for probes whose samples are not counted. */
export function tallyOfChunk(span: Gathered, probe: Probe): Tally | undefined {
  if (probe.tally === undefined) return undefined
  const present = new Set(span.columns.flatMap(({ name, scale }) => (scale === null ? [name] : [])))
  const none = new Float64Array(span.rows)
  const of = samplesOf(span, span.rows, (name) => {
    if (!present.has(name)) return { codes: none, values: [null] }
    const { numbers, values } = span.read(name)
    return { codes: numbers, values }
  })
  const cells = countCells(of, 1, probe.tally.minutes, Math.max(FEW_CELLS, span.rows * CELLS))
  return cells && { ...cells, moments: countMoments(of, probe.tally.moments) }
}

const counted = (of: Countable, minutes: number, { tally }: Probe, moments: Frame): Tally[] => {
  const cells = countCells(of, minutes, tally?.hours ?? [])
  return cells === undefined ? [] : [{ ...cells, moments: highest(moments) }]
}

/** Samples by hour, under the number of the hour's first minute since the epoch. */
export function hoursOfSamples(frame: Frame, probe: Probe): readonly (readonly [minute: number, tally: Tally])[] {
  const hours: [number, Tally][] = []
  const length = HOUR * 60_000
  for (let from = 0; from < frame.end.length;) {
    const hour = Math.floor((frame.end[from] ?? 0) / length)
    let to = from
    while (to < frame.end.length && Math.floor((frame.end[to] ?? 0) / length) === hour) to++
    const one = cut(frame, from, to)
    const of = samplesOf(one, rowsOf(one), labelIn(one, rowsOf(one)))
    for (const tally of counted(of, HOUR, probe, countMoments(of, probe.tally?.moments ?? []))) hours.push([hour * HOUR, tally])
    from = to
  }
  return hours
}

function cut(frame: Frame, from: number, to: number): Frame {
  const [top, bottom] = [frame.first[from] ?? 0, frame.first[to] ?? 0]
  const columns = Array.from(frame.columns, ([name, column]): [string, Column] => [
    name,
    column.kind === 'label' ? { ...column, codes: column.codes.subarray(top, bottom) } : { ...column, values: column.values.subarray(top, bottom) },
  ])
  return {
    begin: frame.begin.subarray(from, to),
    end: frame.end.subarray(from, to),
    flags: frame.flags.subarray(from, to),
    first: frame.first.slice(from, to + 1).map((row) => row - top),
    object: undefined,
    columns: new Map(columns),
  }
}

/** A tally's cells as rows of a frame, those without samples left out; `#readings` is that of the span, in every row. */
function rowsIn({ labels, combinations, spans, samples, weight }: Tally): Frame {
  const kept = Array.from(samples.keys()).filter((cell) => samples[cell] !== 0)
  const first = new Uint32Array(spans.end.length + 1)
  for (const cell of kept) first[Math.floor(cell / combinations) + 1] = (first[Math.floor(cell / combinations) + 1] ?? 0) + 1
  for (let at = 1; at < first.length; at++) first[at] = (first[at] ?? 0) + (first[at - 1] ?? 0)
  const column = (of: Tally['samples']): Column => ({ kind: 'number', values: Float64Array.from(kept, (cell) => of[cell] ?? 0) })
  const columns = Array.from(labels, ([name, { codes, values }]): [string, Column] => [
    name,
    { kind: 'label', values, codes: Uint32Array.from(kept, (cell) => codes[cell % combinations] ?? 0) },
  ])
  return { ...spans, first, object: undefined, columns: new Map([...columns, [SAMPLES, column(samples)], [WEIGHT, column(weight)]]) }
}

/** Tallies of different samples as one, by spans of so many minutes. */
export function joinTallies(tallies: readonly Tally[], minutes: number, probe: Probe): readonly Tally[] {
  const cells = joinFrames(tallies.map(rowsIn))
  const spans = tallies.flatMap(({ spans: { end }, readings }) => Array.from(end, (ms, at) => ({ ms, readings: readings[at] ?? 0 })))
  // As joinFrames orders them.
  const readings = Float64Array.from(
    spans.sort((a, b) => a.ms - b.ms),
    (span) => span.readings,
  )
  const column = (name: string): Countable['samples'] => {
    const found = cells.columns.get(name)
    return found?.kind === 'number' ? found.values : new Float64Array(rowsOf(cells))
  }
  const { end, flags, first } = cells
  const of = { end, flags, first, sampled: durations(cells), readings, samples: column(SAMPLES), weight: column(WEIGHT), label: labelIn(cells, rowsOf(cells)) }
  return counted(of, minutes, probe, joinFrames(tallies.map((one) => one.moments)))
}

import type { Column, Frame } from './frame.ts'
import { less, type Numbers } from './numbers.ts'

/**
 * Samples counted: how many there were of each combination of some labels, by minute, hour or day. Four blocks (columns.ts) one behind the other:
 *
 *   combinations  a row each: <label>, as in the samples
 *   cells         its readings are the spans: readings of one minute (hour, day) that carry the same flags. `end` is that of the span's last reading, and
 *                 end - begin what its readings stand for in all. Every span has a row for every combination, in their order:
 *                 #samples    how many of them had it
 *                 #weight     ms they stand for, less #samples * #unit: readings that come regularly leave nothing of it
 *                 #unit       ms that one reading stands for on the average, the same in every row
 *   moments       readings as they were, so that the most sessions at one instant can be told. A row is a combination of fewer labels in the reading,
 *                 #samples how many had it. By minute that is every reading. By hour and day only those that no other of the span exceeds: one that had as
 *                 many of every combination, and more of one, is a higher peak whatever is asked for.
 *   spans         a row per span: #readings, how many it is made of
 *
 * By minute it lies beside the chunk it was counted from (column `tally` of `chunk`; older chunks have none). By hour and day it lies where the rollups of
 * other probes lie, and takes the place of the samples: every sample is in a minute, a chunk, an hour or a day, and never in two of them.
 */
export const SAMPLES = '#samples'
export const WEIGHT = '#weight'
export const UNIT = '#unit'
export const READINGS = '#readings'

export interface Label {
  readonly codes: Numbers
  readonly values: readonly (string | null)[]
}

/** In memory: `weight` is the whole weight. */
export interface Tally {
  /** Codes by combination. */
  readonly labels: ReadonlyMap<string, Label>
  readonly combinations: number
  /** end - begin is what its readings stand for, ms */
  readonly spans: Pick<Frame, 'begin' | 'end' | 'flags'>
  /** By span. */
  readonly readings: Numbers
  /** Of span i and combination n at i * combinations + n. */
  readonly samples: Numbers
  readonly weight: Numbers
  readonly moments: Frame
}

/** Rows to be counted: samples, or what was counted of them before. */
export interface Countable {
  /** Of every reading: its end, what it stands for (ms), its flags, of how many readings it was made, and behind which row its own are. */
  readonly end: Float64Array
  readonly sampled: Float64Array
  readonly flags: Uint8Array
  readonly readings: Numbers
  readonly first: Uint32Array
  /** Of every row. */
  readonly samples: Numbers
  readonly weight: Numbers
  /** A label's codes by row, which are overwritten by the next. */
  readonly label: (name: string) => Label
}

const MINUTE_MS = 60_000
/** Combinations that are numbered by a table rather than a map; 1 MB. */
const TABLE = 2 ** 18

interface Combined {
  /** Number of the combination, by row. */
  readonly of: Uint32Array
  readonly count: number
  readonly labels: ReadonlyMap<string, Label>
}

/** Numbers the distinct combinations of some labels: in order of the labels with the fewest values first, which packs best. */
function combine({ label, samples: { length } }: Countable, names: readonly string[]): Combined {
  let of = new Uint32Array(length)
  let count = 1
  const columns: { readonly name: string; readonly own: Uint32Array; readonly values: Label['values'] }[] = []
  for (const name of names) {
    const { codes, values } = label(name)
    const own = new Uint32Array(codes)
    const next = new Uint32Array(length)
    const size = values.length
    const table = count * size <= TABLE ? new Int32Array(count * size).fill(-1) : undefined
    const map = new Map<number, number>()
    let found = 0
    for (let row = 0; row < length; row++) {
      const key = (of[row] ?? 0) * size + (own[row] ?? 0)
      let number = table === undefined ? (map.get(key) ?? -1) : (table[key] ?? -1)
      if (number < 0) {
        number = found++
        if (table === undefined) map.set(key, number)
        else table[key] = number
      }
      next[row] = number
    }
    of = next
    count = found
    columns.push({ name, own, values })
  }
  if (length === 0) count = 0
  const raw = columns.map(({ name, own, values }) => ({ name, codes: placed(own, of, count), values }))
  const inTurn = Uint32Array.from(new Uint32Array(count).keys())
  const order = inTurn.slice()
  const fewest = raw.toSorted((a, b) => a.values.length - b.values.length)
  order.sort((a, b) => {
    for (const { codes } of fewest) if (codes[a] !== codes[b]) return (codes[a] ?? 0) - (codes[b] ?? 0)
    return 0
  })
  const place = placed(inTurn, order, count)
  return { of: picked(place, of), count, labels: new Map(raw.map(({ name, codes, values }) => [name, { codes: picked(codes, order), values }])) }
}

/** The other way round: what each row has stands at its place. */
function placed(list: Numbers, places: Uint32Array, count: number): Uint32Array {
  const out = new Uint32Array(count)
  for (let row = 0; row < places.length; row++) out[places[row] ?? 0] = list[row] ?? 0
  return out
}

/** Of each row what stands there in the list. A function of its own: what is made anew for each span is compiled anew as well. */
function picked(list: Numbers, rows: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(rows.length)
  for (let at = 0; at < out.length; at++) out[at] = list[rows[at] ?? 0] ?? 0
  return out
}

function sumOf(group: readonly number[], values: Numbers): number {
  let sum = 0
  for (const reading of group) sum += values[reading] ?? 0
  return sum
}

/** Readings that are counted together: those of one span that carry the same flags. */
function groupsOf({ end, flags }: Countable, minutes: number): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>()
  for (let at = 0; at < end.length; at++) {
    const key = Math.floor((end[at] ?? 0) / (minutes * MINUTE_MS)) * 256 + (flags[at] ?? 0)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [at])
    else group.push(at)
  }
  return [...groups.values()]
}

/** Counts rows by spans of so many minutes and combinations of these labels; not when that makes more than `most` cells. */
export function countCells(of: Countable, minutes: number, names: readonly string[], most = Infinity): Omit<Tally, 'moments'> | undefined {
  const groups = groupsOf(of, minutes)
  const { of: numbers, count, labels } = combine(of, names)
  if (groups.length * count > most) return undefined
  const [samples, weight] = [new Float64Array(groups.length * count), new Float64Array(groups.length * count)]
  for (const [at, group] of groups.entries())
    for (const reading of group)
      for (let row = of.first[reading] ?? 0; row < (of.first[reading + 1] ?? 0); row++) {
        const cell = at * count + (numbers[row] ?? 0)
        samples[cell] = (samples[cell] ?? 0) + (of.samples[row] ?? 0)
        weight[cell] = (weight[cell] ?? 0) + (of.weight[row] ?? 0)
      }
  const end = Float64Array.from(groups, (group) => of.end[group.at(-1) ?? 0] ?? 0)
  return {
    labels,
    combinations: count,
    samples,
    weight,
    spans: {
      begin: Float64Array.from(groups, (group, at) => (end[at] ?? 0) - sumOf(group, of.sampled)),
      end,
      flags: Uint8Array.from(groups, ([reading = 0]) => of.flags[reading] ?? 0),
    },
    readings: Float64Array.from(groups, (group) => sumOf(group, of.readings)),
  }
}

/** Counts the rows of every reading by combinations of these labels. */
export function countMoments(of: Countable, names: readonly string[]): Frame {
  const { of: numbers, count, labels } = combine(of, names)
  const present: number[] = []
  const samples: number[] = []
  const first = new Uint32Array(of.end.length + 1)
  const own = new Float64Array(count)
  for (let at = 0; at < of.end.length; at++) {
    for (let row = of.first[at] ?? 0; row < (of.first[at + 1] ?? 0); row++) own[numbers[row] ?? 0] = (own[numbers[row] ?? 0] ?? 0) + (of.samples[row] ?? 0)
    for (let number = 0; number < count; number++)
      if (own[number] !== 0) {
        present.push(number)
        samples.push(own[number] ?? 0)
      }
    own.fill(0)
    first[at + 1] = present.length
  }
  const columns = Array.from(labels, ([name, { codes, values }]): [string, Column] => [name, { kind: 'label', values, codes: picked(codes, present) }])
  return {
    begin: less(of.end, of.sampled),
    end: of.end,
    first,
    flags: of.flags,
    object: undefined,
    columns: new Map([...columns, [SAMPLES, { kind: 'number', values: Float64Array.from(samples) }]]),
  }
}

import type { BlockFlag } from '../../shared/model/sample.ts'
import type { Numbers } from './numbers.ts'

/** Numbers as they are (not scaled), NaN is null; or strings through a dictionary. */
export type Column =
  { readonly kind: 'number'; readonly values: Numbers } | { readonly kind: 'label'; readonly codes: Numbers; readonly values: readonly (string | null)[] }

/** Readings of one instance and probe, ordered by end. Row r of reading i lies at first[i] <= r < first[i + 1]. */
export interface Frame {
  readonly begin: Float64Array
  readonly end: Float64Array
  /** one entry more than there are readings */
  readonly first: Uint32Array
  readonly flags: Uint8Array
  /** Object id per row; only for keyed probes. */
  readonly object: Numbers | undefined
  readonly columns: ReadonlyMap<string, Column>
}

/** Bit i of a reading's flags. The order is part of the stored format: append only. */
const FLAGS: readonly BlockFlag[] = ['restart', 'gap', 'restamped']

export const bitsOf = (flags: readonly BlockFlag[]): number => flags.reduce((bits, flag) => bits | (1 << FLAGS.indexOf(flag)), 0)
/** Made once: there are readings by the thousand, and most have none. */
const FLAG_LISTS: readonly (readonly BlockFlag[])[] = Array.from({ length: 1 << FLAGS.length }, (_, bits) => FLAGS.filter((_flag, bit) => bits & (1 << bit)))
export const flagsOf = (bits: number): readonly BlockFlag[] => FLAG_LISTS[bits] ?? []

export const rowsOf = (frame: Frame): number => frame.first.at(-1) ?? 0

interface Reading {
  readonly frame: Frame
  readonly at: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** All readings of the frames as one frame, ordered by end; of those that end together, the earlier frame's come first. A column that a frame lacks is null in its rows. */
export function joinFrames(frames: readonly Frame[]): Frame {
  const [only, second] = frames
  if (only !== undefined && second === undefined && inOrder(only)) return only
  const readings = frames.flatMap((frame) =>
    Array.from(frame.end, (end, at): Reading => ({ frame, at, end, from: frame.first[at] ?? 0, to: frame.first[at + 1] ?? 0 })),
  )
  readings.sort((a, b) => a.end - b.end)
  const first = new Uint32Array(readings.length + 1)
  readings.forEach(({ from, to }, i) => (first[i + 1] = (first[i] ?? 0) + to - from))
  const kinds = new Map(frames.flatMap((frame) => Array.from(frame.columns, ([name, column]) => [name, column.kind] as const)))
  const join = (of: (frame: Frame) => Numbers | undefined): Float64Array => joinNumbers(readings, first, of)
  return {
    begin: Float64Array.from(readings, ({ frame, at }) => frame.begin[at] ?? 0),
    end: Float64Array.from(readings, ({ end }) => end),
    flags: Uint8Array.from(readings, ({ frame, at }) => frame.flags[at] ?? 0),
    first,
    object: frames.some((frame) => frame.object !== undefined) ? join((frame) => frame.object) : undefined,
    columns: new Map(
      Array.from(kinds, ([name, kind]) => [
        name,
        kind === 'number' ? { kind, values: join((frame) => numbersOf(frame.columns.get(name))) } : joinLabels(readings, first, name),
      ]),
    ),
  }
}

const inOrder = (frame: Frame): boolean => frame.end.every((end, i) => i === 0 || (frame.end[i - 1] ?? 0) <= end)
const numbersOf = (column: Column | undefined): Numbers | undefined => (column?.kind === 'number' ? column.values : undefined)

function joinNumbers(readings: readonly Reading[], first: Uint32Array, of: (frame: Frame) => Numbers | undefined): Float64Array {
  const out = new Float64Array(first.at(-1) ?? 0)
  readings.forEach(({ frame, from, to }, i) => {
    const values = of(frame)
    const at = first[i] ?? 0
    if (values === undefined) out.fill(NaN, at, at + to - from)
    else out.set(values.subarray(from, to), at)
  })
  return out
}

function joinLabels(readings: readonly Reading[], first: Uint32Array, name: string): Column {
  const dictionary = createDictionary()
  const codes = new Uint32Array(first.at(-1) ?? 0)
  const recoded = new Map<Frame, readonly number[]>()
  readings.forEach(({ frame, from, to }, i) => {
    const column = frame.columns.get(name)
    const labels = column?.kind === 'label' ? column : undefined
    let codeOf = recoded.get(frame)
    if (codeOf === undefined) recoded.set(frame, (codeOf = labels?.values.map((value) => dictionary.code(value)) ?? []))
    const at = first[i] ?? 0
    for (let row = from; row < to; row++) codes[at + row - from] = (labels && codeOf[labels.codes[row] ?? 0]) ?? dictionary.code(null)
  })
  return { kind: 'label', codes, values: dictionary.values }
}

interface Dictionary {
  readonly values: readonly (string | null)[]
  code(value: string | null): number
}

/** Strings numbered in the order of their first appearance. */
function createDictionary(): Dictionary {
  const values: (string | null)[] = []
  const codes = new Map<string | null, number>()
  return {
    values,
    code(value) {
      let code = codes.get(value)
      if (code === undefined) {
        code = values.push(value) - 1
        codes.set(value, code)
      }
      return code
    },
  }
}

import type { Probe } from '../catalog/define.ts'
import type { Readings } from './body.ts'
import { scaleOf } from './layouts.ts'
import { readScaled, type Source } from './source.ts'

/**
 * Everything stored of a span as one: its readings by their ends (of those that end together, the earlier source's come first) and its rows in the order
 * in which a chunk has them, by (object, reading) or by reading. Columns are read and ordered one at a time in the same memory, because an hour of all of
 * them is many times as much.
 */
export interface Gathered extends Readings {
  readonly rows: number
  /** Object id and number of the reading per row. */
  readonly object: Float64Array | undefined
  readonly reading: Float64Array
  readonly columns: readonly { readonly name: string; /** null: labels */ readonly scale: number | null }[]
  /** A column's numbers as they are stored, or its codes. They are overwritten by the next. */
  readonly read: (name: string) => { readonly numbers: Float64Array; readonly values: readonly (string | null)[] }
}

export function gather(sources: readonly Source[], probe: Probe): Gathered {
  const rows = sources.reduce((sum, source) => sum + source.rows, 0)
  const { readings, spans } = readingsOf(sources)
  const isKeyed = sources.some(({ object }) => object !== undefined)
  const unsorted = new Float64Array(rows)
  let sorted = new Float64Array(rows)
  const each = (work: (source: Source, at: number) => void): void => {
    let at = 0
    for (const source of sources) {
      work(source, at)
      at += source.rows
    }
  }
  if (isKeyed)
    each((source, at) => {
      source.object?.(unsorted, at)
    })
  const order = isKeyed ? byObject(unsorted, spans) : byReading(spans, rows)
  const inOrder = (): Float64Array => {
    if (order === undefined) return unsorted
    for (let row = 0; row < rows; row++) sorted[row] = unsorted[order[row] ?? 0] ?? NaN
    return sorted
  }
  const object = isKeyed ? inOrder() : undefined
  spans.forEach(({ from, to }, reading) => unsorted.fill(reading, from, to))
  if (isKeyed) sorted = new Float64Array(rows)
  const reading = inOrder().slice()
  const columns = columnsOf(sources, probe)
  const scales = new Map(columns.map(({ name, scale }) => [name, scale]))
  return {
    ...readings,
    rows,
    object,
    reading,
    columns,
    read(name) {
      const scale = scales.get(name) ?? null
      const codes = new Map<string | null, number>()
      each((source, at) => {
        const column = source.columns.get(name)
        const behind = at + source.rows
        if (scale !== null) {
          if (column?.scale === undefined || column.scale === null) unsorted.fill(NaN, at, behind)
          else readScaled(column, scale, source.rows, unsorted, at)
          return
        }
        const known = column?.scale === null ? column : undefined
        if (known === undefined) unsorted.fill(0, at, behind)
        else known.read(unsorted, at)
        recode(unsorted, at, behind, known?.values ?? [null], codes)
      })
      return { numbers: inOrder(), values: [...codes.keys()] }
    },
  }
}

interface Span {
  readonly end: number
  /** Rows as the sources have them, one behind the other. */
  readonly from: number
  readonly to: number
  readonly begin: number
  readonly flags: number
}

function readingsOf(sources: readonly Source[]): { readonly readings: Readings; readonly spans: readonly Span[] } {
  const spans: Span[] = []
  let at = 0
  for (const { begin, end, first, flags, rows } of sources) {
    for (let i = 0; i < end.length; i++)
      spans.push({ end: end[i] ?? 0, begin: begin[i] ?? 0, flags: flags[i] ?? 0, from: at + (first[i] ?? 0), to: at + (first[i + 1] ?? 0) })
    at += rows
  }
  spans.sort((a, b) => a.end - b.end)
  const first = new Uint32Array(spans.length + 1)
  spans.forEach(({ from, to }, i) => (first[i + 1] = (first[i] ?? 0) + to - from))
  return {
    spans,
    readings: {
      begin: Float64Array.from(spans, ({ begin }) => begin),
      end: Float64Array.from(spans, ({ end }) => end),
      flags: Uint8Array.from(spans, ({ flags }) => flags),
      first,
    },
  }
}

/** In the order of the catalogue, then what it no longer declares. */
function columnsOf(sources: readonly Source[], probe: Probe): Gathered['columns'] {
  const present = new Map(sources.flatMap(({ columns }) => Array.from(columns, ([name, { scale }]) => [name, scale === null] as const)))
  const names = [
    ...Object.keys(probe.columns).filter((name) => present.has(name)),
    ...[...present.keys()].filter((name) => !Object.hasOwn(probe.columns, name)),
  ]
  return names.map((name) => ({ name, scale: present.get(name) === true ? null : scaleOf(probe, name) }))
}

/** Rows in the order of their readings; nothing when they lie so. */
function byReading(spans: readonly Span[], rows: number): Uint32Array | undefined {
  if (spans.every(({ from }, i) => i === 0 || spans[i - 1]?.to === from)) return undefined
  const order = new Uint32Array(rows)
  let at = 0
  for (const { from, to } of spans) for (let row = from; row < to; row++) order[at++] = row
  return order
}

/** Rows in the order of their objects, those of one object in the order of their readings. */
function byObject(object: Float64Array, spans: readonly Span[]): Uint32Array {
  const { slots, count } = slotsOf(object)
  const next = new Uint32Array(count + 1)
  for (const slot of slots) next[slot + 1] = (next[slot + 1] ?? 0) + 1
  for (let slot = 1; slot <= count; slot++) next[slot] = (next[slot] ?? 0) + (next[slot - 1] ?? 0)
  const order = new Uint32Array(object.length)
  for (const { from, to } of spans)
    for (let row = from; row < to; row++) {
      const slot = slots[row] ?? 0
      const at = next[slot] ?? 0
      order[at] = row
      next[slot] = at + 1
    }
  return order
}

/** Ids that lie closer together are numbered by a table rather than a map; 1 MB. */
const TABLE = 2 ** 18

/** A number per row that grows with the object's id, below `count`. */
function slotsOf(object: Float64Array): { readonly slots: Uint32Array; readonly count: number } {
  let min = Infinity
  let max = -Infinity
  for (const id of object) {
    if (id < min) min = id
    if (id > max) max = id
  }
  const slots = new Uint32Array(object.length)
  if (max - min < TABLE) {
    for (let row = 0; row < slots.length; row++) slots[row] = (object[row] ?? 0) - min
    return { slots, count: object.length === 0 ? 0 : max - min + 1 }
  }
  const ids = new Set(object)
  const slotOf = new Map(Array.from(Float64Array.from(ids).sort(), (id, slot) => [id, slot]))
  for (let row = 0; row < slots.length; row++) slots[row] = slotOf.get(object[row] ?? 0) ?? 0
  return { slots, count: ids.size }
}

/** Codes of one source become those of the whole. */
function recode(codes: Float64Array, from: number, to: number, values: readonly (string | null)[], known: Map<string | null, number>): void {
  const codeOf = Float64Array.from(values, (value) => {
    const present = known.get(value) ?? known.size
    known.set(value, present)
    return present
  })
  for (let row = from; row < to; row++) codes[row] = codeOf[codes[row] ?? 0] ?? 0
}

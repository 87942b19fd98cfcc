import type { Probe } from '../catalog/define.ts'
import type { Readings } from './body.ts'
import { scaleOf } from './layouts.ts'
import { addColumns, isKeyed, readCodes, readObjects, readScaled, type Source } from './source.ts'

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
  /** A column's numbers as they are stored, which are overwritten by the next; or its codes, which stay. */
  readonly read: (name: string) => { readonly numbers: Float64Array; readonly values: readonly (string | null)[] }
}

/**
 * Arrays used again for the next span, which overwrites what was gathered before. A new one is never small here, and memory outside of the heap is what
 * calls the garbage collector, which then works in all the threads it has.
 */
export interface Memory {
  readonly floats: (name: 'unsorted' | 'sorted' | 'object' | 'reading' | `codes of ${string}`, length: number) => Float64Array
  readonly integers: (name: 'order' | 'slots', length: number) => Uint32Array
}

export function createMemory(): Memory {
  const floats = new Map<string, Float64Array>()
  const integers = new Map<string, Uint32Array>()
  return {
    floats(name, length) {
      const known = floats.get(name)
      const enough = known !== undefined && known.length >= length ? known : new Float64Array(Math.ceil(length * 1.25))
      floats.set(name, enough)
      return enough.subarray(0, length)
    },
    integers(name, length) {
      const known = integers.get(name)
      const enough = known !== undefined && known.length >= length ? known : new Uint32Array(Math.ceil(length * 1.25))
      integers.set(name, enough)
      return enough.subarray(0, length)
    },
  }
}

/** `pause` is called before every piece of work, so that a thread can step aside. */
export function gather(sources: readonly Source[], probe: Probe, memory = createMemory(), pause = (): void => undefined): Gathered {
  const rows = sources.reduce((sum, source) => sum + source.rows, 0)
  const { readings, spans } = readingsOf(sources)
  const keyed = sources.some(isKeyed)
  const unsorted = memory.floats('unsorted', rows)
  if (keyed) objectsOf(sources, unsorted, pause)
  pause()
  const order = keyed ? byObject(unsorted, spans, memory) : byReading(spans, rows, memory)
  const object = keyed ? inOrder(unsorted, order, memory.floats('object', rows)) : undefined
  pause()
  spans.forEach(({ from, to }, reading) => unsorted.fill(reading, from, to))
  const reading = memory.floats('reading', rows)
  reading.set(inOrder(unsorted, order, memory.floats('sorted', rows)))
  const columns = columnsOf(sources, probe)
  const labels = new Map<string, ReturnType<Gathered['read']>>()
  const scales = new Map(columns.map(({ name, scale }) => [name, scale]))
  return {
    ...readings,
    rows,
    object,
    reading,
    columns,
    read(name) {
      const scale = scales.get(name) ?? null
      if (scale !== null) {
        numbersOf(sources, name, scale, unsorted, pause)
        pause()
        return { numbers: inOrder(unsorted, order, memory.floats('sorted', rows)), values: NO_VALUES }
      }
      // Labels are asked for by the chunk and by what is counted of it.
      const known = labels.get(name)
      if (known !== undefined) return known
      const values = codesOf(sources, name, unsorted, pause)
      pause()
      const codes = memory.floats(`codes of ${name}`, rows)
      if (order === undefined) codes.set(unsorted)
      else inOrder(unsorted, order, codes)
      const made = { numbers: codes, values }
      labels.set(name, made)
      return made
    },
  }
}

const NO_VALUES: readonly (string | null)[] = []

function objectsOf(sources: readonly Source[], out: Float64Array, pause: () => void): void {
  let at = 0
  for (const source of sources) {
    pause()
    if (isKeyed(source)) readObjects(source, out, at)
    else out.fill(0, at, at + source.rows)
    at += source.rows
  }
}

function numbersOf(sources: readonly Source[], name: string, scale: number, out: Float64Array, pause: () => void): void {
  let at = 0
  for (const source of sources) {
    pause()
    readScaled(source, name, scale, out, at)
    at += source.rows
  }
}

/** Codes of the whole; returns what they stand for. */
function codesOf(sources: readonly Source[], name: string, out: Float64Array, pause: () => void): readonly (string | null)[] {
  const codes = new Map<string | null, number>()
  let at = 0
  for (const source of sources) {
    pause()
    recode(out, at, at + source.rows, readCodes(source, name, out, at), codes)
    at += source.rows
  }
  return [...codes.keys()]
}

/** The numbers in that order, in `sorted`; as they are when there is none. */
function inOrder(unsorted: Float64Array, order: Uint32Array | undefined, sorted: Float64Array): Float64Array {
  if (order === undefined) return unsorted
  for (let row = 0; row < order.length; row++) sorted[row] = unsorted[order[row] ?? 0] ?? NaN
  return sorted
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
  const present = new Map<string, boolean>()
  for (const source of sources) addColumns(source, present)
  const names = [
    ...Object.keys(probe.columns).filter((name) => present.has(name)),
    ...[...present.keys()].filter((name) => !Object.hasOwn(probe.columns, name)),
  ]
  return names.map((name) => ({ name, scale: present.get(name) === true ? null : scaleOf(probe, name) }))
}

/** Rows in the order of their readings; nothing when they lie so. */
function byReading(spans: readonly Span[], rows: number, memory: Memory): Uint32Array | undefined {
  if (spans.every(({ from }, i) => i === 0 || spans[i - 1]?.to === from)) return undefined
  const order = memory.integers('order', rows)
  let at = 0
  for (const { from, to } of spans) for (let row = from; row < to; row++) order[at++] = row
  return order
}

/** Rows in the order of their objects, those of one object in the order of their readings. */
function byObject(object: Float64Array, spans: readonly Span[], memory: Memory): Uint32Array {
  const { slots, count } = slotsOf(object, memory)
  const next = new Uint32Array(count + 1)
  for (const slot of slots) next[slot + 1] = (next[slot + 1] ?? 0) + 1
  for (let slot = 1; slot <= count; slot++) next[slot] = (next[slot] ?? 0) + (next[slot - 1] ?? 0)
  const order = memory.integers('order', object.length)
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
function slotsOf(object: Float64Array, memory: Memory): { readonly slots: Uint32Array; readonly count: number } {
  let min = Infinity
  let max = -Infinity
  for (const id of object) {
    if (id < min) min = id
    if (id > max) max = id
  }
  const slots = memory.integers('slots', object.length)
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
  const codeOf = new Float64Array(values.length)
  for (const [code, value] of values.entries()) {
    const present = known.get(value)
    if (present === undefined) known.set(value, known.size)
    codeOf[code] = present ?? known.size - 1
  }
  for (let row = from; row < to; row++) codes[row] = codeOf[codes[row] ?? 0] ?? 0
}

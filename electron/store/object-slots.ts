import type { Cell } from '../../shared/model/sample.ts'

/** Cells of a column, or none when the batch lacks it. */
export type Cells = readonly Cell[] | undefined

/** What a cell of a key or label column is as text. */
export const textOf = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : cell === null || cell === undefined ? null : String(cell))

/** What is known of one object: where it lies in the lists below. */
type Slot = number

/** The numbers known of an object: its id, when it was seen first and last, and `last_seen` in the database. Slot s has them from s * FACTS on. */
export const FACTS = 4
export const [ID, FIRST, LAST, SAVED] = [0, 1, 2, 3]

/**
 * The objects of one instance and probe. An object's numbers lie together in one list, which a row meets at one place of the processor's cache.
 * They are found by a hash of their whole key in a table of numbers (open addressing, at most half full): looked into for every row of every minute, a table
 * that lies together misses the processor's cache once where maps of strings, one a key column, miss it several times.
 */
export interface Known {
  readonly keys: readonly string[]
  readonly labels: readonly string[]
  count: number
  facts: Float64Array
  /** The key, by column and slot; without key columns one list of nulls. */
  readonly texts: readonly (string | null)[][]
  /** The newest labels, by column and slot. */
  readonly latest: readonly (string | null)[][]
  /** Two entries a place: the hash, and the slot + 1; 0 where the place is free. */
  table: Int32Array
}

export const noObjects = (keys: readonly string[], labels: readonly string[]): Known => ({
  keys,
  labels,
  count: 0,
  facts: new Float64Array(64 * FACTS),
  texts: Array.from({ length: Math.max(1, keys.length) }, () => []),
  latest: labels.map(() => []),
  table: new Int32Array(128),
})

function hashOf(keys: readonly Cells[], row: number): number {
  let hash = 0
  for (const cells of keys) {
    const text = textOf(cells?.[row])
    if (text !== null) for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    // So that the end of a column counts, and that a null is not an empty text.
    hash = Math.imul(hash ^ (text === null ? 1 : 2), 0x9e3779b1)
  }
  return hash ^ (hash >>> 15)
}

function isKeyOf(texts: Known['texts'], slot: Slot, keys: readonly Cells[], row: number): boolean {
  for (let i = 0; i < keys.length; i++) if (texts[i]?.[slot] !== textOf(keys[i]?.[row])) return false
  return true
}

/** The object of a row; `keys` are the cells of the key columns, at least one of them. */
export function find({ table, texts }: Known, keys: readonly Cells[], row: number): Slot | undefined {
  const hash = hashOf(keys, row)
  const last = table.length - 2
  for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
    const slot = (table[at + 1] ?? 0) - 1
    if (slot < 0) return undefined
    if (table[at] === hash && isKeyOf(texts, slot, keys, row)) return slot
  }
}

function enter(table: Int32Array, hash: number, slot: Slot): void {
  const last = table.length - 2
  let at = (hash << 1) & last
  while (table[at + 1] !== 0) at = (at + 2) & last
  table[at] = hash
  table[at + 1] = slot + 1
}

/** Adds an object; returns its slot. */
export function plant(known: Known, key: readonly (string | null)[], id: number, labels: readonly (string | null)[], first: number, last: number): Slot {
  const slot = known.count++
  if (known.count * FACTS > known.facts.length) {
    const longer = new Float64Array(known.facts.length * 2)
    longer.set(known.facts)
    known.facts = longer
  }
  known.facts.set([id, first, last, last], slot * FACTS)
  known.texts.forEach((column, i) => column.push(key[i] ?? null))
  known.latest.forEach((column, i) => column.push(labels[i] ?? null))
  if (known.count * 4 > known.table.length) {
    const wider = new Int32Array(known.table.length * 2)
    for (let at = 0; at < known.table.length; at += 2) if (known.table[at + 1] !== 0) enter(wider, known.table[at] ?? 0, (known.table[at + 1] ?? 1) - 1)
    known.table = wider
  }
  enter(known.table, hashOf(known.texts, slot), slot)
  return slot
}

import type { Cell } from '../../shared/model/sample.ts'

/** Cells of a column, or none when the batch lacks it. */
export type Cells = readonly Cell[] | undefined

/** What a cell of a key or label column is as text. */
export const textOf = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : cell === null || cell === undefined ? null : String(cell))

/** What is known of one object: where it lies in the lists below. */
type Slot = number

/**
 * The objects of one instance and probe by the values of their key, a map per key column: looked into for every row of every minute, it is several times
 * faster than one map with the values joined to a string.
 */
export type Tree = Map<string | null, Tree | Slot>

/** Their facts side by side, entry by slot: in lists of numbers, a row costs no look at an object elsewhere in memory. */
export interface Known {
  readonly tree: Tree
  readonly keys: readonly string[]
  readonly labels: readonly string[]
  readonly ids: number[]
  /** The newest labels, by column and slot. */
  readonly latest: readonly (string | null)[][]
  readonly first: number[]
  readonly last: number[]
  /** `last_seen` in the database. */
  readonly saved: number[]
}

/** The object of a row; `keys` are the cells of the key columns, at least one of them. */
export function find(tree: Tree, keys: readonly Cells[], row: number): Slot | undefined {
  let node: Tree | Slot | undefined = tree
  for (const cells of keys) node = typeof node === 'object' ? node.get(textOf(cells?.[row])) : undefined
  return typeof node === 'object' ? undefined : node
}

/** Adds an object; returns its slot. */
export function plant(known: Known, key: readonly (string | null)[], id: number, labels: readonly (string | null)[], first: number, last: number): Slot {
  let node = known.tree
  for (const value of key.slice(0, -1)) {
    const present = node.get(value)
    const branch: Tree = typeof present === 'object' ? present : new Map<string | null, Tree | Slot>()
    node.set(value, branch)
    node = branch
  }
  const slot = known.ids.push(id) - 1
  node.set(key.at(-1) ?? null, slot)
  known.latest.forEach((column, i) => column.push(labels[i] ?? null))
  known.first.push(first)
  known.last.push(last)
  known.saved.push(last)
  return slot
}

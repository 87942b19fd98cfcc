import type { Cell } from '../../shared/model/sample.ts'

/** Cells of a column, or none when the batch lacks it. */
export type Cells = readonly Cell[] | undefined

/** The newest that is known of an object; `saved` is its `last_seen` in the database. */
export interface Known {
  readonly id: number
  labels: readonly (string | null)[]
  first: number
  last: number
  saved: number
}

/** What a cell of a key or label column is as text. */
export const textOf = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : cell === null || cell === undefined ? null : String(cell))

/**
 * The objects of one instance and probe by the values of their key, a map per key column: looked into for every row of every minute, it is several times
 * faster than one map with the values joined to a string.
 */
export type Tree = Map<string | null, Tree | Known>

/** The object of a row; `keys` are the cells of the key columns, at least one of them. */
export function find(tree: Tree, keys: readonly Cells[], row: number): Known | undefined {
  let node: Tree | Known | undefined = tree
  for (const cells of keys) node = node instanceof Map ? node.get(textOf(cells?.[row])) : undefined
  return node instanceof Map ? undefined : node
}

export function plant(tree: Tree, key: readonly (string | null)[], known: Known): void {
  let node = tree
  for (const value of key.slice(0, -1)) {
    const present = node.get(value)
    const branch: Tree = present instanceof Map ? present : new Map<string | null, Tree | Known>()
    node.set(value, branch)
    node = branch
  }
  node.set(key.at(-1) ?? null, known)
}

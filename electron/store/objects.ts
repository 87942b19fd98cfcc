import type { Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import type { ReadDb, WriteDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
import { find, plant, textOf, type Cells, type Known, type Tree } from './object-tree.ts'
import type { StoredObject } from './store.ts'
import { SEEN_STEP, TEXT_COLUMN, type WriteTexts } from './texts.ts'

type Values = Readonly<Record<string, string | null>>

interface ObjectRow {
  readonly id: number
  /** Values of the key columns as a JSON object. */
  readonly key: string
  /** Latest values of the label columns as a JSON object. */
  readonly labels: string
  readonly first_seen: number
  readonly last_seen: number
}

const columnsOf = (probe: Probe, kind: 'key' | 'label'): readonly string[] => Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === kind)

/** Whether a probe's rows belong to objects; without key columns there is one object per instance, which holds the labels. */
export const isKeyed = (probe: Probe): boolean => probe.shape === 'rows' && Object.values(probe.columns).some(({ kind }) => kind === 'key' || kind === 'label')

// Both columns are written below, from records of strings and nulls.
const valuesOf = (json: string): Values => JSON.parse(json) as Values

export function createObjects(db: ReadDb): (instance: number, probe: Probe, number: number) => readonly StoredObject[] {
  const select = db.prepare<[number, number], ObjectRow>(
    'select id, key, labels, first_seen, last_seen from object where instance = ? and probe = ? order by id',
  )
  return (instance, probe, number) =>
    select.all(instance, number).map(({ id, key, labels, first_seen, last_seen }) => ({
      id,
      instance,
      probe: probe.id,
      values: { ...valuesOf(key), ...valuesOf(labels) },
      firstSeen: first_seen,
      lastSeen: last_seen,
    }))
}

export interface WriteObjects {
  /** Object id per row of a block whose readings end at `seen`; unknown keys become objects, newer labels replace older ones. */
  readonly identify: (
    instance: number,
    probe: Probe,
    number: number,
    columns: Readonly<Record<string, readonly Cell[]>>,
    rows: number,
    seen: number,
  ) => Float64Array
  readonly forget: () => void
}

/** Keeps the objects of every series it meets in memory, so that a minute's rows cost no query each. */
export function createWriteObjects(db: WriteDb, texts: WriteTexts): WriteObjects {
  const series = new Map<number, Tree>()
  const select = db.prepare<[number, number], ObjectRow>(
    'select id, key, labels, first_seen, last_seen from object where instance = ? and probe = ? order by id',
  )
  const insert = db.prepare<[number, number, string, string, number, number]>(
    'insert into object (instance, probe, key, labels, first_seen, last_seen) values (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare<[string, number, number, number]>('update object set labels = ?, first_seen = ?, last_seen = ? where id = ?')

  const load = (instance: number, number: number, keys: readonly string[], labels: readonly string[]): Tree => {
    const tree: Tree = new Map()
    for (const row of select.all(instance, number)) {
      const key = valuesOf(row.key)
      const latest = valuesOf(row.labels)
      const known = { id: row.id, labels: labels.map((name) => latest[name] ?? null), first: row.first_seen, last: row.last_seen, saved: row.last_seen }
      plant(
        tree,
        keys.map((name) => key[name] ?? null),
        known,
      )
    }
    series.set(seriesOf(instance, number), tree)
    return tree
  }

  return {
    identify(instance, probe, number, columns, rows, seen) {
      const keys = columnsOf(probe, 'key')
      const labels = columnsOf(probe, 'label')
      const tree = series.get(seriesOf(instance, number)) ?? load(instance, number, keys, labels)
      // Without a key there is one object, whose key is nothing.
      const keyCells = keys.length === 0 ? [undefined] : keys.map((name) => columns[name])
      const labelCells = labels.map((name) => columns[name])
      const md5s = columns[TEXT_COLUMN]
      const rowOf = (cells: readonly Cells[], row: number): (string | null)[] => cells.map((of) => textOf(of?.[row]))
      const touch = (row: number): void => {
        const md5 = md5s?.[row]
        if (typeof md5 === 'string') texts.touch(md5, seen)
      }
      const make = (row: number): Known => {
        const key = rowOf(keyCells, row)
        const latest = rowOf(labelCells, row)
        const id = Number(insert.run(instance, number, recordOf(keys, key), recordOf(labels, latest), seen, seen).lastInsertRowid)
        const known = { id, labels: latest, first: seen, last: seen, saved: seen }
        plant(tree, key, known)
        touch(row)
        return known
      }
      const ids = new Float64Array(rows)
      for (let row = 0; row < rows; row++) {
        const present = find(tree, keyCells, row) ?? make(row)
        ids[row] = present.id
        const changed = seen >= present.last && differs(present.labels, labelCells, row)
        if (changed) present.labels = labelCells.map((cells, i) => (cells === undefined ? (present.labels[i] ?? null) : textOf(cells[row])))
        if (seen > present.last) present.last = seen
        if (!changed && seen >= present.first && present.last - present.saved < SEEN_STEP) continue
        present.first = Math.min(present.first, seen)
        present.saved = present.last
        update.run(recordOf(labels, present.labels), present.first, present.last, present.id)
        touch(row)
      }
      return ids
    },
    forget: () => series.clear(),
  }
}

const recordOf = (names: readonly string[], values: readonly (string | null)[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])))

/** Labels that the row does not have are as they were. */
function differs(labels: readonly (string | null)[], cells: readonly Cells[], row: number): boolean {
  for (let i = 0; i < cells.length; i++) {
    const of = cells[i]
    if (of !== undefined && textOf(of[row]) !== labels[i]) return true
  }
  return false
}

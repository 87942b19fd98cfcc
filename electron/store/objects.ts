import type { Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import type { ReadDb, WriteDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
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

/** What a cell of a key or label column is as text. */
export const textOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))

export const columnsOf = (probe: Probe, kind: 'key' | 'label'): readonly string[] =>
  Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === kind)

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

/** The newest that is known of an object; `saved` is its `last_seen` in the database. */
interface Known {
  readonly id: number
  labels: readonly (string | null)[]
  first: number
  last: number
  saved: number
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
  const series = new Map<number, Map<string, Known>>()
  const select = db.prepare<[number, number], ObjectRow>(
    'select id, key, labels, first_seen, last_seen from object where instance = ? and probe = ? order by id',
  )
  const insert = db.prepare<[number, number, string, string, number, number]>(
    'insert into object (instance, probe, key, labels, first_seen, last_seen) values (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare<[string, number, number, number]>('update object set labels = ?, first_seen = ?, last_seen = ? where id = ?')

  const load = (instance: number, number: number, keys: readonly string[], labels: readonly string[]): Map<string, Known> => {
    const known = new Map<string, Known>()
    for (const row of select.all(instance, number)) {
      const key = valuesOf(row.key)
      const latest = valuesOf(row.labels)
      known.set(identityOf(keys.map((name) => key[name] ?? null)), {
        id: row.id,
        labels: labels.map((name) => latest[name] ?? null),
        first: row.first_seen,
        last: row.last_seen,
        saved: row.last_seen,
      })
    }
    series.set(seriesOf(instance, number), known)
    return known
  }

  return {
    identify(instance, probe, number, columns, rows, seen) {
      const keys = columnsOf(probe, 'key')
      const labels = columnsOf(probe, 'label')
      const known = series.get(seriesOf(instance, number)) ?? load(instance, number, keys, labels)
      const keyCells = keys.map((name) => columns[name])
      const labelCells = labels.map((name) => columns[name])
      const ids = new Float64Array(rows)
      for (let row = 0; row < rows; row++) {
        const key = keyCells.map((cells) => textOf(cells?.[row]))
        const md5 = columns[TEXT_COLUMN]?.[row]
        const identity = identityOf(key)
        const present = known.get(identity)
        if (present === undefined) {
          const latest = labelCells.map((cells) => textOf(cells?.[row]))
          const id = Number(insert.run(instance, number, recordOf(keys, key), recordOf(labels, latest), seen, seen).lastInsertRowid)
          known.set(identity, { id, labels: latest, first: seen, last: seen, saved: seen })
          ids[row] = id
          if (typeof md5 === 'string') texts.touch(md5, seen)
          continue
        }
        ids[row] = present.id
        const changed = seen >= present.last && labelCells.some((cells, i) => cells !== undefined && textOf(cells[row]) !== present.labels[i])
        if (changed) present.labels = labelCells.map((cells, i) => (cells === undefined ? (present.labels[i] ?? null) : textOf(cells[row])))
        if (seen > present.last) present.last = seen
        if (!changed && seen >= present.first && present.last - present.saved < SEEN_STEP) continue
        present.first = Math.min(present.first, seen)
        present.saved = present.last
        update.run(recordOf(labels, present.labels), present.first, present.last, present.id)
        if (typeof md5 === 'string') texts.touch(md5, seen)
      }
      return ids
    },
    forget: () => series.clear(),
  }
}

const recordOf = (names: readonly string[], values: readonly (string | null)[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])))

/** Different keys give different identities whatever characters are in them. Cheaper than JSON, and made for every row of every minute. */
function identityOf(key: readonly (string | null)[]): string {
  let identity = ''
  for (const value of key) identity += value === null ? '-' : `${String(value.length)}:${value}`
  return identity
}

import type { Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import type { ReadDb, WriteDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
import { FACTS, find, FIRST, ID, LAST, noObjects, plant, SAVED, textOf, type Cells, type Known } from './object-slots.ts'
import type { StoredObject } from './store.ts'
import { SEEN_STEP, TEXT_COLUMNS, type WriteTexts } from './texts.ts'

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
export function isKeyed(probe: Probe): boolean {
  if (probe.shape !== 'rows') return false
  for (const { kind } of Object.values(probe.columns)) if (kind === 'key' || kind === 'label') return true
  return false
}

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

/** So many of a series are written before it is their turn, when one is written: they lie side by side in the file, and each alone would cost several pages. */
const TOGETHER = 2000
/** It is an object's turn a day before it has to be, so that thousands that were first seen together are not written in one minute either. */
const TURN = SEEN_STEP - 24 * 3_600_000

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
  const series = new Map<number, Known>()
  const select = db.prepare<[number, number], ObjectRow>(
    'select id, key, labels, first_seen, last_seen from object where instance = ? and probe = ? order by id',
  )
  const insert = db.prepare<[number, number, string, string, number, number]>(
    'insert into object (instance, probe, key, labels, first_seen, last_seen) values (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare<[string, number, number, number]>('update object set labels = ?, first_seen = ?, last_seen = ? where id = ?')

  const renamed = db.prepare<[number]>('insert into renamed (object) values (?)')
  const seenAgain = db.prepare<[number, number]>('update object set last_seen = ? where id = ?')

  /** Writes when objects were seen last: of all that have to be, and of so many of those whose turn it is or would come soon. */
  const saveSeen = (known: Known): void => {
    const { facts } = known
    const named = textsOf(known)
    let more = TOGETHER
    for (let slot = 0; slot < known.count; slot++) {
      const at = slot * FACTS
      const seen = facts[at + LAST] ?? 0
      const unsaved = seen - (facts[at + SAVED] ?? 0)
      if (unsaved < SEEN_STEP / 2 || (unsaved < SEEN_STEP && more-- <= 0)) continue
      facts[at + SAVED] = seen
      seenAgain.run(seen, facts[at + ID] ?? 0)
      for (const column of named) {
        const md5 = column[slot]
        if (typeof md5 === 'string') texts.touch(md5, seen)
      }
    }
  }

  const load = (instance: number, probe: Probe, number: number): Known => {
    const keys = columnsOf(probe, 'key')
    const labels = columnsOf(probe, 'label')
    const known = noObjects(keys, labels)
    const inOrder = (names: readonly string[], values: Values): (string | null)[] => names.map((name) => values[name] ?? null)
    for (const { id, key, labels: latest, first_seen, last_seen } of select.all(instance, number))
      plant(known, inOrder(keys, valuesOf(key)), id, inOrder(labels, valuesOf(latest)), first_seen, last_seen)
    series.set(seriesOf(instance, number), known)
    return known
  }

  return {
    identify(instance, probe, number, columns, rows, seen) {
      const known = series.get(seriesOf(instance, number)) ?? load(instance, probe, number)
      const { keys, labels, latest } = known
      // Without a key there is one object, whose key is nothing.
      const keyCells = keys.length === 0 ? [undefined] : keys.map((name) => columns[name])
      const labelCells = labels.map((name) => columns[name])
      const named = TEXT_COLUMNS.flatMap((name) => (columns[name] === undefined ? [] : [columns[name]]))
      const rowOf = (cells: readonly Cells[], row: number): (string | null)[] => cells.map((of) => textOf(of?.[row]))
      const touch = (row: number): void => {
        for (const cells of named) {
          const md5 = cells[row]
          if (typeof md5 === 'string') texts.touch(md5, seen)
        }
      }
      const make = (row: number): number => {
        const key = rowOf(keyCells, row)
        const values = rowOf(labelCells, row)
        const id = Number(insert.run(instance, number, recordOf(keys, key), recordOf(labels, values), seen, seen).lastInsertRowid)
        touch(row)
        return plant(known, key, id, values, seen, seen)
      }
      const save = (slot: number, row: number): void => {
        const { facts } = known
        const at = slot * FACTS
        const first = Math.min(facts[at + FIRST] ?? seen, seen)
        const last = facts[at + LAST] ?? seen
        facts[at + FIRST] = first
        facts[at + SAVED] = last
        const values = latest.map((column) => column[slot] ?? null)
        update.run(recordOf(labels, values), first, last, facts[at + ID] ?? 0)
        renamed.run(facts[at + ID] ?? 0)
        touch(row)
      }
      const ids = new Float64Array(rows)
      let isDue = false
      for (let row = 0; row < rows; row++) {
        const slot = find(known, keyCells, row) ?? make(row)
        // Another list when it was too short for what was made.
        const { facts } = known
        const at = slot * FACTS
        ids[row] = facts[at + ID] ?? 0
        const isNewest = seen >= (facts[at + LAST] ?? 0)
        const changed = isNewest && relabel(latest, slot, labelCells, row)
        if (isNewest) facts[at + LAST] = seen
        if (changed || seen < (facts[at + FIRST] ?? 0)) save(slot, row)
        else isDue ||= seen - (facts[at + SAVED] ?? 0) >= TURN
      }
      if (isDue) saveSeen(known)
      return ids
    },
    forget: () => series.clear(),
  }
}

const recordOf = (names: readonly string[], values: readonly (string | null)[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])))

/** Which of the columns that name a text there are, by slot. */
const textsOf = ({ keys, texts, labels, latest }: Known): readonly (readonly (string | null)[])[] =>
  TEXT_COLUMNS.flatMap((name) => [texts[keys.indexOf(name)] ?? latest[labels.indexOf(name)] ?? []])

/** Takes over the row's labels; true when one is another than before. Labels that the row does not have are as they were. */
function relabel(latest: readonly (string | null)[][], slot: number, cells: readonly Cells[], row: number): boolean {
  let changed = false
  for (let i = 0; i < cells.length; i++) {
    const column = latest[i]
    const of = cells[i]
    if (of === undefined || column === undefined) continue
    const value = textOf(of[row])
    if (value === column[slot]) continue
    column[slot] = value
    changed = true
  }
  return changed
}

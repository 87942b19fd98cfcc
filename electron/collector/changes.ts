import type { Block, Cell } from '../../shared/model/sample.ts'
import type { RawReading } from './reading.ts'

/** What happened to settings between two readings, as a block of `setting-changes`; undefined when nothing did. Pure. */
export function settingChanges(before: RawReading | undefined, next: RawReading): Block | undefined {
  if (before?.server.system !== next.server.system) return undefined
  const [was, is] = [byName(before), byName(next)]
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name)?.value !== is.get(name)?.value).sort()
  if (names.length === 0) return undefined
  const columns: Record<string, Cell[]> = {
    name: names,
    old_value: names.map((name) => was.get(name)?.value ?? null),
    new_value: names.map((name) => is.get(name)?.value ?? null),
    unit: names.map((name) => is.get(name)?.unit ?? was.get(name)?.unit ?? null),
    source: names.map((name) => is.get(name)?.source ?? null),
  }
  return { probe: 'setting-changes', begin: Math.min(before.takenAt, next.takenAt), end: next.takenAt, flags: [], rows: names.length, columns }
}

function byName(reading: RawReading): ReadonlyMap<string, { readonly value: string | null; readonly unit: string | null; readonly source: string | null }> {
  const text = (column: string, row: number): string | null => {
    const value = reading.columns[column]?.[row] ?? null
    return value === null ? null : String(value)
  }
  return new Map(
    (reading.columns['name'] ?? []).map((name, row) => [String(name), { value: text('setting', row), unit: text('unit', row), source: text('source', row) }]),
  )
}

import type { Probe } from '../catalog/define.ts'
import type { RawCell, RawReading, ServerIdentity } from './reading.ts'

const NONE: readonly RawCell[] = []

/** Whether both readings are of one and the same set of counters. */
export function sameStatistics(a: ServerIdentity, b: ServerIdentity): boolean {
  return a.system === b.system && a.timeline === b.timeline && a.inRecovery === b.inRecovery && a.seesAll === b.seesAll && a.extension === b.extension
}

export const cell = (reading: RawReading, name: string, row: number): RawCell => reading.columns[name]?.[row] ?? null

/** What identifies a row of the reading, by its number. */
export function keysOf(probe: Probe, reading: RawReading): (row: number) => string {
  const columns = Object.entries(probe.columns).flatMap(([name, { kind }]) => (kind === 'key' ? [reading.columns[name] ?? NONE] : []))
  return (row) => {
    let key = ''
    for (const column of columns) key += `${String(column[row] ?? null)}\0`
    return key
  }
}

export function rowNumbers(probe: Probe, reading: RawReading): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  const keyAt = keysOf(probe, reading)
  for (let row = 0; row < reading.rows; row++) numbers.set(keyAt(row), row)
  return numbers
}

import type { Block, BlockFlag, Cell } from '../../shared/model/sample.ts'
import type { Probe, ProbeColumn } from '../catalog/define.ts'
import { scaleOf, unscale, type RawCell, type RawReading, type ServerIdentity } from './reading.ts'

/**
 * Two readings of a keyed probe → what happened in between. Pure.
 * Without a comparable previous reading counters are null (and a changed-only probe has no rows); a row that is new, and counters that
 * started again, count from zero. `cadence` in ms; an interval of more than three is flagged.
 */
export function diff(probe: Probe, previous: RawReading | undefined, next: RawReading, cadence: number): Block {
  const before = previous !== undefined && sameStatistics(previous.server, next.server) ? previous : undefined
  const flags = new Set<BlockFlag>()
  if (before && next.takenAt - before.takenAt > 3 * cadence) flags.add('gap')
  // Statistics survive an orderly restart, so a restart as such does not make counters start again; it is only told.
  if (before && before.server.startedAt !== next.server.startedAt) flags.add('restart')

  // Our clock was set back while we did not run: how long it was cannot be told.
  const backwards = before !== undefined && before.takenAt >= next.takenAt
  if (backwards) flags.add('gap')

  const names = Object.keys(probe.columns)
  const groups = countersByOrigin(probe)
  const rowsBefore = before ? rowNumbers(probe, before) : undefined
  const columns: Record<string, Cell[]> = Object.fromEntries(names.map((name) => [name, []]))
  const told = [...names.filter((name) => probe.columns[name]?.kind === 'label'), ...(probe.slow?.columns ?? [])]
  const whole = probe.wholeEvery !== undefined && (before === undefined || turnOf(before, probe.wholeEvery) !== turnOf(next, probe.wholeEvery))
  let rows = 0
  for (let row = 0; row < next.rows; row++) {
    const at = rowsBefore?.get(keyOf(probe, next, row))
    const increments = new Map<string, Cell>()
    let moved = false
    for (const [origin, counters] of groups) {
      const restarted = before !== undefined && at !== undefined && startedAgain(probe, before, at, next, row, origin, counters)
      if (restarted) flags.add('restart')
      for (const name of counters) {
        const value = before ? increment(at === undefined || restarted ? 0 : cell(before, name, at), cell(next, name, row), probe.columns[name]) : null
        increments.set(name, value)
        moved ||= value !== null && value !== 0
      }
    }
    const changed = before !== undefined && at !== undefined && told.some((name) => cell(before, name, at) !== cell(next, name, row))
    if (probe.changedOnly && !moved && !whole && !changed) continue
    rows++
    for (const name of names) columns[name]?.push(increments.get(name) ?? plain(probe, next, name, row))
  }
  const begin = backwards ? next.takenAt - cadence : (before?.takenAt ?? next.takenAt)
  return { probe: probe.id, begin, end: next.takenAt, flags: [...flags], rows, columns }
}

/** A reading of a sample probe as a block that stands for the time since `begin`. */
export function sample(probe: Probe, reading: RawReading, begin: number): Block {
  const rows = Array.from({ length: reading.rows }, (_, row) => row)
  const columns = Object.fromEntries(Object.keys(probe.columns).map((name) => [name, rows.map((row) => plain(probe, reading, name, row))]))
  return { probe: probe.id, begin, end: reading.takenAt, flags: [], rows: reading.rows, columns }
}

const turnOf = (reading: RawReading, seconds: number): number => Math.floor(reading.takenAt / (seconds * 1000))

/** Whether both readings are of one and the same set of counters. */
export function sameStatistics(a: ServerIdentity, b: ServerIdentity): boolean {
  return a.system === b.system && a.timeline === b.timeline && a.inRecovery === b.inRecovery && a.seesAll === b.seesAll && a.extension === b.extension
}

function countersByOrigin(probe: Probe): ReadonlyMap<string | undefined, readonly string[]> {
  const groups = new Map<string | undefined, string[]>()
  for (const [name, column] of Object.entries(probe.columns)) {
    if (column.kind !== 'counter') continue
    const origin = column.origin ?? probe.origin
    groups.set(origin, [...(groups.get(origin) ?? []), name])
  }
  return groups
}

function startedAgain(
  probe: Probe,
  before: RawReading,
  at: number,
  next: RawReading,
  row: number,
  origin: string | undefined,
  counters: readonly string[],
): boolean {
  if (origin !== undefined && cell(before, origin, at) !== cell(next, origin, row)) return true
  return counters.some((name) => {
    if (probe.columns[name]?.wraps !== undefined) return false
    const was = cell(before, name, at)
    const is = cell(next, name, row)
    return was !== null && is !== null && typeof was !== 'string' && typeof is !== 'string' && is < was
  })
}

/** Both are integers already, so nothing is lost however often increments are added up. */
function increment(was: RawCell, is: RawCell, column: ProbeColumn | undefined): number | null {
  const scale = column === undefined ? 1 : scaleOf(column)
  if (was === null || is === null || typeof was === 'string' || typeof is === 'string') return null
  const around = column?.wraps !== undefined && is < was ? column.wraps * Math.max(1, scale) : 0
  if (typeof was === 'number' && typeof is === 'number') return unscale(is - was + around, scale)
  return unscale(BigInt(is) - BigInt(was), scale)
}

export const cell = (reading: RawReading, name: string, row: number): RawCell => reading.columns[name]?.[row] ?? null

const scaleFor = (probe: Probe, name: string): number => {
  const column = probe.columns[name]
  return column ? scaleOf(column) : 1
}

/** A cell that is passed on as it is: text, or a present value in its own unit. A counter without a baseline is null. */
function plain(probe: Probe, reading: RawReading, name: string, row: number): Cell {
  if (probe.columns[name]?.kind === 'counter') return null
  const value = cell(reading, name, row)
  return value === null || typeof value === 'string' ? value : unscale(value, scaleFor(probe, name))
}

export function keyOf(probe: Probe, reading: RawReading, row: number): string {
  let key = ''
  for (const name in probe.columns) if (probe.columns[name]?.kind === 'key') key += `${String(cell(reading, name, row))}\0`
  return key
}

export function rowNumbers(probe: Probe, reading: RawReading): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (let row = 0; row < reading.rows; row++) numbers.set(keyOf(probe, reading, row), row)
  return numbers
}

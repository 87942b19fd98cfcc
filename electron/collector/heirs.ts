import type { Probe } from '../catalog/define.ts'
import { cell, keysOf } from './cells.ts'
import type { RawReading } from './reading.ts'

/** The row of the reading before whose counters a row has taken over with its name; undefined for nearly all. `at`: its own row there, if it had one. */
export type HeirOf = (row: number, at: number | undefined) => number | undefined

/** What was done over the old index and is told late is not in what the new one was given. */
const NEARLY = 0.9

/**
 * What `REINDEX CONCURRENTLY` builds has another oid, and in the end name and counters of the old one. So a row that has got the names of another one, and of hardly any counter
 * less than that, goes on where that one was; nothing was done yet only because it was done under another oid. Pure.
 */
export function heirsOf(probe: Probe, before: RawReading, next: RawReading): HeirOf | undefined {
  const { inherits, columns } = probe
  if (inherits === undefined) return undefined
  const namesOf = (reading: RawReading, row: number): string => inherits.map((name) => String(cell(reading, name, row))).join('\0')
  // Hardly ever asked for.
  let named: ReadonlyMap<string, number> | undefined
  const rowOf = (names: string): number | undefined =>
    (named ??= new Map(Array.from({ length: before.rows }, (_, row) => [namesOf(before, row), row]))).get(names)
  const [keyBefore, keyNow] = [keysOf(probe, before), keysOf(probe, next)]
  const counters = Object.keys(columns).filter((name) => columns[name]?.kind === 'counter')
  return (row, at) => {
    if (at !== undefined && inherits.every((name) => cell(before, name, at) === cell(next, name, row))) return undefined
    const from = rowOf(namesOf(next, row))
    if (from === undefined || keyBefore(from) === keyNow(row)) return undefined
    const isMore = counters.every((name) => {
      const [was, is] = [cell(before, name, from), cell(next, name, row)]
      return was === null || (is !== null && Number(is) >= Number(was) * NEARLY)
    })
    return isMore ? from : undefined
  }
}

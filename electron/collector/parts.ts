import type { Probe } from '../catalog/define.ts'
import { cell, sameStatistics } from './cells.ts'
import { readNumber, scaleOf, type RawCell, type RawReading } from './reading.ts'

/**
 * Which parts moved (indexes), as told by readings of what they are parts of (tables): those are found by what their parts did anyway, so that the server
 * need not look for them once more. Names are those of readings of the whole, `tables/<oid of the database>`.
 */
export interface Parts {
  /** A reading of the whole, and the one before it. Without that one it is not known what moved. */
  see(name: string, before: RawReading | undefined, reading: RawReading): void
  /** What moved since `taken`: what is told of each, by oid. Undefined: that is not known, and all have to be read. */
  moved(name: string): ReadonlyMap<string, string> | undefined
  /** They were read. `left`: and files were looked at, for all but these. */
  taken(name: string, left?: readonly string[]): void
  /** Oids of those that moved since files were looked at. */
  unmeasured(name: string): readonly string[]
}

/** The internal column in which a whole tells of its parts, joined by commas: `<oid>:<mark>:<named>` of each, and numbers. */
const PART_MARKS = 'index_marks'

const toldIn = (cell: unknown): readonly string[] => (typeof cell === 'string' && cell !== '' ? cell.split(',') : [])

const oidOf = (told: string): string => told.slice(0, told.indexOf(':'))

/** The marks alone of a whole reading. */
export const partMarks = (reading: RawReading): readonly string[] =>
  (reading.columns[PART_MARKS] ?? []).flatMap((cell) => toldIn(cell).map((told) => told.slice(told.indexOf(':') + 1).split(':', 1)[0] ?? ''))

/** What is told of the parts that are new or of which something else was told before, by oid. Pure. */
export function movedParts(before: RawReading, reading: RawReading): ReadonlyMap<string, string> {
  const were = before.columns[PART_MARKS] ?? []
  const same = new Set(were)
  const known = new Set(were.flatMap(toldIn))
  return new Map(
    (reading.columns[PART_MARKS] ?? [])
      .filter((cell) => !same.has(cell))
      .flatMap(toldIn)
      .filter((told) => !known.has(told))
      .map((told) => [oidOf(told), told]),
  )
}

export function createParts(): Parts {
  const moved = new Map<string, Map<string, string>>()
  const unmeasured = new Map<string, Set<string>>()
  return {
    see: (name, before, reading) => {
      if (reading.columns[PART_MARKS] === undefined) return
      if (before === undefined) moved.delete(name)
      else
        for (const [oid, told] of movedParts(before, reading)) {
          moved.get(name)?.set(oid, told)
          unmeasured.get(name)?.add(oid)
        }
    },
    moved: (name) => moved.get(name),
    taken: (name, left) => {
      moved.set(name, new Map())
      if (left !== undefined) unmeasured.set(name, new Set(left))
    },
    unmeasured: (name) => [...(unmeasured.get(name) ?? [])],
  }
}

/**
 * The reading of parts that follows from the one before and from what a newer reading of the whole tells of those that moved: of the same instant as that. Undefined
 * when that is not enough: one of them is new or has another name, or the two readings are not of the same statistics. Pure.
 */
export function followed(
  { columns, follows }: Probe,
  before: RawReading | undefined,
  whole: RawReading | undefined,
  moved: ReadonlyMap<string, string> | undefined,
): RawReading | undefined {
  if (follows === undefined || before === undefined || whole === undefined || moved === undefined) return undefined
  if (whole.takenAt <= before.takenAt || !sameStatistics(before.server, whole.server)) return undefined
  const rowOf = new Map((before.columns[follows.part] ?? []).map((oid, row) => [oid, row]))
  const wholes = new Map((whole.columns[follows.whole] ?? []).map((oid, row) => [oid, row]))
  const next: Record<string, RawCell[]> = {}
  for (const name of [...follows.told, ...follows.labels]) next[name] = [...(before.columns[name] ?? [])]
  for (const [oid, told] of moved) {
    const [, , named, ...numbers] = told.split(':')
    const row = rowOf.get(oid)
    if (row === undefined || cell(before, 'named', row) !== named) return undefined
    for (const [at, name] of follows.told.entries())
      put(next, name, row, numbers[at] ? readNumber(numbers[at], columns[name] ? scaleOf(columns[name]) : 1) : null)
    const of = wholes.get(cell(before, follows.whole, row))
    if (of !== undefined) for (const name of follows.labels) put(next, name, row, cell(whole, name, of))
  }
  return { ...before, takenAt: whole.takenAt, server: whole.server, columns: { ...before.columns, ...next } }
}

function put(columns: Record<string, RawCell[]>, name: string, row: number, value: RawCell): void {
  const cells = columns[name]
  if (cells !== undefined) cells[row] = value
}

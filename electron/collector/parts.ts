import type { Probe } from '../catalog/define.ts'
import { cell, sameStatistics } from './cells.ts'
import { readNumber, scaleOf, type RawCell, type RawReading } from './reading.ts'

/**
 * Which parts moved (indexes), as told by readings of what they are parts of (tables): those are found by what their parts did anyway, so that the server
 * need not look for them once more. Names are those of readings of the whole, `tables/<oid of the database>`.
 */
export interface Parts {
  /** A reading of the whole, and the one before it. Without that one it is not known what moved. `all`: everything was read, and not only what moved. */
  see(name: string, before: RawReading | undefined, reading: RawReading, all?: boolean): void
  /** Whether a reading that was seen, or what it was completed to, was one of everything, and made since another. */
  isAll(reading: RawReading, since: RawReading): boolean
  /** What moved since `taken`: what is told of each, by oid. Undefined: that is not known, and all have to be read. */
  moved(name: string): ReadonlyMap<string, Part> | undefined
  /** They were read. `left`: and files were looked at, for all but these. */
  taken(name: string, left?: readonly string[]): void
  /** Oids of those that moved since files were looked at. */
  unmeasured(name: string): readonly string[]
}

/** The internal column in which a whole tells of its parts, joined by commas: `<oid>:<mark>:<name>:<state>:<numbers>` of each, all of them numbers. */
export const PART_MARKS = 'index_marks'

/** What is told of one part. */
export interface Part {
  readonly oid: string
  readonly mark: string
  readonly named: string
  /** Bits: 2 where queries may use it, 1 for the primary key; empty where that was not looked at. */
  readonly state: string
  readonly numbers: readonly string[]
  readonly text: string
}

const NONE: readonly Part[] = []

/** What a cell tells of parts. */
export function toldIn(cell: unknown): readonly Part[] {
  if (typeof cell !== 'string' || cell === '') return NONE
  return cell.split(',').map((text) => {
    const [oid = '', mark = '', named = '', state = '', ...numbers] = text.split(':')
    return { oid, mark, named, state, numbers, text }
  })
}

const USABLE = 2
/** Whether queries may use it. */
export const isUsable = ({ state }: Part): boolean => Number(state) >= USABLE

/** Whether queries may no longer use one of the parts that are told of: it is gone, and none has taken its name. Pure. */
export function hasLost(was: unknown, is: unknown): boolean {
  if (was === is) return false
  const now = toldIn(is).filter(isUsable)
  const [oids, names] = [new Set(now.map(({ oid }) => oid)), new Set(now.map(({ named }) => named))]
  return toldIn(was).some((part) => isUsable(part) && !oids.has(part.oid) && !names.has(part.named))
}

/** The marks alone of a whole reading. */
export const partMarks = (reading: RawReading): readonly string[] => (reading.columns[PART_MARKS] ?? []).flatMap((cell) => toldIn(cell).map(({ mark }) => mark))

/** What is told of the parts that are new or of which something else was told before, by oid. Pure. */
export function movedParts(before: RawReading, reading: RawReading): ReadonlyMap<string, Part> {
  const were = before.columns[PART_MARKS] ?? []
  const same = new Set(were)
  const changed = (reading.columns[PART_MARKS] ?? []).filter((cell) => !same.has(cell)).flatMap(toldIn)
  const known = new Set(changed.length === 0 ? [] : were.flatMap(toldIn).map(({ text }) => text))
  return new Map(changed.filter(({ text }) => !known.has(text)).map((part) => [part.oid, part]))
}

export function createParts(): Parts {
  const moved = new Map<string, Map<string, Part>>()
  const unmeasured = new Map<string, Set<string>>()
  /** By the column of marks, which stays the same while a reading is completed. */
  const complete = new WeakSet<readonly RawCell[]>()
  return {
    isAll: ({ columns, takenAt }, since) => takenAt > since.takenAt && columns[PART_MARKS] !== undefined && complete.has(columns[PART_MARKS]),
    see: (name, before, reading, all) => {
      if (reading.columns[PART_MARKS] === undefined) return
      if (all) complete.add(reading.columns[PART_MARKS])
      if (before === undefined) moved.delete(name)
      else
        for (const [oid, part] of movedParts(before, reading)) {
          moved.get(name)?.set(oid, part)
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
  moved: ReadonlyMap<string, Part> | undefined,
): RawReading | undefined {
  if (follows === undefined || before === undefined || whole === undefined || moved === undefined) return undefined
  if (whole.takenAt <= before.takenAt || !sameStatistics(before.server, whole.server)) return undefined
  const rowOf = new Map((before.columns[follows.part] ?? []).map((oid, row) => [oid, row]))
  const wholes = new Map((whole.columns[follows.whole] ?? []).map((oid, row) => [oid, row]))
  const next: Record<string, RawCell[]> = {}
  for (const name of [...follows.told, ...follows.labels]) next[name] = [...(before.columns[name] ?? [])]
  for (const [oid, { named, state, numbers }] of moved) {
    const row = rowOf.get(oid)
    if (row === undefined || cell(before, 'named', row) !== `${named}:${state}`) return undefined
    for (const [at, name] of follows.told.entries())
      put(next, name, row, numbers[at] ? readNumber(numbers[at], columns[name] ? scaleOf(columns[name]) : 1) : null)
    const of = wholes.get(cell(before, follows.whole, row))
    if (of !== undefined) for (const name of follows.labels) put(next, name, row, cell(whole, name, of))
  }
  return { ...before, takenAt: whole.takenAt, server: whole.server, columns: { ...before.columns, ...next } }
}

/** The reading without what the whole, all of which was read, does not tell of any more, and called as the whole is called now. Pure. */
export function withoutGone({ follows }: Probe, before: RawReading, whole: RawReading): RawReading {
  const wholeOf = new Map((whole.columns[PART_MARKS] ?? []).flatMap((cell, row) => toldIn(cell).map(({ oid }) => [oid, row] as const)))
  const kept = (before.columns[follows?.part ?? ''] ?? []).flatMap((oid, row) => {
    const of = wholeOf.get(String(oid))
    return of === undefined ? [] : [{ row, of }]
  })
  const labels = new Set(follows?.labels)
  const columns = Object.fromEntries(
    Object.entries(before.columns).map(([name, cells]) => [name, kept.map(({ row, of }) => (labels.has(name) ? cell(whole, name, of) : (cells[row] ?? null)))]),
  )
  return { ...before, rows: kept.length, columns }
}

function put(columns: Record<string, RawCell[]>, name: string, row: number, value: RawCell): void {
  const cells = columns[name]
  if (cells !== undefined) cells[row] = value
}

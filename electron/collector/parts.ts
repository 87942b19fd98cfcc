import type { RawReading } from './reading.ts'

/**
 * Which parts moved (indexes), as told by readings of what they are parts of (tables): those are found by what their parts did anyway, so that the server
 * need not look for them once more. Names are those of readings of the whole, `tables/<oid of the database>`.
 */
export interface Parts {
  /** A reading of the whole, and the one before it. Without that one it is not known what moved. */
  see(name: string, before: RawReading | undefined, reading: RawReading): void
  /** Oids of what moved since `taken`; undefined: that is not known, and all have to be read. */
  moved(name: string): readonly string[] | undefined
  /** They were read. */
  taken(name: string): void
}

/** The internal column in which a whole tells of its parts: `<oid>:<mark>` of each, joined by commas. */
const PART_MARKS = 'index_marks'

/** Part and mark, each, of a cell of that column. */
const pairsOf = (cell: unknown): readonly string[] => (typeof cell === 'string' && cell !== '' ? cell.split(',') : [])

/** The marks alone of a whole reading. */
export const partMarks = (reading: RawReading): readonly string[] =>
  (reading.columns[PART_MARKS] ?? []).flatMap((cell) => pairsOf(cell).map((pair) => pair.slice(pair.indexOf(':') + 1)))

/** Oids of the parts that are new or have another mark than before. Pure. */
export function movedParts(before: RawReading, reading: RawReading): readonly string[] {
  const were = before.columns[PART_MARKS] ?? []
  const same = new Set(were)
  const known = new Set(were.flatMap(pairsOf))
  return (reading.columns[PART_MARKS] ?? [])
    .filter((cell) => !same.has(cell))
    .flatMap(pairsOf)
    .filter((pair) => !known.has(pair))
    .map((pair) => pair.slice(0, pair.indexOf(':')))
}

export function createParts(): Parts {
  const moved = new Map<string, Set<string>>()
  return {
    see: (name, before, reading) => {
      if (reading.columns[PART_MARKS] === undefined) return
      if (before === undefined) moved.delete(name)
      else for (const oid of movedParts(before, reading)) moved.get(name)?.add(oid)
    },
    moved: (name) => {
      const known = moved.get(name)
      return known && [...known]
    },
    taken: (name) => void moved.set(name, new Set()),
  }
}

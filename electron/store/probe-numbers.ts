import type { ReadDb, WriteDb } from './db.ts'

/** Probes are numbered as they are first stored, so that another probe edits nothing. */
export function createProbeNumbers(db: ReadDb): (probe: string) => number | undefined {
  const known = new Map<string, number>()
  const select = db.prepare<[string], number>('select id from probe where name = ?').pluck()
  return (probe) => {
    const number = known.get(probe) ?? select.get(probe)
    if (number !== undefined) known.set(probe, number)
    return number
  }
}

export interface WriteProbeNumbers {
  readonly numberOf: (probe: string) => number
  readonly forget: () => void
}

export function createWriteProbeNumbers(db: WriteDb): WriteProbeNumbers {
  const known = new Map<string, number>()
  const select = db.prepare<[string], number>('select id from probe where name = ?').pluck()
  const insert = db.prepare<[string]>('insert into probe (name) values (?)')
  return {
    numberOf(probe) {
      const number = known.get(probe) ?? select.get(probe) ?? Number(insert.run(probe).lastInsertRowid)
      known.set(probe, number)
      return number
    },
    forget: () => known.clear(),
  }
}

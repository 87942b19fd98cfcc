import type { Probe } from '../catalog/define.ts'
import type { RawCell, RawReading } from './reading.ts'

/**
 * Which rows moved since files were looked at: all of them are looked at in their turn, and not only those that moved in the minute before. What was written to and has been
 * left alone since is found too, and what a lock kept back comes with the next turn. Names are those of readings.
 */
export interface Touched {
  /** The reading, with the marks alone of what was measured and did not move since, so that the server tells all the others. */
  untouched(name: string, reading: RawReading): RawReading
  /** Files were looked at for this reading, as it came: what was not measured is null. */
  measured(probe: Probe, reading: RawReading): void
  /** The reading is safe: what comes next is compared with it. */
  handedOver(name: string, reading: RawReading): void
}

/** The internal column that changes with what is told of a row. */
const MARK = 'mark'

export function createTouched(): Touched {
  const known = new Map<string, ReadonlySet<RawCell>>()
  /** By the column of marks, which stays the same while a reading is completed. */
  const seen = new WeakMap<readonly RawCell[], ReadonlySet<RawCell>>()
  return {
    untouched: (name, reading) => {
      const marks = reading.columns[MARK]
      if (marks === undefined) return reading
      return { ...reading, columns: { ...reading.columns, [MARK]: marks.map((mark) => (known.get(name)?.has(mark) ? mark : null)) } }
    },
    measured: (probe, reading) => {
      const marks = probe.measured && reading.columns[MARK]
      const isMeasured = measuredRows(probe, reading)
      if (marks !== undefined) seen.set(marks, new Set(marks.filter((_, row) => isMeasured(row))))
    },
    handedOver: (name, { columns }) => {
      const marks = columns[MARK] && seen.get(columns[MARK])
      if (marks !== undefined) known.set(name, marks)
    },
  }
}

/** Parts for which files were not looked at, by oid. */
export function notMeasured(probe: Probe, reading: RawReading): readonly string[] {
  const isMeasured = measuredRows(probe, reading)
  return (reading.columns[probe.follows?.part ?? ''] ?? []).filter((_, row) => !isMeasured(row)).map(String)
}

/** Whether a row has everything for which the server looks at files. */
function measuredRows({ measured }: Probe, { columns }: RawReading): (row: number) => boolean {
  const cells = (measured?.columns ?? []).map((name) => columns[name] ?? [])
  return (row) => cells.every((column) => (column[row] ?? null) !== null)
}

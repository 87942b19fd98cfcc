import type { RawReading } from './reading.ts'

/**
 * Which rows moved since files were looked at: all of them are looked at in their turn, and not only those that moved in the minute before. What was written to and has been
 * left alone since is found too. Names are those of readings.
 */
export interface Touched {
  /** The reading, with the marks alone of what did not move since `measured`, so that the server tells all the others. */
  untouched(name: string, reading: RawReading): RawReading
  /** Files were looked at for this reading. */
  measured(name: string, reading: RawReading): void
}

/** The internal column that changes with what is told of a row. */
const MARK = 'mark'

export function createTouched(): Touched {
  const marks = new Map<string, RawReading['columns'][string]>()
  return {
    untouched: (name, reading) => {
      const known = new Set(marks.get(name))
      const mark = (reading.columns[MARK] ?? []).map((cell) => (known.has(cell) ? cell : null))
      return reading.columns[MARK] === undefined ? reading : { ...reading, columns: { ...reading.columns, [MARK]: mark } }
    },
    measured: (name, reading) => {
      const column = reading.columns[MARK]
      if (column !== undefined) marks.set(name, column)
    },
  }
}

/** The form of an alerting rule: what is measured, from which readings, and when it is too much. Pure: nothing here asks anything of anybody. */
import type { Unit } from '../../shared/model/report.ts'

/** One reading of one probe, as a rule looks at it. */
export interface RuleReading {
  /** End of the reading, ms since the epoch. */
  readonly end: number
  /** Its length in seconds: what a counter's increments, or a sample, stand for. */
  readonly seconds: number
  readonly rows: number
  /** Names the row's object: the same in every reading. */
  object(row: number): number
  /** A counter or gauge; NaN where it was not collected. */
  number(name: string, row: number): number
  /** A key or label. */
  text(name: string, row: number): string | null
}

/** What is known of an instance when a span of minutes is complete. */
export interface RuleInput {
  /** The readings that ended in the span, oldest first; counters of an interval after a pause are not in them. */
  readonly readings: (probe: string) => readonly RuleReading[]
  /** Processors of the server, null where they are not known. */
  readonly cpus: number | null
  /** Complete minutes in which nothing came although the platform ran. */
  readonly quiet: number
  /** Totals per statement of the past hour, with those of the same hour of the days before; only for rules that `compares`. */
  readonly compared: readonly Compared[]
}

/** A statement in the past hour, and in the same hour of the last seven days. Times in ms. */
export interface Compared {
  readonly label: (name: string) => string | null
  readonly calls: number
  readonly time: number
  readonly callsBefore: number
  readonly timeBefore: number
  /** On how many of the days it ran. */
  readonly days: number
}

export interface Measured {
  readonly value: number
  /** What it is about, for the message: a database, a file system, a slot. */
  readonly subject?: string
  /** Further facts for the message, ready to be shown. */
  readonly facts?: Readonly<Record<string, string | number>>
}

export interface RuleForm {
  /** Equals the file name. */
  readonly id: string
  readonly title: string
  readonly doc: string
  /** What is measured, as it stands in "When [it] is at least …". */
  readonly measure: string
  readonly unit: Unit
  /** The value gets worse as it falls: it reaches a state when it is at or below its threshold. */
  readonly falling?: true
  /** The value reaches a state when it is at or above its threshold; null: it never does. */
  readonly warning: number | null
  readonly critical: number | null
  /** Minutes that it must last. */
  readonly occurrences: number
  /** Minutes without it until it is over. Default: as many as it must last. */
  readonly over?: number
  /** Minutes between two measurements, each over all readings since the one before. Default 1. */
  readonly each?: number
  /** The platform's own minutes count, not those of the readings: it is judged also when nothing comes. */
  readonly always?: true
  /** Its statements are compared with the same hour of the last seven days. */
  readonly compares?: true
  /** Columns by probe. Labels of keyed probes are there without being named. */
  readonly reads: Readonly<Record<string, readonly string[]>>
  /** null: this span cannot tell, and changes nothing. */
  readonly of: (input: RuleInput) => Measured | null
  /** A sentence about what was measured: `{value}`, `{subject}` and the facts are filled in. */
  readonly message: string
  /** What to look at or to do when it fires, for whoever is called at night. */
  readonly next: string
  /** A statement that shows more, to be run on the instance by hand; it only reads, and runs on every supported version, primary and standby. */
  readonly sql?: string
}

export const defineRule = (rule: RuleForm): RuleForm => rule

/** The largest of the measured; null when nothing was. */
export function worst(all: Iterable<Measured>): Measured | null {
  let found: Measured | null = null
  for (const one of all) if (!Number.isNaN(one.value) && (found === null || one.value > found.value)) found = one
  return found
}

/** One measure per row of the last reading; null when there was no reading. `none` stands for a reading without rows. */
export function ofRows(input: RuleInput, probe: string, measure: (reading: RuleReading, row: number) => Measured | null, none?: Measured): Measured | null {
  const reading = input.readings(probe).at(-1)
  if (reading === undefined) return null
  const measured = Array.from({ length: reading.rows }, (_, row) => measure(reading, row)).filter((one) => one !== null)
  return worst(measured) ?? none ?? null
}

/** A counter added up over rows and readings; null when it was never collected. */
export function total(input: RuleInput, probe: string, column: string): number | null {
  let sum: number | null = null
  for (const reading of input.readings(probe))
    for (let row = 0; row < reading.rows; row++) {
      const value = reading.number(column, row)
      if (!Number.isNaN(value)) sum = (sum ?? 0) + value
    }
  return sum
}

/** How many rows of a sample are of a kind, on average over the samples; null when there was none. */
export function averageCount(input: RuleInput, probe: string, counts: (reading: RuleReading, row: number) => boolean): number | null {
  const readings = input.readings(probe)
  if (readings.length === 0) return null
  let rows = 0
  for (const reading of readings) for (let row = 0; row < reading.rows; row++) if (counts(reading, row)) rows++
  return rows / readings.length
}

/** Seconds from a reading until its `valid_until`, and how that is told. */
export function timeLeft(reading: RuleReading, row: number): Measured {
  const until = reading.number('valid_until', row)
  const left = (until - reading.end) / 1000
  return { value: left, facts: { ends: left > 0 ? 'ends' : 'has ended', when: Number.isNaN(until) ? '?' : new Date(until).toISOString().slice(0, 10) } }
}

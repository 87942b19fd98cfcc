import type { Probe, ProbeColumn } from '../catalog/define.ts'
import type { Totals } from './totals.ts'

/** Whose statistics a reading holds. As long as all of it stays the same, counters of two readings may be compared. */
export interface ServerIdentity {
  /** of pg_control_system(): set by initdb, shared by a primary and its replicas */
  readonly system: string
  /** timeline of a primary; null on a standby, which follows its primary's */
  readonly timeline: string | null
  readonly inRecovery: boolean
  /** Whether we may see the statistics of other users; rows appear and vanish with it. */
  readonly seesAll: boolean
  /** Version of the extension that is read, null when the probe needs none. */
  readonly extension: string | null
  /** pg_postmaster_start_time(), ms. Not part of the comparison: statistics survive an orderly restart. */
  readonly startedAt: number
}

/**
 * One cell as it was read. Numeric columns with a scale are integers of value * scale, a bigint beyond 2^53; with scale 0 they are
 * ordinary numbers. Key, label and internal columns are text.
 */
export type RawCell = number | bigint | string | null

/** One reading of one probe, cumulative, column-wise: `columns[name][i]` is row i. Survives node:v8's serialize and deserialize. */
export interface RawReading {
  /** ms since the epoch, corrected to the platform's clock; everything counted so far is in it */
  readonly takenAt: number
  readonly server: ServerIdentity
  readonly rows: number
  readonly columns: Readonly<Record<string, readonly RawCell[]>>
  /** What each database did in all, beside its statements. */
  readonly totals?: Totals
}

/** What a numeric column's values are multiplied by before they become integers; 0 keeps them as they are. */
export const scaleOf = (column: ProbeColumn): number => column.scale ?? 1

/** Turns PostgreSQL's text of a number into an integer of value * scale, exact for integers of any length. NaN and infinities are null. */
export function readNumber(text: string, scale: number): number | bigint | null {
  if (scale === 1 && text.length > 15 && /^-?\d+$/.test(text)) return narrow(BigInt(text))
  const value = Number(text)
  if (!Number.isFinite(value)) return null
  if (scale === 0) return value
  const scaled = Math.round(value * scale)
  return Number.isSafeInteger(scaled) ? scaled : BigInt(scaled)
}

export const narrow = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value

/** The value of a scaled integer in the column's own unit. */
export const unscale = (value: number | bigint, scale: number): number => (scale <= 1 ? Number(value) : Number(value) / scale)

/** Names of the columns the probe's statement returns, in no particular order; those that came with versions that are not known may be left out. */
export function statementColumns(probe: Probe, isKnown: (since: string) => boolean = () => true): string[] {
  const packs = probe.packed ?? {}
  const packed = new Set(Object.values(packs).flat())
  const isThere = (name: string): boolean => isKnown(probe.columns[name]?.since ?? '0')
  return [
    ...readColumns(probe).filter((name) => !packed.has(name) && isThere(name)),
    ...Object.entries(packs).flatMap(([pack, parts]) => (parts.some(isThere) ? [pack] : [])),
  ]
}

const readColumns = (probe: Probe): string[] => [...Object.keys(probe.columns).filter((name) => !probe.columns[name]?.computed), ...(probe.internal ?? [])]

/** The cells of one pack, by row: undefined where all are null, [] where all are 0. */
const unpack = (cell: string | null): readonly string[] | undefined => (cell === null ? undefined : cell === '' ? [] : cell.split(','))

/** Builds a reading out of the rows as they came from the server: text or null per cell. Columns the statement has not are null. */
export function toReading(
  probe: Probe,
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  takenAt: number,
  server: ServerIdentity,
): RawReading {
  const columns: Record<string, RawCell[]> = {}
  for (const [pack, parts] of Object.entries(probe.packed ?? {})) {
    const at = names.indexOf(pack)
    const cells = rows.map((row) => unpack(row[at] ?? null))
    for (const [i, name] of parts.entries()) {
      const column = probe.columns[name]
      const scale = column ? scaleOf(column) : 1
      columns[name] = cells.map((values) => (values === undefined ? null : values.length === 0 ? 0 : values[i] ? readNumber(values[i], scale) : null))
    }
  }
  for (const name of readColumns(probe)) {
    if (columns[name] !== undefined) continue
    const at = names.indexOf(name)
    const column = probe.columns[name]
    const numeric = column?.kind === 'counter' || column?.kind === 'gauge'
    const scale = column ? scaleOf(column) : 1
    columns[name] = rows.map((row) => {
      const text = row[at] ?? null
      return text === null || !numeric ? text : readNumber(text, scale)
    })
  }
  return { takenAt, server, rows: rows.length, columns }
}

/** What statements are ranked by, in words, and what is computed from their counters. Pure; null stays "not collected". */
import type { QueryCounters, QueryMinute, RankedBy } from '../../data/api.ts'
import { formatBytes, formatCount, formatDuration } from '../../../shared/units.ts'

export type Metric = keyof QueryCounters & RankedBy

interface Form {
  readonly by: Metric
  readonly name: string
  readonly write: (value: number | null) => string
}

export const METRICS: readonly Form[] = [
  { by: 'total_time', name: 'Total time', write: formatDuration },
  { by: 'calls', name: 'Calls', write: formatCount },
  { by: 'rows', name: 'Rows', write: formatCount },
  { by: 'shared_blks_hit', name: 'Cache blocks hit', write: formatCount },
  { by: 'shared_blks_read', name: 'Cache blocks read', write: formatCount },
  { by: 'shared_blks_dirtied', name: 'Cache blocks dirtied', write: formatCount },
  { by: 'shared_blks_written', name: 'Cache blocks written', write: formatCount },
  { by: 'local_blks_hit', name: 'Local blocks hit', write: formatCount },
  { by: 'local_blks_read', name: 'Local blocks read', write: formatCount },
  { by: 'local_blks_dirtied', name: 'Local blocks dirtied', write: formatCount },
  { by: 'local_blks_written', name: 'Local blocks written', write: formatCount },
  { by: 'temp_blks_read', name: 'Temp blocks read', write: formatCount },
  { by: 'temp_blks_written', name: 'Temp blocks written', write: formatCount },
  { by: 'blk_read_time', name: 'Read time', write: formatDuration },
  { by: 'blk_write_time', name: 'Write time', write: formatDuration },
  { by: 'wal_bytes', name: 'WAL bytes', write: formatBytes },
]

export const metricOf = (by: string | null): Form =>
  METRICS.find((metric) => metric.by === by) ?? { by: 'total_time', name: 'Total time', write: formatDuration }

/** Sum of what was collected; null when nothing was. */
export function sumOf(rows: readonly QueryCounters[], metric: Metric): number | null {
  const known = rows.map((row) => row[metric]).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export const ratio = (part: number | null, whole: number | null): number | null => (part === null || whole === null || whole === 0 ? null : part / whole)

export const hitShare = (row: QueryCounters): number | null =>
  row.shared_blks_hit === null || row.shared_blks_read === null ? null : ratio(row.shared_blks_hit, row.shared_blks_hit + row.shared_blks_read)

export const tempBlocks = (row: QueryCounters): number | null =>
  row.temp_blks_read === null || row.temp_blks_written === null ? null : row.temp_blks_read + row.temp_blks_written

/** Several rows of one minute (instances, databases, users) added up, in order of time. */
export function byMinute(rows: readonly QueryMinute[]): readonly { readonly time: number; readonly sums: Readonly<Record<Metric, number | null>> }[] {
  const minutes = new Map<number, QueryMinute[]>()
  for (const row of rows) {
    const time = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(row.time) ? row.time : `${row.time.replace(' ', 'T')}Z`)
    minutes.set(time, [...(minutes.get(time) ?? []), row])
  }
  const sums = (some: readonly QueryMinute[]) => Object.fromEntries(METRICS.map(({ by }) => [by, sumOf(some, by)])) as Record<Metric, number | null> // METRICS names every metric
  return [...minutes].sort(([a], [b]) => a - b).map(([time, some]) => ({ time, sums: sums(some) }))
}

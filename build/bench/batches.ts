import type { Probe } from '../../electron/catalog/define.ts'
import type { Batch, Block, Cell } from '../../shared/model/sample.ts'
import {
  INDEX_GAUGES,
  INDEX_METRICS,
  INSTANCE_METRICS,
  QUERY_METRICS,
  SESSION_NUMBERS,
  TABLE_GAUGES,
  TABLE_METRICS,
  type Minute,
  type Rows,
} from './busy-day.ts'

/** Begin of the first minute, ms: a midnight of UTC. */
export const BEGIN = 19_445 * 86_400_000
export const MINUTE_MS = 60_000

const column = (kind: 'key' | 'label' | 'counter' | 'gauge'): Probe['columns'][string] => ({ kind, doc: kind })
const probe = (id: string, shape: Probe['shape'], columns: Probe['columns']): Probe => ({
  id,
  doc: id,
  shape,
  scope: 'instance',
  every: 60,
  sql: { '13': '' },
  columns,
})
export const metric = (n: number): string => `m${String(n)}`
const metrics = (count: number, gauges: readonly number[]): Probe['columns'] =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [metric(n), column(gauges.includes(n) ? 'gauge' : 'counter')]))
const steady = Array.from({ length: INSTANCE_METRICS / 3 }, (_, i) => i * 3 + 2)
export const SESSION_LABELS = ['pid', 'database', 'user_name', 'application_name', 'client', 'state', 'wait', 'query'] as const

/** The shapes of what the day holds. */
export const PROBES: readonly Probe[] = [
  probe('queries', 'rows', { id: column('key'), ...metrics(QUERY_METRICS, []) }),
  probe('tables', 'rows', { id: column('key'), ...metrics(TABLE_METRICS, TABLE_GAUGES) }),
  probe('indexes', 'rows', { id: column('key'), ...metrics(INDEX_METRICS, INDEX_GAUGES) }),
  probe('instance', 'rows', metrics(INSTANCE_METRICS, steady)),
  {
    ...probe('sessions', 'samples', Object.fromEntries(SESSION_LABELS.map((name) => [name, column('label')]))),
    tally: { minutes: ['wait', 'state'], moments: ['state'], hours: SESSION_LABELS.filter((name) => name !== 'pid') },
  },
]

function rowsBlock(id: string, { ids, values }: Rows, count: number, end: number): Block {
  const columns: Record<string, Cell[]> = { id: Array.from(ids, String) }
  for (let n = 0; n < count; n++) columns[metric(n)] = Array.from(ids, (_, row) => values[row * count + n] ?? 0)
  return { probe: id, begin: end - MINUTE_MS, end, flags: [], rows: ids.length, columns }
}

function sessionBlocks(sessions: Int32Array, begin: number): Block[] {
  const ticks = new Map<number, number[]>()
  for (let at = 0; at < sessions.length; at += SESSION_NUMBERS) {
    const second = sessions[at] ?? 0
    ticks.set(second, [...(ticks.get(second) ?? []), at])
  }
  return Array.from(ticks, ([second, rows]) => ({
    probe: 'sessions',
    begin: begin + second * 1000 - 6000,
    end: begin + second * 1000,
    flags: [],
    rows: rows.length,
    columns: Object.fromEntries(SESSION_LABELS.map((name, n) => [name, rows.map((at) => String(sessions[at + 1 + n]))])),
  }))
}

/** A minute as an agent sends it: minute 0 begins at BEGIN, and readings end a second before the minute does. */
export function batchOf(minute: Minute, number: number, connection = 'c'): Batch {
  const begin = BEGIN + number * MINUTE_MS
  const end = begin + MINUTE_MS - 1000
  return {
    version: 1,
    instance: { connection, name: connection === 'c' ? 'busy' : connection, server: 'host', host: 'host', port: 5432, tags: '', cpus: 8 },
    blocks: [
      rowsBlock('queries', minute.queries, QUERY_METRICS, end),
      rowsBlock('tables', minute.tables, TABLE_METRICS, end),
      rowsBlock('indexes', minute.indexes, INDEX_METRICS, end),
      instanceBlock(minute.instance, number),
      ...sessionBlocks(minute.sessions, begin),
    ],
    texts: [],
  }
}

export function instanceBlock(values: Float64Array, number: number): Block {
  const end = BEGIN + number * MINUTE_MS + MINUTE_MS - 1000
  return {
    probe: 'instance',
    begin: end - MINUTE_MS,
    end,
    flags: [],
    rows: 1,
    columns: Object.fromEntries(Array.from(values, (value, n) => [metric(n), [value]])),
  }
}

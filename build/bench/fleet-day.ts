/** Minutes of a busy instance as an agent sends them, in the columns of the catalogue that the reports of the activity interface read. */
import { createHash } from 'node:crypto'
import type { Probe } from '../../electron/catalog/define.ts'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import type { Batch, Block, Cell } from '../../shared/model/sample.ts'
import { BEGIN, MINUTE_MS } from './batches.ts'
import { BUSY, INDEX_METRICS, QUERY_METRICS, SESSION_NUMBERS, TABLE_METRICS, type Minute, type Rows } from './busy-day.ts'

/** Number of rows of probes that are neither statements nor relations, and how often they are read, in minutes. */
const SMALL: Readonly<Record<string, { readonly rows: number; readonly every: number }>> = {
  background: { rows: 1, every: 1 },
  database: { rows: 5, every: 1 },
  'database-size': { rows: 5, every: 10 },
  host: { rows: 1, every: 1 },
  instance: { rows: 1, every: 1 },
  wal: { rows: 1, every: 1 },
}
const declared = new Map<string, Probe>(probes.map((probe) => [probe.id, probe]))
const md5s = Array.from({ length: BUSY.queries + 1 }, (_, id) => createHash('md5').update(String(id)).digest('hex'))

/** What stands in a key or label column of the object of that number. */
function nameOf(column: string, id: number): Cell {
  if (column === 'query_md5_id') return md5s[id] ?? null
  if (column === 'datid' || column === 'dbid') return String(16_384 + (id % 5))
  if (column === 'database') return `database_${String(id % 5)}`
  if (column === 'userid' || column === 'user') return `user_${String(id % 7)}`
  if (column === 'toplevel') return 'true'
  if (column === 'version') return '17.2'
  return column.endsWith('id') ? String(id) : `${column}_${String(id)}`
}

/** The probe's numbers are those of the minute, in order; what the minute does not have is 0, as most counters of most rows are. */
function blockOf(id: string, { ids, values }: Rows, count: number, end: number, length = MINUTE_MS): Block {
  const columns: Record<string, Cell[]> = {}
  let number = 0
  for (const [name, { kind }] of Object.entries(declared.get(id)?.columns ?? {})) {
    const n = kind === 'key' || kind === 'label' ? undefined : number++
    columns[name] =
      n === undefined ? Array.from(ids, (one) => nameOf(name, one)) : Array.from(ids, (_, row) => (n < count ? (values[row * count + n] ?? 0) : 0))
  }
  return { probe: id, begin: end - length, end, flags: [], rows: ids.length, columns }
}

const WAITS = ['CPU', 'IO', 'Lock', 'LWLock', 'Client']
const COMMANDS = ['SELECT', 'UPDATE', 'INSERT', 'DELETE']

function sessionBlocks(sessions: Int32Array, begin: number): Block[] {
  const ticks = Map.groupBy(
    Array.from({ length: sessions.length / SESSION_NUMBERS }, (_, row) => row * SESSION_NUMBERS),
    (at) => sessions[at] ?? 0,
  )
  return Array.from(ticks, ([second, rows]) => {
    const of = (n: number, text: (value: number) => Cell): Cell[] => rows.map((at) => text(sessions[at + n] ?? 0))
    const columns: Record<string, Cell[]> = {
      pid: of(1, String),
      database: of(2, (n) => `database_${String(n)}`),
      user_name: of(3, (n) => `user_${String(n)}`),
      application_name: of(4, (n) => `application_${String(n)}`),
      client_host_name: of(5, (n) => `10.0.0.${String(n)}`),
      backend_type: of(6, () => 'client backend'),
      state: of(6, (n) => (n === 1 ? 'active' : 'idle in transaction')),
      command_type: of(8, (n) => COMMANDS[n % 4] ?? null),
      wait_event_type: of(7, (n) => (n === 0 ? null : (WAITS[1 + (n % 4)] ?? null))),
      wait_event: of(7, (n) => (n === 0 ? null : `event_${String(n)}`)),
      queryid: of(8, String),
      query_md5_id: of(8, (n) => md5s[n] ?? null),
      blocked_by: of(7, () => null),
      xact_age_s: of(1, (n) => (n % 100) / 10),
      query_age_s: of(1, (n) => (n % 50) / 10),
    }
    return { probe: 'sessions', begin: begin + second * 1000 - 6000, end: begin + second * 1000, flags: [], rows: rows.length, columns }
  })
}

/** The minute of that number since BEGIN. */
export function fleetBatch(minute: Minute, number: number, connection: string): Batch {
  const begin = BEGIN + number * MINUTE_MS
  const end = begin + MINUTE_MS - 1000
  const small = Object.entries(SMALL).flatMap(([id, { rows, every }]) =>
    number % every === 0
      ? [blockOf(id, { ids: Int32Array.from({ length: rows }, (_, row) => row + 1), values: minute.instance }, 12, end, every * MINUTE_MS)]
      : [],
  )
  return {
    version: 1,
    instance: { connection, name: connection, server: `server-${connection}`, host: `host-${connection}`, port: 5432, tags: 'env=bench', cpus: 8 },
    blocks: [
      blockOf('statements', minute.queries, QUERY_METRICS, end),
      blockOf('tables', minute.tables, TABLE_METRICS, end),
      blockOf('indexes', minute.indexes, INDEX_METRICS, end),
      ...small,
      ...sessionBlocks(minute.sessions, begin),
    ],
    texts:
      number % 1440 === 0
        ? md5s.map((md5, id) => ({ md5, text: `select column_${String(id)}, ${'some_column, '.repeat(id % 40)}1 from a_table where id = $1` }))
        : [],
  }
}

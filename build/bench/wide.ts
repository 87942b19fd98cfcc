/** The comparator of writing: plain wide rows in SQLite, one statement a row, one transaction a minute; a row-per-value table besides for one query's series. */
import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BEGIN, MINUTE_MS } from './batches.ts'
import { INDEX_METRICS, INSTANCE_METRICS, packedBytes, QUERY_METRICS, SESSION_NUMBERS, TABLE_METRICS, type Minute, type Rows } from './busy-day.ts'
import { checksum, cpuMs, percentile } from './measure.ts'

export interface WideResult {
  readonly cpuPerMinute: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
  readonly packed: number
  readonly checksum: string
}

const FIRST = BEGIN / MINUTE_MS
const names = (count: number): string => Array.from({ length: count }, (_, n) => `m${String(n)} integer`).join(',')
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(',')

/** Writes the minutes as they are given; the range (minute numbers) is that of the checksum. */
export function writeWide(folder: string, minutes: Iterable<Minute>, from: number, to: number): WideResult {
  const file = join(folder, 'wide.db')
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -65536')
  const counts = { queries: QUERY_METRICS, tables: TABLE_METRICS, indexes: INDEX_METRICS }
  for (const [table, count] of Object.entries(counts))
    db.exec(`create table ${table} (instance integer, minute integer, id integer, ${names(count)}, primary key (instance, minute, id)) without rowid`)
  db.exec(`create table instance (instance integer, minute integer, ${names(INSTANCE_METRICS)}, primary key (instance, minute)) without rowid`)
  db.exec(
    'create table sessions (instance integer, second integer, n integer, pid integer, db integer, usr integer, app integer, client integer, state integer, wait integer, query integer, primary key (instance, second, n)) without rowid',
  )
  const insert = (table: keyof typeof counts): ((minute: number, rows: Rows) => void) => {
    const count = counts[table]
    const statement = db.prepare(`insert into ${table} values (${marks(3 + count)})`)
    const cells = new Array<number>(3 + count).fill(1)
    return (minute, { ids, values }) => {
      for (let row = 0; row < ids.length; row++) {
        cells[1] = minute
        cells[2] = ids[row] ?? 0
        for (let n = 0; n < count; n++) cells[3 + n] = values[row * count + n] ?? 0
        statement.run(cells)
      }
    }
  }
  const [queries, tables, indexes] = [insert('queries'), insert('tables'), insert('indexes')]
  const instance = db.prepare(`insert into instance values (${marks(2 + INSTANCE_METRICS)})`)
  const session = db.prepare(`insert into sessions values (${marks(11)})`)
  const write = db.transaction((number: number, minute: Minute) => {
    queries(number, minute.queries)
    tables(number, minute.tables)
    indexes(number, minute.indexes)
    instance.run([1, number, ...minute.instance])
    for (let at = 0; at < minute.sessions.length; at += SESSION_NUMBERS) {
      const of = minute.sessions.subarray(at, at + SESSION_NUMBERS)
      session.run([1, number * 60 + (of[0] ?? 0), at, ...of.subarray(1)])
    }
  })
  const latencies: number[] = []
  let cpu = 0
  let packed = 0
  let number = FIRST
  for (const minute of minutes) {
    packed += packedBytes(minute)
    const before = cpuMs()
    const begin = performance.now()
    write(number++, minute)
    latencies.push(performance.now() - begin)
    cpu += cpuMs() - before
  }
  const before = cpuMs()
  db.pragma('wal_checkpoint(TRUNCATE)')
  cpu += cpuMs() - before
  const sums = db
    .prepare<[number, number], { id: number; time: number }>('select id, sum(m1) as time from queries where minute >= ? and minute < ? group by id')
    .all(FIRST + from, FIRST + to)
  db.close()
  return {
    cpuPerMinute: cpu / latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    bytes: statSync(file).size,
    packed,
    checksum: checksum(new Map(sums.map(({ id, time }) => [id, time]))),
  }
}

/** A table with a row per value, in order of series and time: the numbers of one query over all minutes are read by an index range each. */
export function rowPerValue(
  folder: string,
  minutes: readonly Minute[],
): { readonly read: (query: number) => number; readonly sums: (from: number, to: number) => Map<number, number>; readonly close: () => void } {
  const db = new Database(join(folder, 'values.db'))
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -65536')
  db.exec('create table value (series integer, minute integer, value real, primary key (series, minute)) without rowid')
  const insert = db.prepare('insert into value values (?, ?, ?)')
  const byQuery = new Map<number, [minute: number, row: number][]>()
  minutes.forEach(({ queries }, minute) => {
    queries.ids.forEach((id, row) => {
      const list = byQuery.get(id) ?? []
      byQuery.set(id, list)
      list.push([minute, row])
    })
  })
  db.transaction(() => {
    // In the table's order, which is what makes it compact.
    for (let n = 0; n < QUERY_METRICS; n++)
      for (const id of [...byQuery.keys()].sort((a, b) => a - b))
        for (const [minute, row] of byQuery.get(id) ?? []) {
          const value = minutes[minute]?.queries.values[row * QUERY_METRICS + n] ?? 0
          if (value !== 0) insert.run(n * 100_000 + id, minute, value)
        }
  })()
  const range = db.prepare<[number, number, number], [number, number]>('select minute, value from value where series = ? and minute >= ? and minute < ?').raw()
  const total = db
    .prepare<[number, number, number, number], [number, number]>(
      'select series, sum(value) from value where series >= ? and series < ? and minute >= ? and minute < ? group by series',
    )
    .raw()
  return {
    read: (query) => {
      let rows = 0
      for (let n = 0; n < QUERY_METRICS; n++) rows += range.all(n * 100_000 + query, 0, minutes.length).length
      return rows
    },
    sums: (from, to) => new Map(total.all(100_000, 200_000, from, to).map(([series, value]) => [series - 100_000, value])),
    close: () => {
      db.close()
    },
  }
}

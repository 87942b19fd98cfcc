/**
 * The comparators. Of writing: plain wide rows in SQLite, a table a probe and a transaction a minute, twenty rows a statement. Of one query's series: a table
 * with a row per value.
 */
import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Batch, Block } from '../../shared/model/sample.ts'
import { BEGIN, metric, MINUTE_MS, SESSION_LABELS } from './batches.ts'
import { INDEX_METRICS, INSTANCE_METRICS, QUERY_METRICS, TABLE_METRICS, type Minute } from './busy-day.ts'
import type { Recorded } from './recording.ts'
import { checksum, cpuMs, percentile, waitedMs } from './measure.ts'

export interface WideResult {
  readonly cpuPerMinute: number
  readonly p50: number
  readonly p99: number
  /** p99 when waiting for a processor does not count. */
  readonly p99Run: number
  readonly bytes: number
  readonly packed: number
  readonly checksum: string
}

/** Rows in one statement: more are no quicker. */
const TOGETHER = 20
const METRICS = { queries: QUERY_METRICS, tables: TABLE_METRICS, indexes: INDEX_METRICS, instance: INSTANCE_METRICS }
const listed = (names: readonly string[]): string => names.map((name) => `${name} integer`).join(',')
const metrics = (count: number): string[] => Array.from({ length: count }, (_, n) => metric(n))

/** Rows of one table, gathered and written twenty at a time; cells are given in the order of its columns. */
function createRows(
  db: Database.Database,
  table: string,
  width: number,
): { readonly cells: unknown[]; readonly added: () => void; readonly flush: () => void } {
  const row = `(${Array.from({ length: width }, () => '?').join(',')})`
  const many = db.prepare(`insert into ${table} values ${Array.from({ length: TOGETHER }, () => row).join(',')}`)
  const one = db.prepare(`insert into ${table} values ${row}`)
  const cells: unknown[] = []
  return {
    cells,
    added() {
      if (cells.length < TOGETHER * width) return
      many.run(cells)
      cells.length = 0
    },
    flush() {
      for (let at = 0; at < cells.length; at += width) one.run(cells.slice(at, at + width))
      cells.length = 0
    },
  }
}

/** Texts numbered as they are first seen, kept in a table. */
function createNumbers(db: Database.Database, table: string): (text: string) => number {
  db.exec(`create table ${table} (id integer primary key, name text not null unique)`)
  const insert = db.prepare(`insert into ${table} (name) values (?)`)
  const known = new Map<string, number>()
  return (text) => {
    const present = known.get(text)
    if (present !== undefined) return present
    const id = Number(insert.run(text).lastInsertRowid)
    known.set(text, id)
    return id
  }
}

/** Writes what the store is given, the batches as they arrive. */
function createWide(db: Database.Database): (batch: Batch) => void {
  const keyed = (table: keyof typeof METRICS): ((block: Block, minute: number) => void) => {
    const names = metrics(METRICS[table])
    db.exec(`create table ${table} (instance integer, minute integer, id integer, ${listed(names)}, primary key (instance, minute, id)) without rowid`)
    const numberOf = createNumbers(db, `${table}_name`)
    const { cells, added, flush } = createRows(db, table, 3 + names.length)
    return ({ columns, rows }, minute) => {
      const keys = columns['id']
      const values = names.map((name) => columns[name])
      for (let row = 0; row < rows; row++) {
        cells.push(1, minute, keys === undefined ? 0 : numberOf(String(keys[row])))
        for (const of of values) cells.push(of?.[row] ?? null)
        added()
      }
      flush()
    }
  }
  const writers = new Map(Object.keys(METRICS).map((table) => [table, keyed(table as keyof typeof METRICS)]))
  db.exec(`create table sessions (instance integer, second integer, n integer, ${listed(SESSION_LABELS)}, primary key (instance, second, n)) without rowid`)
  const labels = SESSION_LABELS.map((name) => ({ name, numberOf: createNumbers(db, `sessions_${name}`) }))
  const samples = createRows(db, 'sessions', 3 + labels.length)
  return db.transaction(({ blocks }: Batch): void => {
    for (const block of blocks) {
      const write = writers.get(block.probe)
      if (write !== undefined) {
        write(block, Math.floor(block.end / MINUTE_MS))
        continue
      }
      for (let row = 0; row < block.rows; row++) {
        samples.cells.push(1, Math.floor(block.end / 1000), row)
        for (const { name, numberOf } of labels) samples.cells.push(numberOf(String(block.columns[name]?.[row])))
        samples.added()
      }
    }
    samples.flush()
  })
}

/** Writes the minutes one by one, of which the first `warm` do not count; the range (minute numbers) is that of the checksum. */
export function writeWide(folder: string, minutes: Iterable<Recorded>, warm: number, from: number, to: number): WideResult {
  const file = join(folder, 'wide.db')
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -65536')
  const write = createWide(db)
  const latencies: number[] = []
  const run: number[] = []
  let written = 0
  let cpu = 0
  let packed = 0
  let bytes = 0
  const fold = (): number => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return statSync(file).size
  }
  for (const minute of minutes) {
    const [before, waited, begin] = [cpuMs(), waitedMs(), performance.now()]
    write(minute.batch)
    if (++written > warm) {
      latencies.push(performance.now() - begin)
      run.push((latencies.at(-1) ?? 0) - (waitedMs() - waited))
      cpu += cpuMs() - before
      packed += minute.packed
    }
    if (written === warm) bytes = fold()
  }
  const before = cpuMs()
  bytes = fold() - bytes
  cpu += cpuMs() - before
  const first = BEGIN / MINUTE_MS
  const sums = db
    .prepare<[number, number], { name: string; time: number }>(
      'select name, sum(m1) as time from queries q join queries_name n on n.id = q.id where minute >= ? and minute < ? group by name',
    )
    .all(first + from, first + to)
  db.close()
  return {
    cpuPerMinute: cpu / latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    p99Run: percentile(run, 0.99),
    bytes,
    packed,
    checksum: checksum(new Map(sums.map(({ name, time }) => [Number(name), time]))),
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
  // What is left of it would be looked through whenever garbage is collected while reading.
  byQuery.clear()
  const count = minutes.length
  const range = db.prepare<[number, number, number], [number, number]>('select minute, value from value where series = ? and minute >= ? and minute < ?').raw()
  const total = db
    .prepare<[number, number, number, number], [number, number]>(
      'select series, sum(value) from value where series >= ? and series < ? and minute >= ? and minute < ? group by series',
    )
    .raw()
  return {
    read: (query) => {
      let rows = 0
      for (let n = 0; n < QUERY_METRICS; n++) rows += range.all(n * 100_000 + query, 0, count).length
      return rows
    },
    sums: (from, to) => new Map(total.all(100_000, 200_000, from, to).map(([series, value]) => [series - 100_000, value])),
    close: () => {
      db.close()
    },
  }
}

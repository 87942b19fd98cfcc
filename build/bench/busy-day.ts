/**
 * A day of one busy PostgreSQL instance, the same for the same seed: 5000 statements of which about 490 run in a minute, 1000 tables (about 195 touched),
 * 2000 indexes (about 292), 60 numbers of the instance, 120 session samples a minute. Whole numbers, times in µs. About 1100 rows a minute.
 */
export const QUERY_METRICS = 16
export const TABLE_METRICS = 25
export const INDEX_METRICS = 7
export const INSTANCE_METRICS = 60
/** Metrics of tables and indexes that are present values rather than increments. */
export const TABLE_GAUGES: readonly number[] = [8, 9, 10, 11, 24]
export const INDEX_GAUGES: readonly number[] = [5]
/** second, pid, database, user, application, client, state, wait, query */
export const SESSION_NUMBERS = 9

/** `values` row by row, a row's metrics side by side. */
export interface Rows {
  readonly ids: Int32Array
  readonly values: Float64Array
}

export interface Minute {
  readonly queries: Rows
  readonly tables: Rows
  readonly indexes: Rows
  readonly instance: Float64Array
  readonly sessions: Int32Array
}

interface Sizes {
  readonly queries: number
  readonly activeQueries: number
  readonly tables: number
  readonly activeTables: number
  readonly indexes: number
  readonly activeIndexes: number
}

export const BUSY: Sizes = { queries: 5000, activeQueries: 500, tables: 1000, activeTables: 200, indexes: 2000, activeIndexes: 300 }

function mulberry(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function gauss(r: () => number): number {
  let u = 0
  while (u === 0) u = r()
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * r())
}

function poisson(r: () => number, mean: number): number {
  if (mean >= 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gauss(r)))
  const limit = Math.exp(-mean)
  let count = 0
  let product = 1
  do {
    count++
    product *= r()
  } while (product > limit)
  return count - 1
}

/** Rates c / i^s whose sum of (1 - e^-rate) is the number that is active in a minute. */
function zipfRates(count: number, active: number): Float64Array {
  let low = 1e-6
  let high = 1e9
  for (let step = 0; step < 80; step++) {
    const c = Math.sqrt(low * high)
    let sum = 0
    for (let i = 1; i <= count; i++) sum += 1 - Math.exp(-c / i ** 1.35)
    if (sum < active) low = c
    else high = c
  }
  return Float64Array.from({ length: count }, (_, i) => low / (i + 1) ** 1.35)
}

/** Gives one minute after the other. */
export function busyInstance(seed: number, sizes: Sizes = BUSY): (minute: number) => Minute {
  const r = mulberry(seed)
  const queryRates = zipfRates(sizes.queries, sizes.activeQueries)
  const tableRates = zipfRates(sizes.tables, sizes.activeTables)
  const indexRates = zipfRates(sizes.indexes, sizes.activeIndexes)
  const statements = Array.from({ length: sizes.queries }, () => statementOf(r))
  const gauges = new Float64Array(sizes.tables * 6)
  for (let i = 0; i < sizes.tables; i++) {
    gauges[i * 6] = Math.floor(Math.exp(gauss(r) * 2 + 10))
    gauges[i * 6 + 4] = (gauges[i * 6] ?? 0) * 120
  }
  const indexSizes = Float64Array.from({ length: sizes.indexes }, () => 8192 * Math.floor(Math.exp(gauss(r) * 1.5 + 6)))
  const levels = Float64Array.from({ length: INSTANCE_METRICS }, () => Math.exp(r() * 14))
  return (minute) => {
    const day = 1 + 0.6 * Math.sin(((minute % 1440) / 1440) * 6.283 - 1.5)
    const active = (rate: number): boolean => r() <= 1 - Math.exp(-rate * day)
    return {
      queries: rowsOf(queryRates, active, (i, rate) => queryRow(r, statements[i] ?? statementOf(r), rate * day)),
      tables: rowsOf(tableRates, active, (i, rate) => tableRow(r, i, rate * day, gauges)),
      indexes: rowsOf(indexRates, active, (i, rate) => indexRow(r, i, rate * day, indexSizes)),
      instance: Float64Array.from(levels, (level, i) =>
        i % 3 === 0 ? Math.round(level * day * (0.9 + 0.2 * r())) : i % 3 === 1 ? (r() < 0.8 ? 0 : poisson(r, 5)) : Math.round(level),
      ),
      sessions: sessionsOf(r, sizes.queries),
    }
  }
}

function rowsOf(rates: Float64Array, active: (rate: number) => boolean, row: (i: number, rate: number) => readonly number[]): Rows {
  const ids: number[] = []
  const values: number[] = []
  for (const [i, rate] of rates.entries()) {
    if (!active(rate)) continue
    ids.push(i + 1)
    values.push(...row(i, rate))
  }
  return { ids: Int32Array.from(ids), values: Float64Array.from(values) }
}

type Statement = Readonly<Record<'boost' | 'mean' | 'rows' | 'hit' | 'read' | 'kind' | 'dirty' | 'temp' | 'wal', number>>

/** Kind 0 reads little, 1 writes, 2 reads much. */
function statementOf(r: () => number): Statement {
  const c = r()
  const kind = c < 0.78 ? 0 : c < 0.95 ? 1 : 2
  return {
    kind,
    boost: kind === 2 ? 1 : 1 + Math.exp(gauss(r) * 1.2 + 1.5),
    mean: Math.exp(gauss(r) * 1.4 + (kind === 2 ? 12.5 : 6.2)),
    rows: kind === 2 ? Math.exp(gauss(r) * 2 + 4) : Math.exp(gauss(r) * 1.2 + 0.3),
    hit: Math.exp(gauss(r) * 1.3 + (kind === 2 ? 8 : 2.2)),
    read: r() < 0.3 ? Math.exp(gauss(r) * 1.3 - 3) : 0,
    dirty: kind === 1 ? r() * 3 : r() < 0.05 ? 0.01 : 0,
    temp: kind === 2 && r() < 0.4 ? Math.exp(gauss(r) + 6) : 0,
    wal: kind === 1 ? 120 + r() * 900 : 0,
  }
}

function queryRow(r: () => number, o: Statement, rate: number): readonly number[] {
  const calls = Math.max(1, poisson(r, rate * o.boost))
  const calm = 1 / Math.sqrt(calls)
  const time = Math.max(1, Math.round(calls * o.mean * Math.exp(gauss(r) * 0.5 * Math.min(1, calm + 0.15))))
  const rows = o.kind === 1 ? calls : Math.round(calls * o.rows * Math.exp(gauss(r) * 0.1 * calm))
  const hit = Math.round(calls * o.hit * Math.exp(gauss(r) * 0.1))
  const read = o.read > 0 ? poisson(r, Math.min(1e6, calls * o.read)) : 0
  const dirty = o.dirty > 0 ? poisson(r, Math.min(1e6, calls * o.dirty)) : 0
  const written = dirty > 0 && r() < 0.1 ? poisson(r, dirty * 0.02) : 0
  const temp = o.temp > 0 ? Math.round(calls * o.temp * (0.9 + 0.2 * r())) : 0
  const records = o.wal > 0 ? Math.round(calls * (1 + o.dirty)) : 0
  const bytes = o.wal > 0 ? Math.round(calls * o.wal * (0.97 + 0.06 * r())) : 0
  const images = o.wal > 0 && r() < 0.3 ? poisson(r, 2) : 0
  const readTime = read > 0 ? Math.round(read * 110 * (0.6 + 0.8 * r())) : 0
  return [calls, time, rows, hit, read, dirty, written, 0, 0, temp, Math.round(temp * 1.01), readTime, written * 15, records, images, bytes]
}

/** `gauges` are six a table: live, dead, changed since analyze, inserted since vacuum, bytes, unused. */
function tableRow(r: () => number, i: number, rate: number, gauges: Float64Array): readonly number[] {
  const g = i * 6
  const of = (n: number): number => gauges[g + n] ?? 0
  const scans = 1 + poisson(r, rate * 20)
  const isWritten = i % 3 === 0
  const inserted = isWritten ? poisson(r, scans * 0.2) : 0
  const updated = isWritten ? poisson(r, scans * 0.3) : 0
  const deleted = isWritten && r() < 0.2 ? poisson(r, scans * 0.05) : 0
  gauges[g] = of(0) + inserted - deleted
  gauges[g + 1] = of(1) + updated + deleted
  gauges[g + 2] = of(2) + inserted + updated + deleted
  gauges[g + 3] = of(3) + inserted
  const vacuums = of(1) > of(0) * 0.2 ? 1 : 0
  if (vacuums === 1) gauges[g + 1] = gauges[g + 3] = 0
  if (inserted > 0 && r() < 0.05) gauges[g + 4] = of(4) + 8192
  const sequential = r() < 0.1 ? 1 : 0
  const changes = [inserted, updated, deleted, Math.round(updated * 0.8)]
  const heap = [
    r() < 0.3 ? poisson(r, 3) : 0,
    Math.round(scans * 4 * (0.8 + 0.4 * r())),
    r() < 0.2 ? poisson(r, 2) : 0,
    Math.round(scans * 3.1 * (0.9 + 0.2 * r())),
  ]
  const toast = [0, i % 10 === 0 ? scans : 0, 0, i % 10 === 0 ? scans * 2 : 0]
  const read = [sequential, sequential * of(0), scans, Math.round(scans * (1 + 4 * r()))]
  return [...read, ...changes, of(0), of(1), of(2), of(3), 0, vacuums, 0, vacuums, ...heap, ...toast, of(4)]
}

function indexRow(r: () => number, i: number, rate: number, sizes: Float64Array): readonly number[] {
  const scans = 1 + poisson(r, rate * 20)
  if (r() < 0.01) sizes[i] = (sizes[i] ?? 0) + 8192
  const read = Math.round(scans * (1 + 2 * r()))
  const fetched = Math.round(scans * (0.9 + r()))
  const missed = r() < 0.15 ? poisson(r, 2) : 0
  return [scans, read, fetched, missed, Math.round(scans * 3 * (0.9 + 0.2 * r())), sizes[i] ?? 0, i % 7 === 0 ? scans : 0]
}

/** Ten samples a minute of twelve sessions each. */
function sessionsOf(r: () => number, queries: number): Int32Array {
  const out: number[] = []
  for (let tick = 0; tick < 10; tick++)
    for (let session = 0; session < 12; session++) {
      const z = Math.floor(r() ** 3 * 200)
      const user = z % 8
      const state = r() < 0.9 ? 1 : 2
      const wait = r() < 0.6 ? 0 : 1 + Math.floor(r() ** 2 * 23)
      out.push(tick * 6, 10_000 + z, 1 + (user % 3), 1 + user, 1 + (z % 12), 1 + (z % 40), state, wait, 1 + Math.floor(r() ** 4 * queries))
    }
  return Int32Array.from(out)
}

/** Bytes of the same numbers side by side: 8 a metric, 4 an id or session number. */
export const packedBytes = ({ queries, tables, indexes, instance, sessions }: Minute): number =>
  [queries, tables, indexes].reduce((sum, { ids, values }) => sum + ids.byteLength + values.byteLength, instance.byteLength + sessions.byteLength)

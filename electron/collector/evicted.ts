import type { Block, Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import { compareVersions } from './due.ts'
import type { Facts } from './facts.ts'
import type { Session } from './target.ts'
import type { Amounts, Totals } from './totals.ts'

const TIMEOUT = 5

const totalsOf = (schema: string, info: boolean, activity: boolean): string => `
  select d.oid::text, d.datname, pg_stat_get_db_blocks_hit(d.oid), pg_stat_get_db_blocks_fetched(d.oid) - pg_stat_get_db_blocks_hit(d.oid),
    ${activity ? 'pg_stat_get_db_active_time(d.oid)' : 'null'}, ${info ? `i.dealloc || ' ' || coalesce(i.stats_reset::text, '')` : 'null'},
    current_setting('pg_stat_statements.max', true)
  from pg_database d${info ? ` cross join ${schema}.pg_stat_statements_info i` : ''} where d.datallowconn`

/** Reads the totals; undefined where there is no extension. `rows` statements were there. */
export async function readTotals(session: Session, { version, extensions }: Facts, rows: number, takenAt: number): Promise<Omit<Totals, 'owed'> | undefined> {
  const extension = extensions['pg_stat_statements']
  if (extension === undefined) return undefined
  const info = compareVersions(extension.version, '1.9') >= 0
  const answer = await session.query(totalsOf(extension.schema, info, compareVersions(version, '14') >= 0), TIMEOUT)
  const most = Number(answer.rows[0]?.[6] ?? NaN)
  // Version 1.8 does not count what it forgets. It is so many at once, when there is no room: with fewer than what remains then nothing was forgotten.
  const full = rows >= most - Math.max(10, most / 20) ? String(takenAt) : null
  return {
    forgotten: info ? (answer.rows[0]?.[5] ?? null) : full,
    databases: Object.fromEntries(
      answer.rows.map(([oid, name, hit, read, time]) => [
        oid ?? '',
        { name: name ?? '', amounts: [Number(hit), Number(read), time === null || time === undefined ? null : Number(time)] as const },
      ]),
    ),
  }
}

interface Remainder {
  readonly block: Block
  /** To be kept with the reading. */
  readonly totals: Totals
}

/** Columns of the statements that make up each amount. What runs within another statement is in that one already. */
const PARTS: readonly (readonly string[])[] = [
  ['shared_blks_hit', 'local_blks_hit'],
  ['shared_blks_read', 'local_blks_read'],
  ['total_time', 'total_plan_time'],
]

/**
 * Adds one row per database with what its statements of this interval do not account for, when the extension has forgotten some of them meanwhile:
 * blocks and time of the forgotten ones, and whatever else the database did. Its `userid`, `queryid` and `toplevel` are null. What a database tells
 * later than its statements do is settled with the next such row, so that over time all rows together are what the database told. Pure.
 */
export function withRemainder(probe: Probe, block: Block, before: Totals | undefined, now: Omit<Totals, 'owed'>): Remainder {
  const owed = before?.owed ?? {}
  if (before === undefined || now.forgotten === null || before.forgotten === now.forgotten) return { block, totals: { ...now, owed } }
  const told = toldBy(block)
  const left: Record<string, Amounts> = {}
  const rows: Record<string, Cell>[] = []
  for (const [dbid, { name, amounts }] of Object.entries(now.databases)) {
    const was = before.databases[dbid]?.amounts ?? [0, 0, 0]
    // Statistics that were reset tell nothing of the interval.
    if (amounts.some((amount, i) => (amount ?? 0) < (was[i] ?? 0))) continue
    const statements = told.get(dbid) ?? [0, 0, 0]
    const rest = amounts.map((amount, i) => (amount === null ? null : amount - (was[i] ?? 0) - (statements[i] ?? 0) + (owed[dbid]?.[i] ?? 0)))
    left[dbid] = [Math.min(0, rest[0] ?? 0), Math.min(0, rest[1] ?? 0), Math.min(0, rest[2] ?? 0)]
    const [hit = 0, read = 0, time = null] = rest.map((amount) => (amount === null ? null : Math.max(0, Math.round(amount * 1000) / 1000)))
    if (!hit && !read && !time) continue
    rows.push({ dbid, database: name, shared_blks_hit: hit, shared_blks_read: read, total_time: time })
  }
  const totals = { ...now, owed: { ...owed, ...left } }
  if (rows.length === 0) return { block, totals }
  const columns = Object.fromEntries(
    Object.keys(probe.columns).map((name) => [name, [...(block.columns[name] ?? []), ...rows.map((row) => row[name] ?? null)]]),
  )
  return { block: { ...block, rows: block.rows + rows.length, columns }, totals }
}

/** What the statements of a block did, by database. */
function toldBy(block: Block): ReadonlyMap<string, readonly number[]> {
  const told = new Map<string, number[]>()
  for (let row = 0; row < block.rows; row++) {
    if (block.columns['toplevel']?.[row] === 'false') continue
    const dbid = String(block.columns['dbid']?.[row])
    const sums = told.get(dbid) ?? [0, 0, 0]
    told.set(
      dbid,
      sums.map((sum, i) => (PARTS[i] ?? []).reduce((all, name) => all + Number(block.columns[name]?.[row] ?? 0), sum)),
    )
  }
  return told
}

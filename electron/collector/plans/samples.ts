import type { Block, Cell } from '../../../shared/model/sample.ts'
import probe from '../../catalog/probes/query-samples.ts'
import type { RawCell, RawReading } from '../reading.ts'
import { LONGEST, plannable, type Plannable } from './plannable.ts'

/** A statement as a session was seen running it. */
export interface Seen {
  readonly md5: string
  readonly database: string
  readonly user: string
  readonly sql: string
  /** What may be planned; null for a text that was cut. */
  readonly plannable: Plannable | null
  readonly cells: Readonly<Record<keyof typeof probe.columns, Cell>>
}

/** At most one statement with its values per query and hour. Pure but for what it remembers. */
export interface Samples {
  /** The statements of a sample of sessions that are to be kept, those of this hour's queries left out. */
  ofSessions(reading: RawReading): readonly Seen[]
  /** Keeps one for the next block. */
  take(seen: Seen): void
  /** What was taken since, as a block and as the reading that says of which queries there is a sample in this hour; undefined when nothing was. */
  block(begin: number, end: number): { readonly block: Block; readonly hour: RawReading; readonly handedOver: () => void } | undefined
  /** Begins with what was handed over before a restart. */
  resume(hour: RawReading | undefined): void
}

const HOUR = 3_600_000
const hourOf = (time: number): number => Math.floor(time / HOUR)

/** Refused texts are remembered so that a statement that is run all the time is not parsed all the time. */
const REFUSED = 2_000

export function createSamples(): Samples {
  let hour = 0
  /** md5s of this hour: handed over, or about to be. */
  let kept = new Set<string>()
  let given = new Set<string>()
  let taken: Seen[] = []
  let server: RawReading['server'] | undefined
  const refused = new Set<string>()

  const turn = (time: number): void => {
    if (hourOf(time) === hour) return
    hour = hourOf(time)
    kept = new Set()
    given = new Set()
    refused.clear()
  }

  return {
    resume: (before) => {
      if (before === undefined) return
      turn(before.takenAt)
      for (const md5 of before.columns['query_md5_id'] ?? []) if (typeof md5 === 'string') kept.add(md5)
    },
    ofSessions: (reading) => {
      turn(reading.takenAt)
      server = reading.server
      const chosen = new Map<string, Seen>()
      for (let row = 0; row < reading.rows; row++) {
        const md5 = at(reading, 'query_md5_id', row)
        if (typeof md5 !== 'string' || kept.has(md5) || given.has(md5) || refused.has(md5) || chosen.has(md5)) continue
        if (at(reading, 'state', row) !== 'active' || at(reading, 'backend_type', row) !== 'client backend') continue
        const seen = seenIn(reading, row, md5)
        if (seen !== undefined) chosen.set(md5, seen)
        else if (refused.size < REFUSED) refused.add(md5)
      }
      return [...chosen.values()]
    },
    take: (seen) => {
      taken.push(seen)
      given.add(seen.md5)
    },
    block: (begin, end) => {
      if (taken.length === 0 || server === undefined) return undefined
      const rows = taken
      taken = []
      const handing = rows.filter(({ cells }) => hourOf(Number(cells.seen_at)) === hour).map(({ md5 }) => md5)
      const inHour = hour
      // What was given and not handed over by the next time was lost, and may be taken again.
      given = new Set(handing)
      const names = Object.keys(probe.columns) as (keyof typeof probe.columns)[]
      const columns = Object.fromEntries(names.map((name) => [name, rows.map(({ cells }) => cells[name])]))
      const md5s = [...kept, ...handing]
      return {
        block: { probe: probe.id, begin, end, flags: [], rows: rows.length, columns },
        hour: { takenAt: end, server, rows: md5s.length, columns: { query_md5_id: md5s } },
        handedOver: () => {
          if (hour === inHour) for (const md5 of handing) kept.add(md5)
        },
      }
    },
  }
}

const at = (reading: RawReading, name: string, row: number): RawCell => reading.columns[name]?.[row] ?? null

/**
 * The statement of a row, or undefined when it must not be kept: what is no plain statement may hold a password. Of a text that was cut, all
 * that can be told is that no second statement follows the first.
 */
function seenIn(reading: RawReading, row: number, md5: string): Seen | undefined {
  const text = (name: string): string | null => {
    const cell = at(reading, name, row)
    return cell === null ? null : String(cell)
  }
  const [sql, database, user] = [text('query'), text('database'), text('user_name')]
  if (sql === null || sql === '' || database === null || user === null) return undefined
  const cut = text('query_whole') === 'false' || sql.length > LONGEST
  const asked = cut ? null : plannable(sql)
  if (typeof asked === 'string' || (cut && (!PLAIN.has(text('command_type') ?? '') || /;\s*\S/.test(sql)))) return undefined
  const age = at(reading, 'query_age_s', row)
  return {
    md5,
    database,
    user,
    sql,
    plannable: asked,
    cells: {
      query_md5_id: md5,
      queryid: text('queryid'),
      database,
      user_name: user,
      application_name: text('application_name'),
      sample: sql.slice(0, LONGEST),
      truncated: String(cut),
      seen_at: reading.takenAt,
      query_age_s: age === null ? null : Number(age) / 1000,
    },
  }
}

const PLAIN: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE'])

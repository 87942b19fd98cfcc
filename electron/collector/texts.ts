import type { Block, QueryText } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import { compareVersions } from './due.ts'
import type { Facts } from './facts.ts'
import { identify, loadScanner, type Identified } from './query-id.ts'
import type { RawCell, RawReading } from './reading.ts'
import { createRecent } from './recent.ts'
import type { Session } from './target.ts'

/** What the statements of one connection are, known by the server's ids or by their own text. */
export interface Texts {
  /** Fills `query_md5_id` and `command_type` of sampled sessions: what is known of the query id, else out of the session's own text. */
  ofSessions(reading: RawReading): RawReading
  /** Fills `query_md5_id` and `command_type` of statements seen before. */
  ofStatements(reading: RawReading): RawReading
  /**
   * Reads the texts of statements that were never seen, in this block or in one before. The server reads its whole file of texts for that,
   * so it is asked rarely enough to spend a thousandth of the time, unless `always`. Undefined: nothing was asked.
   */
  fetch(session: Session, facts: Facts, block: Block, always: boolean): Promise<{ readonly rows: number; readonly ms: number } | undefined>
  /** Texts not handed over yet, for blocks that name them. */
  pending(): readonly QueryText[]
  handedOver(texts: readonly QueryText[]): void
}

/** What is known of a text; of one that cannot be identified, that. */
interface Known {
  readonly md5: string | null
  readonly command: string | null
}

const KNOWN = 50_000
const MOST_AT_ONCE = 1_000
const SHARE = 1_000
const TIMEOUT = 30
const LONGEST_PAUSE = 3_600_000
/** How long identifying may keep the thread before others have a turn. */
const SLICE_MS = 10
/** Texts are cut here, after hashing. */
const TEXT_LENGTH = 65_536

export function createTexts(clock: Clock): Texts {
  const byKey = createRecent<Known>(KNOWN)
  const byQueryid = createRecent<Known>(KNOWN)
  const bySql = createRecent<Known>(1_000)
  const handed = createRecent<true>(KNOWN)
  const waiting = new Map<string, string>()
  /** Statements whose text is not known yet: one that ran once must not wait for running again. */
  const wanted = new Map<string, readonly string[]>()
  let nextFetch = 0
  /** ms of the reads before; a single slow one (a busy server) must not stretch the pause. */
  let usual = Number.POSITIVE_INFINITY

  const learn = (sql: string): Known => {
    const found: Identified | undefined = identify(sql)
    if (found === undefined) return { md5: null, command: firstWord(sql) }
    if (!handed.has(found.md5)) waiting.set(found.md5, found.text.slice(0, TEXT_LENGTH))
    return { md5: found.md5, command: found.command }
  }
  const learnOnce = (sql: string): Known => {
    const known = bySql.get(sql) ?? learn(sql)
    bySql.set(sql, known)
    return known
  }
  const ofSession = (queryid: RawCell, sql: RawCell, whole: RawCell): Known | undefined => {
    const known = typeof queryid === 'string' ? byQueryid.get(queryid) : undefined
    if (known?.md5) return known
    if (typeof sql !== 'string' || sql === '') return known
    return whole === 'true' ? learnOnce(sql) : { md5: null, command: firstWord(sql) }
  }

  return {
    ofSessions: (reading) => fill(reading, (row) => ofSession(at(reading, 'queryid', row), at(reading, 'query', row), at(reading, 'query_whole', row))),
    ofStatements: (reading) => fill(reading, (row) => byKey.get(KEY.map((name) => at(reading, name, row)).join(' '))),
    pending: () => [...waiting].map(([md5, text]) => ({ md5, text })),
    handedOver: (texts) => {
      for (const { md5 } of texts) {
        waiting.delete(md5)
        handed.set(md5, true)
      }
    },
    fetch: async (session, facts, block, always) => {
      for (const key of keysOf(block)) if (!byKey.has(key.join(' ')) && wanted.size < KNOWN) wanted.set(key.join(' '), key)
      const unseen = [...wanted.values()].slice(0, MOST_AT_ONCE)
      const extension = facts.extensions['pg_stat_statements']
      const start = clock.mono()
      if (unseen.length === 0 || extension === undefined || (!always && start < nextFetch)) return undefined
      try {
        await loadScanner()
        const asked = clock.mono()
        const { rows } = await session.query(textsOf(unseen, extension), TIMEOUT)
        const ms = clock.mono() - asked
        nextFetch = clock.mono() + Math.min(Math.min(usual, ms) * SHARE, LONGEST_PAUSE)
        usual = ms
        // A text that is gone by now need not be asked for again.
        for (const key of unseen) {
          wanted.delete(key.join(' '))
          byKey.set(key.join(' '), { md5: null, command: null })
        }
        let since = performance.now()
        for (const [dbid, userid, queryid, toplevel, sql] of rows) {
          const known = learn(sql ?? '')
          byKey.set([dbid, userid, queryid, toplevel].join(' '), known)
          if (typeof queryid === 'string') byQueryid.set(queryid, known)
          if (performance.now() - since < SLICE_MS) continue
          await new Promise((resolve) => setImmediate(resolve))
          since = performance.now()
        }
        return { rows: rows.length, ms: clock.mono() - start }
      } catch (error) {
        nextFetch = clock.mono() + Math.min((clock.mono() - start) * SHARE, LONGEST_PAUSE)
        throw error
      }
    },
  }
}

const KEY = ['dbid', 'userid', 'queryid', 'toplevel'] as const

const at = (reading: RawReading, name: string, row: number): RawCell => reading.columns[name]?.[row] ?? null

function fill(reading: RawReading, knownOf: (row: number) => Known | undefined): RawReading {
  const known = Array.from({ length: reading.rows }, (_, row) => knownOf(row))
  return { ...reading, columns: { ...reading.columns, query_md5_id: known.map((k) => k?.md5 ?? null), command_type: known.map((k) => k?.command ?? null) } }
}

/** The keys of a block's statements; those that the server hides from us have none. */
const keysOf = (block: Block): readonly (readonly string[])[] =>
  Array.from({ length: block.rows }, (_, row) => KEY.map((name) => String(block.columns[name]?.[row] ?? ''))).filter((key) => !key.includes(''))

/** One array per column as one constant each, so that it is one entry in pg_stat_statements itself, however many are asked for. Keys are digits and booleans. */
function textsOf(keys: readonly (readonly string[])[], { schema, version }: { readonly schema: string; readonly version: string }): string {
  const list = (column: number, type: string): string => `'{${keys.map((key) => key[column] ?? '').join(',')}}'::${type}[]`
  const toplevel = compareVersions(version, '1.9') >= 0 ? 's.toplevel' : 'true'
  return `
    select s.dbid::text, s.userid::text, s.queryid::text, ${toplevel}::text, s.query
    from {schema}.pg_stat_statements(true) s
    join unnest(${list(0, 'oid')}, ${list(1, 'oid')}, ${list(2, 'int8')}, ${list(3, 'bool')}) as u (dbid, userid, queryid, toplevel)
      on u.dbid = s.dbid and u.userid = s.userid and u.queryid = s.queryid and u.toplevel = ${toplevel}`.replace('{schema}', schema)
}

/** The command of a text that was cut. */
const firstWord = (sql: string): string | null => /^\s*(?:\/\*.*?\*\/\s*|--[^\n]*\n\s*)*([a-z]+)/is.exec(sql)?.[1]?.toUpperCase() ?? null

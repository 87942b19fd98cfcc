import type { Block, QueryText } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import { wordsOf } from '../kernel/words.ts'
import { dropValues } from './cut-text.ts'
import type { Facts } from './facts.ts'
import { identify, loadScanner, type Identified } from './query-id.ts'
import type { RawCell, RawReading } from './reading.ts'
import { createRecent } from './recent.ts'
import type { Session } from './target.ts'
import { textFileSize, textsOf, tooLarge } from './text-file.ts'

/** What the statements of one connection are, known by the server's ids or by their own text. */
export interface Texts {
  /** Fills `query_md5_id` and `command_type` of sampled sessions: what is known of the query id, else out of the session's own text. */
  ofSessions(reading: RawReading): RawReading
  /** Fills `query_md5_id` and `command_type` of statements seen before. */
  ofStatements(reading: RawReading): RawReading
  /** What a statement that was seen elsewhere is; its text is handed over with the next block. The scanner must have been loaded. */
  know(sql: string): Known
  /**
   * Reads the texts of statements that were never seen, in this block or in one before. The server reads its whole file of texts for that,
   * so it is asked rarely enough to spend a small share of the time, unless `always`: twice at once, then after a pause, which is shorter when they make much of the
   * block's time. Undefined: nothing was asked.
   */
  fetch(session: Session, facts: Facts, block: Block, always: boolean): Promise<{ readonly rows: number; readonly ms: number } | undefined>
  /** Why texts of new statements are not read, or seldom; '' when nothing hinders. */
  hindered(): string
  /** Forgets what the server's ids mean: they are another server's now. */
  forget(): void
  /** Texts not handed over yet, for blocks that name them. */
  pending(): readonly QueryText[]
  /** A text of another kind, under an id of its own. */
  keep(id: string, text: string): void
  handedOver(texts: readonly QueryText[]): void
}

/** What is known of a text; of one that cannot be identified, that. */
export interface Known {
  readonly md5: string | null
  readonly command: string | null
}

const KNOWN = 50_000
const MOST_AT_ONCE = 1_000
/**
 * What a reading takes is paid for with so many times as long without one: at most 0.7 ms a minute, and 3 while statements without text make more than a twentieth of the time
 * of all, because those are what anybody looks for first.
 */
const SHARES = { usual: 90_000, heavy: 20_000 } as const
const HEAVY = 0.05
/** Seconds. Statements that are new to the server wait as long as it reads its texts. */
const TIMEOUT = 10
/** All texts are in it for a moment; with the usual 4 MB the server would write them into a temporary file, at half the cost again. */
const MEMORY = '32MB'
const LONGEST_PAUSE = 3_600_000
/** A reading that takes longer than this is told of, ms. */
const SLOW = 2_000
/** The size of the server's texts is looked at again after so long, ms. */
const LOOK_AGAIN = 600_000
/** How long identifying may keep the thread before others have a turn. */
const SLICE_MS = 10
/** Texts are cut here, after hashing. */
const TEXT_LENGTH = 65_536

/** `learned` is told of each statement's text as pg_stat_statements has it. */
export function createTexts(clock: Clock, learned: (md5: string, sql: string) => void = () => undefined): Texts {
  const byKey = createRecent<Known>(KNOWN)
  const byQueryid = createRecent<Known>(KNOWN)
  const bySql = createRecent<Known>(1_000)
  const handed = createRecent<true>(KNOWN)
  const waiting = new Map<string, string>()
  /** Statements whose text is not known yet: one that ran once must not wait for running again. */
  const wanted = new Map<string, readonly string[]>()
  const next = { usual: -LONGEST_PAUSE, heavy: -LONGEST_PAUSE }
  /** ms of the reads before; a single slow one (a busy server) must not stretch the pause. */
  let usual = Number.POSITIVE_INFINITY
  let hindered = ''

  /** Of a text that came cut: told by the server's hash of the whole. */
  const learnCut = (text: string, whole: string): Known => {
    if (!handed.has(whole)) waiting.set(whole, dropValues(text, `${firstWord(text) ?? ''} …`))
    return { md5: whole, command: firstWord(text) }
  }
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
    know: learnOnce,
    ofSessions: (reading) => fill(reading, (row) => ofSession(at(reading, 'queryid', row), at(reading, 'query', row), at(reading, 'query_whole', row))),
    ofStatements: (reading) => fill(reading, (row) => byKey.get(KEY.map((name) => at(reading, name, row)).join(' '))),
    keep: (id, text) => {
      if (!handed.has(id)) waiting.set(id, text)
    },
    pending: () => [...waiting].map(([md5, text]) => ({ md5, text })),
    handedOver: (texts) => {
      for (const { md5 } of texts) {
        waiting.delete(md5)
        handed.set(md5, true)
      }
    },
    hindered: () => hindered,
    forget: () => {
      for (const known of [byKey, byQueryid]) known.clear()
      wanted.clear()
    },
    fetch: async (session, facts, block, always) => {
      for (const key of keysOf(block)) if (!byKey.has(key.join(' ')) && wanted.size < KNOWN) wanted.set(key.join(' '), key)
      const unseen = [...wanted.values()].slice(0, MOST_AT_ONCE)
      const extension = facts.extensions['pg_stat_statements']
      const start = clock.mono()
      if (unseen.length === 0 || extension === undefined || (!always && start < next[weightOf(block, wanted)])) return undefined
      const size = await textFileSize(session)
      hindered = tooLarge(size)
      if (hindered !== '') {
        next.usual = next.heavy = clock.mono() + LOOK_AGAIN
        return undefined
      }
      const asked = clock.mono()
      try {
        await loadScanner()
        const { rows } = await session.query(textsOf(unseen, extension), TIMEOUT, 'texts', { memory: MEMORY })
        // The way there and back costs the server nothing; asking for the size took one or two of them.
        const ms = Math.max(0, clock.mono() - asked - (asked - start) / (size === undefined ? 1 : 2))
        const [now, paid] = [clock.mono(), Math.min(usual, ms)]
        for (const weight of ['usual', 'heavy'] as const) {
          const pause = pauseOf(paid, weight)
          // What was read sooner is not paid for later.
          next[weight] = Math.min(Math.max(next[weight], now - pause) + pause, now + pause)
        }
        hindered = ms > SLOW ? slow(ms, pauseOf(paid, 'usual'), size) : ''
        usual = ms
        const later = new Set(rows.filter((row) => row[4] === null).map((row) => row.slice(0, 4).join(' ')))
        // A text that is gone by now need not be asked for again.
        for (const key of unseen) {
          if (later.has(key.join(' '))) continue
          wanted.delete(key.join(' '))
          byKey.set(key.join(' '), { md5: null, command: null })
        }
        let since = performance.now()
        for (const [dbid, userid, queryid, toplevel, sql, whole] of rows) {
          if (typeof sql !== 'string') continue
          const known = typeof whole === 'string' ? learnCut(sql, whole) : learn(sql)
          byKey.set([dbid, userid, queryid, toplevel].join(' '), known)
          // Within a function an EXPLAIN is counted under the id of what it explains, and does not tell the text of that.
          if (typeof queryid === 'string' && known.command !== 'EXPLAIN') byQueryid.set(queryid, known)
          if (known.md5 !== null && typeof whole !== 'string') learned(known.md5, sql)
          if (performance.now() - since < SLICE_MS) continue
          await new Promise((resolve) => setImmediate(resolve))
          since = performance.now()
        }
        return { rows: rows.length, ms: clock.mono() - start }
      } catch (error) {
        const ms = clock.mono() - asked
        const pause = pauseOf(ms, 'usual')
        next.usual = next.heavy = clock.mono() + pause
        hindered = `the texts of statements could not be read (${wordsOf(error)}) and are tried again in ${formatMinutes(pause)}; new statements are shown without text`
        throw error
      }
    },
  }
}

const pauseOf = (ms: number, weight: keyof typeof SHARES): number => Math.min(ms * SHARES[weight], LONGEST_PAUSE)

const formatMinutes = (ms: number): string => (ms < 90_000 ? `${String(Math.ceil(ms / 1000))} s` : `${String(Math.round(ms / 60_000))} minutes`)

const slow = (ms: number, pause: number, size: number | undefined): string =>
  `reading the texts of statements took ${(ms / 1000).toFixed(1)} s, so new ones are read again in ${formatMinutes(pause)} only${
    size === undefined ? '; GRANT EXECUTE ON FUNCTION pg_stat_file(text, boolean) to our user lets their size be looked at first' : ''
  }`

const KEY = ['dbid', 'userid', 'queryid', 'toplevel'] as const

const at = (reading: RawReading, name: string, row: number): RawCell => reading.columns[name]?.[row] ?? null

function fill(reading: RawReading, knownOf: (row: number) => Known | undefined): RawReading {
  const known = Array.from({ length: reading.rows }, (_, row) => knownOf(row))
  return { ...reading, columns: { ...reading.columns, query_md5_id: known.map((k) => k?.md5 ?? null), command_type: known.map((k) => k?.command ?? null) } }
}

/** The keys of a block's statements; those that the server hides from us have none. */
const keysOf = (block: Block): readonly (readonly string[])[] =>
  Array.from({ length: block.rows }, (_, row) => KEY.map((name) => String(block.columns[name]?.[row] ?? ''))).filter((key) => !key.includes(''))

/** Whether statements whose text is wanted make much of the time of a block. */
function weightOf({ rows, columns }: Block, wanted: ReadonlyMap<string, unknown>): keyof typeof SHARES {
  const sums = { all: 0, wanted: 0 }
  for (let row = 0; row < rows; row++) {
    const time = Number(columns['total_time']?.[row] ?? 0)
    sums.all += time
    if (wanted.has(KEY.map((name) => String(columns[name]?.[row] ?? '')).join(' '))) sums.wanted += time
  }
  return sums.wanted > sums.all * HEAVY ? 'heavy' : 'usual'
}

/** The command of a text that was cut. */
const firstWord = (sql: string): string | null => /^\s*(?:\/\*.*?\*\/\s*|--[^\n]*\n\s*)*([a-z]+)/is.exec(sql)?.[1]?.toUpperCase() ?? null

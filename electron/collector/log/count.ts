import { createHash } from 'node:crypto'
import type { Cell } from '../../../shared/model/sample.ts'
import { classOf, cleanDetail, cleanMessage } from './clean.ts'
import type { LogEntry } from './entry.ts'
import type { Known } from '../texts.ts'
import { kindOf, severityOf, type Kind } from './kind.ts'

interface CountPorts {
  /** Makes a statement known, so that its text is handed over too. */
  readonly know: (sql: string) => Known
  /** A statement without literals and comments; undefined when it cannot be read. */
  readonly normalise: (sql: string) => string | undefined
  /** ms since the epoch of a time as the log has it. */
  readonly instant: (time: string) => number | null
}

type Row = Readonly<Record<string, Cell>>

/** Entries of one reading: all of them counted, some of them kept. */
interface LogCount {
  readonly take: (entry: LogEntry) => void
  /** Rows of `log-messages`. */
  messages(): readonly Row[]
  /** Rows of `log-entries`, in the order of the log. */
  entries(): readonly Row[]
}

/** Texts of one reading, and how many of them are for deadlocks and errors alone. */
export const MOST_TEXTS = 100
const FOR_ERRORS = 50
/** Messages of one reading that are told apart; the others are counted together. */
export const MOST_MESSAGES = 300

interface Message {
  readonly row: Row
  entries: number
  left_out: number
  duration: number | null
  longest: number | null
}

export function createLogCount({ know, normalise, instant }: CountPorts): LogCount {
  const messages = new Map<string, Message>()
  const kept: Row[] = []
  let common = 0

  const messageOf = (entry: LogEntry, { kind }: Kind, text: string, md5: string | null): Message => {
    const about = { kind, severity: severityOf(entry), sqlstate: entry.sqlstate }
    const id = createHash('md5')
      .update(`${text}\n${md5 ?? ''}`)
      .digest('hex')
    const key = [about.kind, about.severity, about.sqlstate, entry.database, id].join('\n')
    const known = messages.get(key)
    if (known !== undefined) return known
    const rest = [about.kind, about.severity, about.sqlstate].join('\n')
    const told = messages.size < MOST_MESSAGES
    const found = told ? undefined : messages.get(rest)
    if (found !== undefined) return found
    const row = told
      ? { ...about, database: entry.database, message_id: id, message: text, query_md5_id: md5 }
      : { ...about, database: null, message_id: null, message: null, query_md5_id: null }
    const fresh: Message = { row, entries: 0, left_out: 0, duration: null, longest: null }
    messages.set(told ? key : rest, fresh)
    return fresh
  }

  /** Whether there is room for one more text: errors have some that nothing else takes. */
  const room = ({ kind }: Kind): boolean => {
    const error = kind === 'error' || kind === 'deadlock'
    if (kept.length >= MOST_TEXTS || (!error && common >= MOST_TEXTS - FOR_ERRORS)) return false
    if (!error) common++
    return true
  }

  const keep = (entry: LogEntry, kind: Kind, message: string): void => {
    const sql = kind.statement ?? entry.statement
    const { md5, command } = sql === null ? { md5: null, command: null } : know(sql)
    const cleaned = (text: string | null): string | null => (text === null ? null : cleanDetail(text, normalise))
    kept.push({
      logged_at: instant(entry.time),
      kind: kind.kind,
      severity: severityOf(entry),
      sqlstate: entry.sqlstate,
      database: entry.database,
      user_name: entry.user,
      application_name: entry.application,
      client_host_name: entry.client,
      pid: entry.pid,
      message,
      // The DETAIL of a slow statement holds its parameters.
      detail: kind.statement === undefined ? cleaned(entry.detail) : null,
      context: cleaned(entry.context),
      command_type: command,
      query_md5_id: md5,
      duration: kind.duration ?? null,
    })
  }

  return {
    take: (entry) => {
      const kind = kindOf(entry)
      const written = entry.sqlstate?.startsWith('P0') === true || entry.context?.includes('at RAISE') === true
      const message = kind.message ?? cleanMessage(entry.message, written)
      const md5 = kind.statement === undefined ? null : know(kind.statement).md5
      const count = messageOf(entry, kind, classOf(message), md5)
      count.entries++
      if (kind.duration !== undefined) {
        count.duration = Math.round(((count.duration ?? 0) + kind.duration) * 1000) / 1000
        count.longest = Math.max(count.longest ?? 0, kind.duration)
      }
      if (kind.text && room(kind)) keep(entry, kind, message)
      else if (kind.text) count.left_out++
    },
    messages: () => [...messages.values()].map(({ row, ...numbers }) => ({ ...row, ...numbers })),
    entries: () => kept,
  }
}

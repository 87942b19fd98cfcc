import type { LogEntry } from './entry.ts'

/** What an entry is about. `text`: it is worth keeping one by one, not only counting. */
export interface Kind {
  readonly kind: string
  readonly text: boolean
  /** ms that the message tells. */
  readonly duration?: number
  /** The statement that the message itself holds. */
  readonly statement?: string
  /** What stands for the message, where it holds a statement. */
  readonly message?: string
}

const ERRORS = new Set(['ERROR', 'FATAL', 'PANIC'])
const DEADLOCK = '40P01'

/** By what the message begins with, in English. */
const BEGINS: readonly (readonly [RegExp, Kind])[] = [
  [/^automatic (?:aggressive )?vacuum/, { kind: 'autovacuum', text: true }],
  [/^automatic analyze/, { kind: 'autoanalyze', text: true }],
  [/^(?:checkpoint|restartpoint) complete/, { kind: 'checkpoint', text: true }],
  [/^(?:checkpoint|restartpoint) starting/, { kind: 'checkpoint', text: false }],
  [/^process \d+ (?:still waiting|acquired|detected|avoided)/, { kind: 'lock wait', text: true }],
  [/^temporary file:/, { kind: 'temporary file', text: true }],
  [/^(?:connection |disconnection:|replication connection )/, { kind: 'connection', text: false }],
]

/** Severity in English: other languages have their own words, but the same codes. */
export function severityOf({ severity, sqlstate }: LogEntry): string {
  if (/^(?:DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC)$/.test(severity) || sqlstate === null) return severity
  return sqlstate.startsWith('00') ? 'LOG' : sqlstate.startsWith('01') ? 'WARNING' : 'ERROR'
}

export function kindOf(entry: LogEntry): Kind {
  const { sqlstate, message } = entry
  const severity = severityOf(entry)
  if (ERRORS.has(severity)) return { kind: sqlstate === DEADLOCK || message === 'deadlock detected' ? 'deadlock' : 'error', text: true }
  if (severity === 'WARNING') return { kind: 'warning', text: true }
  const timed = /^duration: (\d+(?:\.\d+)?) ms(?:  (\w+)(?: [^:]*)?:\s(.*))?$/s.exec(message)
  if (timed !== null) return timedKind(Number(timed[1]), timed[2], timed[3])
  if (/^(?:statement|execute [^:]*): /.test(message)) return { kind: 'statement', text: false, message: 'statement' }
  if (message.startsWith('AUDIT: ')) return { kind: 'audit', text: false, message: 'audit' }
  return BEGINS.find(([pattern]) => pattern.test(message))?.[1] ?? { kind: 'other', text: false }
}

function timedKind(duration: number, what: string | undefined, statement: string | undefined): Kind {
  if (what === 'plan') return { kind: 'plan', text: false, duration, message: 'plan' }
  if (statement === undefined) return { kind: 'duration', text: false, duration, message: 'duration' }
  return { kind: 'slow statement', text: true, duration, statement, message: `duration of ${what ?? 'statement'}` }
}

/** What one message of the server's log says, whatever format it was written in. Texts are as the server wrote them: nothing of this is stored before `clean.ts` has seen it. */
export interface LogEntry {
  /** As written, `2026-11-21 11:52:16.123 CET`; '' where the prefix does not tell. */
  readonly time: string
  readonly severity: string
  /** Five characters; null where the prefix does not tell. */
  readonly sqlstate: string | null
  readonly database: string | null
  readonly user: string | null
  readonly application: string | null
  readonly client: string | null
  readonly pid: string | null
  readonly message: string
  readonly detail: string | null
  readonly context: string | null
  readonly statement: string | null
}

export type LogFormatName = 'jsonlog' | 'csvlog' | 'stderr'

interface Parsed {
  readonly entries: readonly LogEntry[]
  /** Bytes that the entries and what lay between them take; the rest is the begin of an entry. */
  readonly consumed: number
}

/** Reads whole entries out of bytes that begin where an earlier reading ended. `complete`: nothing more belongs to the last entry, if its line is whole. */
export type LogFormat = (bytes: Buffer, complete: boolean) => Parsed

export const orNull = (text: string | undefined): string | null => (text === undefined || text === '' || text === '[unknown]' ? null : text)

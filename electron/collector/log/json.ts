import { orNull, type LogEntry, type LogFormat } from './entry.ts'

/** `jsonlog` (from version 15 on): one JSON object per line. A line that is none is passed over. */
export const readJson: LogFormat = (bytes) => {
  const consumed = bytes.lastIndexOf('\n') + 1
  const lines = bytes.toString('utf8', 0, consumed).split('\n')
  return { entries: lines.flatMap((line) => (line === '' ? [] : (entryOf(line) ?? []))), consumed }
}

function entryOf(line: string): LogEntry | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const cells = new Map<string, unknown>(Object.entries(value))
  const text = (name: string): string | null => {
    const cell = cells.get(name)
    return typeof cell === 'string' ? orNull(cell) : typeof cell === 'number' ? String(cell) : null
  }
  return {
    time: text('timestamp') ?? '',
    severity: text('error_severity') ?? '',
    sqlstate: text('state_code'),
    database: text('dbname'),
    user: text('user'),
    application: text('application_name'),
    client: text('remote_host'),
    pid: text('pid'),
    message: text('message') ?? '',
    detail: text('detail'),
    context: text('context'),
    statement: text('statement'),
  }
}

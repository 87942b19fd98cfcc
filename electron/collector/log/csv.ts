import { orNull, type LogEntry, type LogFormat } from './entry.ts'

/**
 * `csvlog`. Written by one function of the server, so there is one dialect: no blanks around commas, texts in quotes with quotes doubled, `\n` after each record.
 * Read by hand because a record's last byte is what must be known to go on there later, and because a file may begin within a record.
 * Columns by number: https://www.postgresql.org/docs/current/runtime-config-logging.html
 */
export const readCsv: LogFormat = (bytes) => {
  const entries: LogEntry[] = []
  let consumed = 0
  for (let line = bytes.indexOf(LF); line >= 0; line = bytes.indexOf(LF, consumed)) {
    // Not so within a record that began before, where quotes would be read the wrong way round: on to the next line that begins like one.
    const begins = BEGIN.test(bytes.toString('latin1', consumed, consumed + 19))
    const end = begins ? recordEnd(bytes, consumed, line) : line
    if (end < 0) break
    if (begins) entries.push(entryOf(cellsOf(bytes.toString('utf8', consumed, end))))
    consumed = end + 1
  }
  return { entries, consumed }
}

const QUOTE = 0x22
const LF = 0x0a
/** Every record begins with its time, without quotes. */
const BEGIN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/

/** Where the line feed is that ends the record, the first one at `feed` or a later one; -1 when it does not end here. */
function recordEnd(bytes: Buffer, from: number, feed: number): number {
  let quote = bytes.indexOf(QUOTE, from)
  let open = false
  for (let end = feed; end >= 0; end = bytes.indexOf(LF, end + 1)) {
    for (; quote >= 0 && quote < end; quote = bytes.indexOf(QUOTE, quote + 1)) open = !open
    if (!open) return end
  }
  return -1
}

function cellsOf(record: string): readonly string[] {
  return [...record.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}

function entryOf(cells: readonly string[]): LogEntry {
  const text = (number: number): string | null => orNull(cells[number])
  return {
    time: cells[0] ?? '',
    user: text(1),
    database: text(2),
    pid: text(3),
    client: text(4)?.replace(/:\d+$/, '') ?? null,
    severity: cells[11] ?? '',
    sqlstate: text(12),
    message: cells[13] ?? '',
    detail: text(14),
    context: text(18),
    statement: text(19),
    application: text(22),
  }
}

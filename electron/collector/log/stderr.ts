import { orNull, type LogEntry, type LogFormat } from './entry.ts'

/** What each escape of log_line_prefix looks like in the log, in a group of its name where it is wanted. */
const ESCAPES: Readonly<Record<string, string>> = {
  a: '(?<application>.*?)',
  u: '(?<user>.*?)',
  d: '(?<database>.*?)',
  r: '(?<client>.*?)(?:\\(\\d+\\))?',
  h: '(?<client>.*?)',
  L: '.*?',
  b: '.*?',
  p: '(?<pid>\\d+)',
  P: '\\d*',
  t: '(?<time>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\S+)',
  m: '(?<time>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\S+)',
  n: '(?<time>\\d{9,}\\.\\d{3})',
  i: '.*?',
  e: '(?<sqlstate>[0-9A-Z]{5})',
  c: '[0-9a-f]+\\.[0-9a-f]+',
  l: '\\d+',
  s: '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\S+',
  v: '[\\d/]*',
  x: '\\d+',
  Q: '-?\\d+',
  '%': '%',
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A line that begins a message, or a further part of one, as this log_line_prefix has it. */
function lineOf(prefix: string): RegExp {
  const named = new Set<string>()
  let pattern = ''
  let rest = prefix
  let optional = 0
  for (let match = NEXT.exec(rest); match !== null; match = NEXT.exec(rest)) {
    const [whole, before = '', padding = '', letter = ''] = match
    pattern += escaped(before)
    rest = rest.slice(whole.length)
    if (letter === 'q') {
      // What follows is left out by processes without a session.
      pattern += '(?:'
      optional++
      continue
    }
    // An unknown escape is written as nothing. A name can be given once.
    const escape = (ESCAPES[letter] ?? '').replace(/^\(\?<(\w+)>/, (group, name: string) => (named.has(name) ? '(?:' : (named.add(name), group)))
    pattern += padding === '' ? escape : ` *${escape} *`
  }
  pattern += escaped(rest) + ')?'.repeat(optional)
  return new RegExp(`^${pattern}(?<severity>\\p{L}+\\d?):  (?<text>.*)$`, 'su')
}

const NEXT = /^([^%]*)%(-?\d*)([a-zA-Z%])/

/** Parts of a message that have a line of their own. */
const PARTS = new Set(['DETAIL', 'HINT', 'QUERY', 'CONTEXT', 'LOCATION', 'STATEMENT', 'BACKTRACE'])

type Open = { -readonly [Name in keyof LogEntry]: LogEntry[Name] }

/** The server's ordinary text: a prefix and the severity, further lines of the same text behind a tab, then lines for its parts. */
export function stderrFormat(prefix: string): LogFormat {
  const begin = lineOf(prefix)
  return (bytes, complete) => {
    const lines = bytes.toString('latin1', 0, bytes.lastIndexOf('\n') + 1).split('\n')
    lines.pop()
    const entries: LogEntry[] = []
    let open: Open | undefined
    let part: keyof Pick<LogEntry, 'message' | 'detail' | 'context' | 'statement'> | undefined
    let at = 0
    let consumed = 0
    for (const raw of lines) {
      const line = /[\x80-\xff]/.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw
      const found = line.startsWith('\t') ? null : begin.exec(line)
      const { severity = '', text = '', ...told } = found?.groups ?? {}
      if (found !== null && !PARTS.has(severity)) {
        if (open !== undefined) entries.push(open)
        consumed = at
        // Where in the statement is a field of its own in the other formats.
        open = entryOf(severity, text.replace(/ at character \d+$/, ''), told)
        part = 'message'
      } else if (found !== null) {
        part = severity === 'DETAIL' ? 'detail' : severity === 'CONTEXT' ? 'context' : severity === 'STATEMENT' ? 'statement' : undefined
        if (open !== undefined && part !== undefined) open[part] = text
      } else if (open !== undefined && part !== undefined) open[part] = `${open[part] ?? ''}\n${line.replace(/^\t/, '')}`
      at += raw.length + 1
    }
    // The lines of an entry come one after the other: the last one's may not all be there.
    if (open === undefined || complete) consumed = at
    if (open !== undefined && complete) entries.push(open)
    return { entries, consumed }
  }
}

function entryOf(severity: string, message: string, told: Readonly<Record<string, string | undefined>>): Open {
  return {
    time: told['time'] ?? '',
    severity,
    sqlstate: orNull(told['sqlstate']),
    database: orNull(told['database']?.trim()),
    user: orNull(told['user']?.trim()),
    application: orNull(told['application']?.trim()),
    client: orNull(told['client']?.trim()),
    pid: orNull(told['pid']),
    message,
    detail: null,
    context: null,
    statement: null,
  }
}

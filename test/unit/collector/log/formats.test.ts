import { expect, test } from 'vitest'
import { readCsv } from '../../../../electron/collector/log/csv.ts'
import type { LogFormat } from '../../../../electron/collector/log/entry.ts'
import { readJson } from '../../../../electron/collector/log/json.ts'
import { stderrFormat } from '../../../../electron/collector/log/stderr.ts'

const STDERR = [
  '2026-11-21 11:52:16.123 CET [77] anna@shop psql ERROR:  syntax error at or near "x" at character 8\n',
  '2026-11-21 11:52:16.123 CET [77] anna@shop psql STATEMENT:  select x\n\tfrom t\n\t\n\twhere ü\n',
  '2026-11-21 11:52:17.001 CET [12] LOG:  checkpoint starting: time\n',
  '2026-11-21 11:52:18.000 CET [78] [unknown]@[unknown] [unknown] FATAL:  the end\n',
].join('')

const CSV = [
  '2026-11-21 11:52:16.123 CET,"anna","shop",77,"127.0.0.1:5000",a.b,1,"SELECT",2026-11-21 11:00:00 CET,3/5,0,ERROR,42601,"syntax error at or near ""x""",,,,,,"select x\nfrom t, ""q""\n\nwhere ü",8,,"psql","client backend",,0\n',
  '2026-11-21 11:52:17.001 CET,,,12,,c.d,1,,2026-11-21 11:00:00 CET,,0,LOG,00000,"checkpoint starting: time",,,,,,,,,"","checkpointer",,0\n',
  '2026-11-21 11:52:18.000 CET,,,78,,e.f,1,,2026-11-21 11:00:00 CET,,0,FATAL,57P01,"the end",,,,,,,,,"",,,0\n',
].join('')

const JSONL = [
  {
    timestamp: '2026-11-21 11:52:16.123 CET',
    user: 'anna',
    dbname: 'shop',
    pid: 77,
    error_severity: 'ERROR',
    state_code: '42601',
    message: 'syntax error at or near "x"',
    statement: 'select x\nfrom t, "q"\n\nwhere ü',
    application_name: 'psql',
  },
  { timestamp: '2026-11-21 11:52:17.001 CET', pid: 12, error_severity: 'LOG', state_code: '00000', message: 'checkpoint starting: time' },
  { timestamp: '2026-11-21 11:52:18.000 CET', pid: 78, error_severity: 'FATAL', state_code: '57P01', message: 'the end' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const prefix = '%m [%p] %q%u@%d %a '
const FORMATS: readonly (readonly [string, LogFormat, string])[] = [
  ['stderr', stderrFormat(prefix), STDERR],
  ['csvlog', readCsv, CSV],
  ['jsonlog', readJson, JSONL],
]

test.each(FORMATS)('%s: the parts of an entry, over as many lines as it has', (_, format, text) => {
  const { entries, consumed } = format(Buffer.from(text), true)
  expect(consumed).toBe(Buffer.byteLength(text))
  expect(entries).toMatchObject([
    { time: '2026-11-21 11:52:16.123 CET', severity: 'ERROR', user: 'anna', database: 'shop', application: 'psql', pid: '77' },
    { severity: 'LOG', user: null, database: null, message: 'checkpoint starting: time' },
    { severity: 'FATAL', user: null, database: null, application: null, message: 'the end' },
  ])
  expect(entries[0]?.message).toBe('syntax error at or near "x"')
  expect(entries[0]?.statement).toMatch(/^select x\nfrom t.*\n\nwhere ü$/)
})

test.each(FORMATS)('%s: cut at any byte, the pieces give every entry once', (_, format, text) => {
  const bytes = Buffer.from(text)
  const whole = format(bytes, true).entries
  for (let cut = 0; cut <= bytes.length; cut++) {
    const first = format(bytes.subarray(0, cut), false)
    expect(first.consumed).toBeLessThanOrEqual(cut)
    const second = format(bytes.subarray(first.consumed), true)
    expect([...first.entries, ...second.entries]).toEqual(whole)
  }
})

test('csvlog: a file that begins within an entry is read from the next one on', () => {
  const { entries } = readCsv(Buffer.from(`tail of a text","more\n""quotes",\n${CSV}`), true)
  expect(entries.map(({ severity }) => severity)).toEqual(['ERROR', 'LOG', 'FATAL'])
})

test('stderr: a prefix with everything in it, padded, and none at all', () => {
  const line = '2026-11-21 11:52:16 CET|42P01|  anna|shop  |10.0.0.1(5000)|client backend|77|5f.4d|9|SELECT|3/17|0|-55|%|ERROR:  relation "t" does not exist\n'
  const all = stderrFormat('%t|%e|%6u|%-6d|%r|%b|%p|%c|%l|%i|%v|%x|%Q|%%|')
  expect(all(Buffer.from(line), true).entries).toMatchObject([
    { severity: 'ERROR', sqlstate: '42P01', user: 'anna', database: 'shop', client: '10.0.0.1', pid: '77', message: 'relation "t" does not exist' },
  ])
  expect(stderrFormat('')(Buffer.from('LOG:  hello\n\tthere\nDETAIL:  you\n'), true).entries).toMatchObject([
    { message: 'hello\nthere', detail: 'you', time: '' },
  ])
})

test('stderr: what stands before the first entry, and lines that are none, are passed over', () => {
  const { entries, consumed } = stderrFormat(prefix)(Buffer.from(`\tof an earlier entry\nlibrary says hello\n${STDERR}`), true)
  expect(entries).toHaveLength(3)
  expect(consumed).toBe(Buffer.byteLength(`\tof an earlier entry\nlibrary says hello\n${STDERR}`))
})

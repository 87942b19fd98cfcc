import { beforeAll, expect, test } from 'vitest'
import { classOf, cleanDetail, cleanMessage } from '../../../../electron/collector/log/clean.ts'
import { createLogCount, MOST_MESSAGES, MOST_TEXTS } from '../../../../electron/collector/log/count.ts'
import type { LogEntry } from '../../../../electron/collector/log/entry.ts'
import { instantsIn } from '../../../../electron/collector/log/instant.ts'
import { kindOf } from '../../../../electron/collector/log/kind.ts'
import { identify, loadScanner } from '../../../../electron/collector/query-id.ts'

beforeAll(loadScanner)

const normalise = (sql: string): string | undefined => identify(sql)?.text

const entry = (message: string, more: Partial<LogEntry> = {}): LogEntry => ({
  time: '2026-11-21 11:52:16.123 CET',
  severity: 'LOG',
  sqlstate: '00000',
  database: 'shop',
  user: null,
  application: null,
  client: null,
  pid: null,
  message,
  detail: null,
  context: null,
  statement: null,
  ...more,
})

test.each([
  ['duplicate key value violates unique constraint "t_pkey"', 'duplicate key value violates unique constraint "t_pkey"'],
  ['null value in column "a" of relation "t" violates not-null constraint', 'null value in column "a" of relation "t" violates not-null constraint'],
  ['invalid input syntax for type integer: "secret"', 'invalid input syntax for type integer: "…"'],
  ['password authentication failed for user "anna"', 'password authentication failed for user "anna"'],
  [`unrecognized configuration value 'it''s secret'`, "unrecognized configuration value '…'"],
  ['automatic vacuum of table "shop.public.t": index scans: 1', 'automatic vacuum of table "shop.public.t": index scans: 1'],
  ['syntax error at or near "secret"', 'syntax error at or near "…"'],
])('of the message %s is kept: %s', (message, kept) => {
  expect(cleanMessage(message, false)).toBe(kept)
})

test.each([
  ['Key (email)=(secret) already exists.', 'Key (email)=(…'],
  ['Key (c)=([1,2)) conflicts with existing key (c)=([secret,3)).', 'Key (c)=(…'],
  ['Failing row contains (1, secret, null).', 'Failing row contains …'],
  ["Parameters: $1 = 'secret', $2 = '7'", 'Parameters: …'],
  ['JSON data, line 1: {"a": secret', 'JSON data, line 1: …'],
  ['COPY t, line 3, column a: "secret"', 'COPY t, line 3, column a: "…"'],
  ['PL/pgSQL function f(integer) line 3 at RAISE', 'PL/pgSQL function f(integer) line 3 at RAISE'],
])('of the detail %s is kept: %s', (detail, kept) => {
  expect(cleanDetail(detail, normalise)).toBe(kept)
})

test('of a deadlock the waits are kept and the statements without literals; one that cannot be read is dropped', () => {
  const waits = 'Process 7 waits for ShareLock on transaction 9; blocked by process 8.\nProcess 8 waits for ShareLock on transaction 10; blocked by process 7.'
  const told = `${waits}\nProcess 7: update t\n set v = 'secret' -- secret\nProcess 8: select 'secret`
  expect(cleanDetail(told, normalise)).toBe(`${waits}\nProcess 7: update t\n set v = $1\nProcess 8: …`)
})

test('messages that differ by numbers and values only are of one class; names are not numbers', () => {
  expect(classOf('process 77 still waiting for ShareLock on transaction 1234 after 1000.123 ms')).toBe(
    'process … still waiting for ShareLock on transaction … after … ms',
  )
  expect(classOf('redo starts at 0/16B3748')).toBe('redo starts at …')
  expect(classOf('relation "table_2024" does not exist')).toBe('relation "table_2024" does not exist')
  expect(classOf('connection received: host=10.0.0.1 port=5000')).toBe('connection received: host=… port=…')
})

test.each([
  ['duration: 1234.567 ms  statement: select 1', { kind: 'slow statement', duration: 1234.567, statement: 'select 1' }],
  ['duration: 5.000 ms  execute <unnamed>: select $1', { kind: 'slow statement', duration: 5, statement: 'select $1' }],
  ['duration: 5.000 ms', { kind: 'duration', duration: 5 }],
  ['duration: 5.000 ms  plan:\nQuery Text: select 1', { kind: 'plan', duration: 5 }],
  ["statement: select 'secret'", { kind: 'statement', message: 'statement' }],
  ['AUDIT: SESSION,1,1,READ,SELECT,,,select secret', { kind: 'audit', message: 'audit' }],
  ['automatic aggressive vacuum of table "a.b.c": index scans: 0', { kind: 'autovacuum' }],
  ['automatic analyze of table "a.b.c"', { kind: 'autoanalyze' }],
  ['checkpoint complete: wrote 3 buffers', { kind: 'checkpoint' }],
  ['connection authorized: user=x', { kind: 'connection' }],
])('%s', (message, kind) => {
  expect(kindOf(entry(message))).toMatchObject(kind)
})

test('in another language the code says what is an error', () => {
  expect(kindOf(entry('Relation »t« existiert nicht', { severity: 'FEHLER', sqlstate: '42P01' }))).toMatchObject({ kind: 'error' })
  expect(kindOf(entry('Verklemmung entdeckt', { severity: 'FEHLER', sqlstate: '40P01' }))).toMatchObject({ kind: 'deadlock' })
})

test('messages beyond the limit are counted together, errors find room although much else was logged before, and nothing is missing', () => {
  const count = createLogCount({ know: () => ({ md5: null, command: null }), normalise, instant: () => null })
  for (let n = 0; n < 500; n++) count.take(entry(`automatic vacuum of table "shop.public.t${n}x": done`))
  for (let n = 0; n < 80; n++) count.take(entry('relation "t" does not exist', { severity: 'ERROR', sqlstate: '42P01' }))
  const messages = count.messages()
  const sum = (name: string): number => messages.reduce((total, row) => total + Number(row[name]), 0)
  expect(messages.length).toBe(MOST_MESSAGES + 2)
  expect(sum('entries')).toBe(580)
  expect(messages.filter((row) => row['message_id'] === null)).toMatchObject([
    { kind: 'autovacuum', message: null, entries: 200 },
    { kind: 'error', message: null, entries: 80 },
  ])
  expect(count.entries()).toHaveLength(MOST_TEXTS)
  expect(count.entries().filter((row) => row['kind'] === 'error')).toHaveLength(50)
  expect(sum('left_out')).toBe(580 - MOST_TEXTS)
})

test('times are those of the zone of the log, summer and winter', () => {
  const berlin = instantsIn('Europe/Berlin')
  expect(berlin('2026-07-21 12:00:00.250 CEST')).toBe(Date.UTC(2026, 6, 21, 10, 0, 0, 250))
  expect(berlin('2026-12-21 12:00:00 CET')).toBe(Date.UTC(2026, 11, 21, 11))
  expect(berlin('1795000000.123')).toBe(1795000000123)
  expect(berlin('')).toBeNull()
  expect(instantsIn('<+03>-03')('2026-12-21 12:00:00 +03')).toBe(Date.UTC(2026, 11, 21, 12))
})

import { expect, test } from 'vitest'
import certificate from '../../../electron/catalog/rules/certificate-expiry.ts'
import logDamage from '../../../electron/catalog/rules/log-damage.ts'
import logErrors from '../../../electron/catalog/rules/log-errors.ts'
import password from '../../../electron/catalog/rules/password-expiry.ts'
import type { RuleForm, RuleReading } from '../../../electron/catalog/rule.ts'
import { levelOf } from '../../../electron/platform/alerting/step.ts'
import { messageOf } from '../../../electron/platform/alerting/words.ts'
import { running } from '../platform/running.ts'

const NOW = Date.UTC(2026, 10, 21)
const DAY = 86_400

type Row = Readonly<Record<string, string | number>>

const reading = (rows: readonly Row[], seconds = 60): RuleReading => ({
  end: NOW,
  seconds,
  rows: rows.length,
  object: (row) => row,
  number: (name, row) => Number(rows[row]?.[name] ?? NaN),
  text: (name, row) => (rows[row]?.[name] === undefined ? null : String(rows[row][name])),
})

/** State and words of a rule over readings of the one probe that it reads. */
function judge(rule: RuleForm, ...readings: readonly RuleReading[]): readonly [string, string] | null {
  const found = rule.of({ readings: () => readings, cpus: 1, quiet: 0, compared: [] })
  return found === null ? null : [levelOf(found.value, { ...rule, form: rule }), messageOf(rule, found)]
}

const until = (days: number): number => NOW + days * DAY * 1000

test('a certificate is told 30 days before it ends, again a week before, and afterwards', () => {
  const of = (days: number) => judge(certificate, reading([{ subject: 'CN=db', valid_until: until(days) }]))
  expect(of(30.01)?.[0]).toBe('OK')
  expect(of(30)).toEqual(['WARNING', 'The certificate of the server (CN=db) ends on 2026-12-21'])
  expect(of(7.01)?.[0]).toBe('WARNING')
  expect(of(7)?.[0]).toBe('CRITICAL')
  expect(of(-1)).toEqual(['CRITICAL', 'The certificate of the server (CN=db) has ended on 2026-11-20'])
  expect(judge(certificate, reading([]))).toBeNull()
})

test('of passwords the first to end counts, and those that ended long ago do not', () => {
  const row = (name: string, days: number, ours = 'false'): Row => ({ user_name: name, ours, valid_until: until(days) })
  expect(judge(password, reading([]))?.[0]).toBe('OK')
  expect(judge(password, reading([row('left', -8), row('anna', 15)]))?.[0]).toBe('OK')
  expect(judge(password, reading([row('bob', 14), row('anna', 15)]))).toEqual(['WARNING', 'The password of the role "bob" ends on 2026-12-05'])
  expect(judge(password, reading([row('bob', 14), row('watcher', 2, 'true')]))).toEqual([
    'CRITICAL',
    'The password of the role "watcher", which watches this server ends on 2026-11-23',
  ])
  expect(judge(password, reading([row('bob', -6)]))).toEqual(['CRITICAL', 'The password of the role "bob" has ended on 2026-11-15'])
})

test('errors of the log are counted by the minute, whatever the readings stand for, and the most frequent is named', () => {
  const rows = (entries: number): Row[] => [
    { severity: 'ERROR', message: 'a', entries: entries / 3 },
    { severity: 'FATAL', message: 'b', entries: (2 * entries) / 3 },
    { severity: 'LOG', message: 'c', entries: 1000 },
  ]
  expect(judge(logErrors, reading(rows(29.9)))?.[0]).toBe('OK')
  expect(judge(logErrors, reading(rows(30)))).toEqual(['WARNING', 'The log has 30 errors a minute, most of them: b'])
  expect(judge(logErrors, reading(rows(30), 120))?.[0]).toBe('OK')
  expect(judge(logErrors, reading(rows(300)))?.[0]).toBe('CRITICAL')
  expect(judge(logErrors)).toBeNull()
})

test('one entry that tells of damage is enough; other errors are none', () => {
  const row = (severity: string, sqlstate: string): Row => ({ severity, sqlstate, message: 'm', entries: 1 })
  expect(judge(logDamage, reading([row('ERROR', '42P01'), row('FATAL', '28P01')]))?.[0]).toBe('OK')
  for (const one of [row('PANIC', 'XX000'), row('ERROR', 'XX001'), row('ERROR', '53100')]) expect(judge(logDamage, reading([one]))?.[0]).toBe('CRITICAL')
})

test('the thresholds of what gets worse as it falls are in falling order', async () => {
  const { ask } = await running()
  const change = (body: object) => ask('PATCH', '/ds-api/app/rules/certificate-expiry', body)
  expect(await change({ warning: 5 * DAY })).toMatchObject({ status: 400, error: 'critical must not be above warning' })
  expect(await change({ warning: 60 * DAY, critical: 10 * DAY })).toMatchObject({ status: 200, json: { falling: true, warning: 60 * DAY } })
})

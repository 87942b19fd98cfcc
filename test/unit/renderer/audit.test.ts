import { expect, test } from 'vitest'
import { auditTable, changesOf, fieldsOf, operationWords, pathWords, whoWords, type Entry } from '../../../renderer/features/audit/words.ts'
import { lengthWords } from '../../../renderer/features/token/lasting.ts'
import { accessOf, accessWords, differenceOf } from '../../../renderer/features/roles/access.ts'
import { toCsv } from '../../../renderer/ui/delimited.ts'

const ENTRY: Entry = {
  id: 1,
  time: Date.UTC(2026, 2, 1, 8),
  login: 'ann',
  email: 'ann@x.org',
  address: '::1',
  operation: 'updateUser',
  method: 'PUT',
  path: '/ds-api/users/b%C3%A9a%40x.org',
  request: { comment: '=1+1' },
  before: { comment: '', roles: [] },
  after: { comment: '=1+1', roles: ['web', 'db'] },
  failure: '',
}

test('an operation is told in words, one at an agent too', () => {
  expect(['signIn', 'updateUser', 'relaySetQueryMonitoringMinTime', 'relay'].map(operationWords)).toEqual([
    'Sign in',
    'Update user',
    'Set query monitoring min time (at an agent)',
    'Relay',
  ])
})

test('what it was done on is told by its name; of a sign-in, by what; a broken escape stays as it is', () => {
  expect(pathWords(ENTRY)).toBe('users/béa@x.org')
  expect(pathWords({ ...ENTRY, path: '/ds-api/app/rules/%zz' })).toBe('rules/%zz')
  expect(pathWords({ ...ENTRY, operation: 'signIn', request: { by: 'password' } })).toBe('by password')
  expect(pathWords({ ...ENTRY, operation: 'signIn', request: null })).toBe('')
  expect(whoWords({ ...ENTRY, login: '' })).toBe('not known')
})

test('only fields that differ are told, and what was not there is not the same as empty', () => {
  expect(changesOf(ENTRY.before, ENTRY.after)).toEqual([
    { name: 'comment', before: '(empty)', after: '=1+1' },
    { name: 'roles', before: '(none)', after: 'web, db' },
  ])
  expect(changesOf(null, { name: 'r', access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })).toEqual([
    { name: 'name', before: null, after: 'r' },
    { name: 'access[1].filters[1].tag', before: null, after: 'env' },
    { name: 'access[1].filters[1].value', before: null, after: 'prod' },
  ])
  expect(changesOf({ a: 0, b: false, c: null }, { a: 0, b: false, c: null })).toEqual([])
  expect(fieldsOf(null)).toEqual([])
})

test('the file has every field, times in UTC, and no formula', () => {
  const csv = toCsv(auditTable([ENTRY, { ...ENTRY, login: '=cmd', request: null }]))
  const [head, first, second] = csv.split('\r\n')
  expect(head).toBe('time,login,email,address,operation,method,path,request,before,after,failure')
  expect(first).toBe(
    `2026-03-01T08:00:00.000Z,ann,ann@x.org,::1,updateUser,PUT,/ds-api/users/b%C3%A9a%40x.org,"{""comment"":""=1+1""}","{""comment"":"""",""roles"":[]}","{""comment"":""=1+1"",""roles"":[""web"",""db""]}",`,
  )
  expect(second).toMatch(/^2026-03-01T08:00:00.000Z,'=cmd,/)
})

test('a role is told with its groups as alternatives; a group without a filter is not sent, because it would be everything', () => {
  const env = { tag: 'env', value: 'prod' }
  const team = { tag: 'team', value: 'pay' }
  const one = { tag: 'pg_instance', value: 'dwh@db7' }
  expect([[[env, team], [one]], [[env, team]], [[env], []], [[]]].map(accessWords)).toEqual([
    '(env = prod and team = pay) or pg_instance = dwh@db7',
    'env = prod and team = pay',
    'env = prod',
    'no instance',
  ])
  expect(accessOf([[env], []])).toEqual([{ filters: [env] }])
  expect(differenceOf(['a', 'b'], ['b', 'c'])).toEqual({ gained: ['c'], lost: ['a'] })
})

test('what is left of a token is told in hours and minutes', () => {
  expect([-5, 59_999, 60_000, 3_600_000, 66_660_000].map(lengthWords)).toEqual([
    'less than a minute',
    'less than a minute',
    '1 min',
    '1 h 0 min',
    '18 h 31 min',
  ])
})

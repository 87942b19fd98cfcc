import { expect, it } from 'vitest'
import { isLive, readScope, START_SCOPE, withoutValue, withValue, writeScope, type Scope } from '../../../renderer/app/scope.ts'

const again = (scope: Scope) => readScope(new URLSearchParams(writeScope(scope).toString()))

it('a scope survives the address, whatever is in its values', () => {
  const scope: Scope = {
    range: { kind: 'between', from: 1_000_000, to: 2_000_000 },
    pausedAt: null,
    window: { from: 1_200_000, to: 1_300_000 },
    where: [
      { dimension: 'application_name', values: ['a:b=c&d #é', '', null], exclude: false },
      { dimension: 'wait_event_type', values: ['IO'], exclude: true },
      { dimension: 'user_name', values: ['-'], exclude: false },
    ],
    by: 'database',
    instances: ['db1@prod', 'db 2@x'],
  }
  expect(again(scope)).toEqual(scope)
})

it('a paused moving range stays where it was paused', () => {
  const scope: Scope = { ...START_SCOPE, pausedAt: 1_700_000_000_000 }
  expect(again(scope)).toEqual(scope)
  expect(isLive(scope)).toBe(false)
})

it('nonsense in the address is the ordinary scope', () => {
  expect(readScope(new URLSearchParams('r=soon&w=9-1&by=height&f=x&f=height:=1&p=x'))).toEqual(START_SCOPE)
})

it('values of one dimension come together, and one that is excluded is no longer included', () => {
  const one = withValue([], 'database', 'shop', false)
  const two = withValue(one, 'database', 'billing', false)
  expect(two).toEqual([{ dimension: 'database', values: ['shop', 'billing'], exclude: false }])
  expect(withValue(two, 'database', 'shop', true)).toEqual([
    { dimension: 'database', values: ['billing'], exclude: false },
    { dimension: 'database', values: ['shop'], exclude: true },
  ])
})

it('the last value of a condition takes the condition with it', () => {
  expect(withoutValue(withValue([], 'state', null, false), 'state', null)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { rules } from '../../../electron/catalog/rules/_all.generated.ts'
import { probes } from '../../../electron/catalog/probes/_all.generated.ts'
import type { Probe } from '../../../electron/catalog/define.ts'
import { CALM, step, type Standing } from '../../../electron/platform/alerting/step.ts'
import { messageOf } from '../../../electron/platform/alerting/words.ts'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

const form = { ...rules[0], id: 'made', each: 1, occurrences: 3, over: 2 }
const rule = { form, warning: 10, critical: 20, occurrences: 3 }
const MINUTE = 60_000

/** States after each of the values, a minute apart; null is a minute without a measure. */
function after(values: readonly (number | null)[], of = rule, from: Standing = { ...CALM, last: 0 }): string {
  let standing = from
  return values
    .map((value, at) => {
      if (value !== null) standing = step(standing, value, of, 1, (at + 1) * MINUTE)
      return standing.state.charAt(0)
    })
    .join('')
}

describe('a state', () => {
  test('is entered when the value has been at its threshold for as many minutes as it must last', () => {
    expect(after([10, 10, 10, 10])).toBe('OOWW')
    expect(after([20, 20, 20])).toBe('OOC')
    expect(after([9.99, 9.99, 9.99])).toBe('OOO')
  })
  test('a minute below starts the count again', () => {
    expect(after([10, 10, 9, 10, 10, 10])).toBe('OOOOOW')
  })
  test('critical minutes count for the warning, and warning minutes not for critical', () => {
    expect(after([20, 10, 20, 20, 20])).toBe('OOWWC')
  })
  test('critical eases to warning when it has been below for long enough, and then is over', () => {
    expect(after([20, 20, 20, 10, 10, 10, 0, 0])).toBe('OOCCWWWO')
  })
  test('critical is over at once when both thresholds are left', () => {
    expect(after([20, 20, 20, 0, 0])).toBe('OOCCO')
  })
  test('what flaps stays', () => {
    expect(after([10, 10, 10, 0, 10, 0, 10, 0, 0])).toBe('OOWWWWWWO')
  })
  test('minutes without a measure neither count nor end anything', () => {
    expect(after([10, null, 10, null, null, 10, null, null, null, null, null])).toBe('OOOOOWWWWWW')
  })
  test('after a long pause what was counted before does not count, and the state stays', () => {
    const pause = Array.from({ length: 20 }, () => null)
    expect(after([10, 10, ...pause, 10]).at(-1)).toBe('O')
    expect(after([10, 10, 10, ...pause, 0]).at(-1)).toBe('W')
    expect(after([10, 10, 10, ...pause, 0, 0]).at(-1)).toBe('O')
  })
  test('a threshold that is not set is never reached', () => {
    expect(after([99, 99, 99], { ...rule, critical: null as unknown as number })).toBe('OOW')
    expect(after([19, 19, 19], { ...rule, warning: null as unknown as number })).toBe('OOO')
    expect(after([20, 20, 20], { ...rule, warning: null as unknown as number })).toBe('OOC')
  })
  test('other thresholds count from the next minute on', () => {
    const open = step(step(step(CALM, 10, rule, 1, MINUTE), 10, rule, 1, 2 * MINUTE), 10, rule, 1, 3 * MINUTE)
    expect(open.state).toBe('WARNING')
    expect(after([10, 10], { ...rule, warning: 11 }, { ...open, last: 0 })).toBe('WO')
  })
})

describe.each(rules)('rule $id', (one) => {
  const declared: readonly Probe[] = probes

  test('reads columns that exist, and says what it is', () => {
    for (const [id, columns] of Object.entries(one.reads)) {
      const probe = declared.find((each) => each.id === id)
      expect(probe, `${id} is no probe`).toBeDefined()
      for (const name of columns) {
        expect(probe?.columns[name], `${id} has no column ${name}`).toBeDefined()
        // labels of keyed probes lie with their objects
        if (probe?.shape === 'rows') expect(['counter', 'gauge'], `${id}.${name}`).toContain(probe.columns[name]?.kind)
      }
    }
    expect(one.doc).toMatch(/^[A-Z].*\.$/s)
    expect(one.warning !== null || one.critical !== null).toBe(true)
    const sign = 'falling' in one ? -1 : 1
    if (one.warning !== null && one.critical !== null) expect(sign * one.warning).toBeLessThan(sign * one.critical)
    expect(one.occurrences).toBeGreaterThanOrEqual(1)
  })

  test('without any reading it cannot tell, or there is nothing wrong', () => {
    const found = one.of({ readings: () => [], cpus: 4, quiet: 0, compared: [] })
    expect(found === null || found.value === 0).toBe(true)
  })

  test('its sentence has nothing left to fill in', () => {
    const names = [...one.message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const message = messageOf(one, {
      value: 7,
      subject: 'x',
      facts: Object.fromEntries(names.filter((n) => n !== 'value' && n !== 'subject').map((n) => [n, 1])),
    })
    expect(message).not.toMatch(/[{}]/)
  })
})

test('every file of the rules is a rule of that name', () => {
  const files = globSync('*.ts', { cwd: join(import.meta.dirname, '../../../electron/catalog/rules') }).filter((file) => !file.startsWith('_'))
  expect(files.map((file) => basename(file, '.ts')).sort()).toEqual(rules.map(({ id }) => id).sort())
})

import { expect, test } from 'vitest'
import { inputUnit, readThreshold, ruleSentence, thresholdFault, writeThreshold } from '../../../renderer/ui/rule-words.ts'

const rule = { measure: 'the part of max_connections that is taken', unit: 'percent', warning: 80, critical: 95, occurrences: 2 }

test('a rule is a sentence with both thresholds, with one, and with none', () => {
  expect(ruleSentence(rule)).toBe('When the part of max_connections that is taken is at least 80\u00a0% for 2 minutes: warning; at least 95\u00a0%: critical.')
  expect(ruleSentence({ ...rule, warning: null, occurrences: 1 })).toMatch(/95\u00a0% for 1 minute: critical\.$/)
  expect(ruleSentence({ ...rule, warning: null, critical: null })).toMatch(/never/)
})

test('a threshold is typed in the largest unit in which all of a rule are whole, and keeps its value', () => {
  expect(inputUnit('s', [1800, 7200]).name).toBe('min')
  expect(inputUnit('s', [3600, null]).name).toBe('h')
  expect(inputUnit('s', [90]).name).toBe('s')
  expect(inputUnit('bytes', [5 * 1024 ** 3]).name).toBe('GiB')
  expect(inputUnit('count', [5]).name).toBe('')
  const minutes = inputUnit('s', [1800])
  expect(writeThreshold(1800, minutes)).toBe('30')
  expect(readThreshold('45', minutes)).toBe(2700)
  expect(readThreshold('0,5', minutes)).toBe(30)
})

test('an empty threshold is never, not zero; what is no number is refused', () => {
  const percent = inputUnit('percent', [80])
  expect(readThreshold(' ', percent)).toBeNull()
  expect(readThreshold('0', percent)).toBe(0)
  expect(readThreshold('much', percent)).toBeNaN()
  expect(thresholdFault({ ...rule, warning: Number.NaN })).toMatch(/number/)
  expect(thresholdFault({ ...rule, warning: 96 })).toMatch(/below warning/)
  expect(thresholdFault({ ...rule, occurrences: 0 })).toMatch(/1440/)
  expect(thresholdFault({ ...rule, warning: null })).toBe('')
})

test('a rule about what runs out is said and judged the other way round', () => {
  const rule = { measure: 'the time left', unit: 's', warning: 2_592_000, critical: 604_800, occurrences: 1, falling: true } as const
  expect(ruleSentence(rule)).toBe('When the time left is at most 30\u00a0d for 1 minute: warning; at most 7\u00a0d: critical.')
  expect(thresholdFault(rule)).toBe('')
  expect(thresholdFault({ ...rule, critical: 2_592_001 })).toMatch(/above warning/)
})

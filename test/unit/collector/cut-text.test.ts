import { beforeAll, expect, it } from 'vitest'
import { dropValues } from '../../../electron/collector/cut-text.ts'
import { loadScanner } from '../../../electron/collector/query-id.ts'

beforeAll(loadScanner)

it.each([
  ["alter role a password 'secret' valid", 'alter role a password $1 valid …'],
  ["alter role a password 'secre", 'alter role a password $1 …'],
  ['/* trace secret */ select $1, 42', 'select $1, $2 …'],
  ['select $1 /* trace secre', 'select $1 …'],
  ['select "na', 'select "na" …'],
  ['do $$ secret', 'do $1 …'],
  ['select 1 /* a /* b secret', 'SELECT …'],
])('of %s that was cut neither comment nor literal is kept', (text, kept) => {
  expect(dropValues(text, 'SELECT …').trim()).toBe(kept)
})

import { expect, test } from 'vitest'
import { encode } from '../../../electron/platform/reports/encode.ts'

const COLUMNS = ['a', 'b "quoted"', '7', 'c'].map((name) => ({ name, doc: '' }))
const CELLS = ['', 'x', 'a "b" \\ \n \u2028 \ud83d\ude00', '\u0000', 'é', 0, -0, 1.5, 1e21, 9007199254740993, NaN, Infinity, true, false, null]

test.each([0, 1, 999, 1000, 2500])('%i rows are written as JSON.stringify writes them', (count) => {
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(COLUMNS.map(({ name }, column) => [name, CELLS[(row * 7 + column * 3) % CELLS.length] ?? null])),
  )
  // Keys come in the order of the columns, which JSON.stringify does not keep for those that look like numbers.
  const inOrder = rows.map((row) => `{${COLUMNS.map(({ name }) => `${JSON.stringify(name)}:${JSON.stringify(row[name])}`).join(',')}}`)
  expect([...encode({ columns: COLUMNS, rows }, 'json').pieces].join('')).toBe(`[${inOrder.join(',')}]`)
})

test('more different texts than are remembered stay what they are', () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => ({ a: `text "${String(row % 12_000)}"` }))
  expect(JSON.parse([...encode({ columns: [{ name: 'a', doc: '' }], rows }, 'json').pieces].join(''))).toEqual(rows)
})

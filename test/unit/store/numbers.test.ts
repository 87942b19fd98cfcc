import { expect, test } from 'vitest'
import { planNumbers, planUnpacked, writeNumbers } from '../../../electron/store/numbers.ts'
import { endOfNumbers, readNumbers, readNumbersInto } from '../../../electron/store/numbers-read.ts'
import { random } from './random.ts'

function written(values: readonly number[]): { bytes: Buffer; back: number[] } {
  const column = Float64Array.from(values)
  const plan = planNumbers(column, values.length)
  // Around the column lies something else, as in a block.
  const bytes = Buffer.alloc(plan.size + 10, 0xa5)
  expect(writeNumbers(bytes, 5, column, values.length, plan)).toBe(5 + plan.size)
  expect([...bytes.subarray(0, 5), ...bytes.subarray(-5)]).toEqual(Array(10).fill(0xa5))
  expect(endOfNumbers(bytes, 5, values.length)).toBe(5 + plan.size)
  const back = readNumbers(bytes, 5, values.length)
  for (const way of [planNumbers(column, values.length, false), planUnpacked(column, values.length)]) {
    const other = Buffer.alloc(way.size + 3, 0xa5)
    expect(writeNumbers(other, 0, column, values.length, way)).toBe(way.size)
    expect([...other.subarray(way.size)]).toEqual(Array(3).fill(0xa5))
    const own = other.subarray(0, way.size)
    expect(endOfNumbers(own, 0, values.length)).toBe(way.size)
    expect(Array.from(readNumbers(own, 0, values.length), (value) => value + 0)).toEqual(Array.from(back, (value) => value + 0))
  }
  return { bytes: bytes.subarray(5, -5), back: Array.from(back) }
}

const EDGES = [
  0,
  1,
  255,
  256,
  65535,
  65536,
  2 ** 24 - 1,
  2 ** 24,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 40 - 1,
  2 ** 40,
  2 ** 47,
  2 ** 48 - 1,
  2 ** 48,
  2 ** 53 - 1,
  2 ** 53,
]

test.each([
  ['nothing', []],
  ['zeros', [0, 0, 0]],
  ['one value many times', Array<number>(100).fill(123456)],
  ['one value and nulls', [NaN, ...Array<number>(100).fill(7), NaN]],
  ['only nulls', [NaN, NaN]],
  ['zeros and nulls', [0, NaN, 0]],
  ['every width', EDGES],
  ['every width, below zero', EDGES.map((edge) => -edge).reverse()],
  ['every width alone', EDGES.flatMap((edge) => [edge, NaN])],
  ['fractions', [0.1, -0.25, 1e300, -1e-300, NaN, Infinity, -Infinity]],
  ['sorted ids', Array.from({ length: 300 }, (_, i) => 100_000 + i * 3)],
  ['sorted ids with nulls', Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? NaN : 100_000 + i * 3))],
  ['falling', Array.from({ length: 300 }, (_, i) => 1e12 - i * 1000)],
])('%s', (_, values) => {
  expect(written(values).back.map((value) => value + 0)).toEqual(values.map((value) => value + 0))
})

test.each(EDGES.flatMap((edge) => [edge, -edge, edge + 0.5]))('%d beside a null and a one', (edge) => {
  expect(written([edge, NaN, 1]).back.map((value) => value + 0)).toEqual([edge + 0, NaN, 1])
})

test('random columns of every size and sign come back exactly', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const { next, whole, chance } = random(seed)
    const top = 2 ** whole(54)
    const signed = chance(0.3)
    const nulls = chance(0.4) ? next() : 0
    const step = chance(0.3) ? 10 : 0
    let at = whole(2 ** 40)
    const values = Array.from({ length: whole(70) }, () => {
      if (chance(nulls)) return NaN
      if (step > 0) return (at += whole(step) - (signed ? step / 2 : 0))
      return Math.floor(next() * top) * (signed && chance(0.5) ? -1 : 1)
    })
    expect(
      written(values).back.map((value) => value + 0),
      `seed ${String(seed)}`,
    ).toEqual(values.map((value) => value + 0))
  }
})

test('a column takes as many bytes a row as its numbers need; what hardly changes is kept as differences', () => {
  const size = (values: number[]): number => planNumbers(Float64Array.from(values), values.length).size
  const { whole } = random(1)
  expect(size(Array.from({ length: 1000 }, () => whole(256)))).toBe(1001)
  expect(size(Array.from({ length: 1000 }, () => whole(65536)))).toBe(2001)
  expect(size(Array.from({ length: 1000 }, (_, i) => i * 100))).toBe(1001)
  expect(size(Array<number>(1000).fill(5_000_000))).toBe(9)
  expect(size(Array<number>(1000).fill(0))).toBe(1)
  expect(size([5_000_000])).toBe(4)
})

test('unpacked, a column takes as many bits a row as its numbers or their differences need, and a line takes none', () => {
  const size = (values: number[]): number => planUnpacked(Float64Array.from(values), values.length).size
  const { whole } = random(1)
  expect(size(Array.from({ length: 1000 }, () => 5000 + whole(8)))).toBe(1 + 9 + (1000 * 3) / 8 + 4)
  expect(size(Array.from({ length: 1000 }, (_, i) => i * 60_000 + whole(8)))).toBe(1 + 17 + (1000 * 4) / 8 + 4)
  expect(size(Array.from({ length: 1000 }, (_, i) => 59_000 + i * 60_000))).toBe(18)
  expect(size(Array.from({ length: 1000 }, () => whole(2 ** 38)))).toBe(1 + 9 + (1000 * 38) / 8 + 4)
  expect(size([5_000_000])).toBe(4)
})

test('a slice of a column is what the whole column has there, however it is written', () => {
  const { whole, chance, of } = random(11)
  for (let round = 0; round < 400; round++) {
    const rows = 1 + whole(60)
    const size = of([1, 200, 60_000, 2 ** 20, 2 ** 30, 2 ** 38, 2 ** 46, 2 ** 52])
    const nulls = chance(0.3)
    const signs = chance(0.4)
    const steps = chance(0.3)
    const step = of([5, 2 ** 27, 2 ** 36])
    let last = size
    const values = Array.from({ length: rows }, () => {
      if (nulls && chance(0.2)) return NaN
      last = steps ? last + whole(step) - 2 : whole(size) + (chance(0.02) ? 0.5 : 0)
      return signs && chance(0.5) ? -last : last
    })
    const column = Float64Array.from(values)
    const plan = chance(0.5) ? planNumbers(column, rows) : planUnpacked(column, rows)
    const bytes = Buffer.alloc(plan.size)
    writeNumbers(bytes, 0, column, rows, plan)
    const from = whole(rows)
    const to = from + whole(rows - from + 1)
    const what = `${JSON.stringify(values)} ${String(from)}..${String(to)}`
    const right = values.slice(from, to).map((value) => value + 0)
    expect(
      Array.from(readNumbers(bytes, 0, rows, from, to - from), (value) => value + 0),
      what,
    ).toEqual(right)
    const into = new Float64Array(right.length + 2).fill(7)
    readNumbersInto(into, 1, bytes, 0, rows, from, to - from)
    expect(
      Array.from(into, (value) => value + 0),
      what,
    ).toEqual([7, ...right, 7])
  }
})

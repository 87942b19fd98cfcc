import { deserialize, serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import type { Probe } from '../../../electron/catalog/define.ts'
import { probes } from '../../../electron/catalog/probes/_all.generated.ts'
import database from '../../../electron/catalog/probes/database.ts'
import statements from '../../../electron/catalog/probes/statements.ts'
import { causeOf } from '../../../electron/collector/cause.ts'
import { readNumber, toReading } from '../../../electron/collector/reading.ts'
import { createRecent } from '../../../electron/collector/recent.ts'

describe('a number as PostgreSQL writes it', () => {
  it.each([
    ['42', 1, 42],
    ['-7', 1, -7],
    ['9223372036854775807', 1, 9223372036854775807n],
    ['18446744073709551616', 1, 18446744073709551616n],
    ['9007199254740991', 1, 9007199254740991],
    ['0.0004', 1000, 0],
    ['1.2345', 1000, 1235],
    ['1e-05', 1000, 0],
    ['1.5e+16', 1000, 15000000000000000000n],
    ['0.25', 0, 0.25],
    ['NaN', 1, null],
    ['Infinity', 1000, null],
  ])('%s with scale %i is %s', (text, scale, number) => {
    expect(readNumber(text, scale)).toBe(number)
  })
})

describe('a reading', () => {
  const server = { system: '1', timeline: null, inRecovery: false, seesAll: true, extension: null, startedAt: 0 }
  it('survives serialization', () => {
    const reading = toReading(database, ['datid', 'database', 'xact_commit'], [['5', 'postgres', '9223372036854775807']], 1, server)
    expect(deserialize(serialize(reading))).toEqual(reading)
    expect(reading.columns['xact_commit']).toEqual([9223372036854775807n])
  })
  it('has null for a column that the answer has not', () => {
    expect(toReading(database, ['datid'], [['5']], 1, server).columns['sessions']).toEqual([null])
  })
  it('has from a pack its numbers, zeros where it is empty and null where it or one of them is missing', () => {
    const rows = [['1.5,0,,2'], [''], [null], ['0,0']]
    const { columns } = toReading(statements, ['block_times'], rows, 1, server)
    expect(statements.packed.block_times.map((name) => columns[name])).toEqual([
      [1500, 0, null, 0],
      [0, 0, null, 0],
      [null, 0, null, null],
      [2000, 0, null, null],
    ])
  })
  it('is told by probes that are data: they travel to the threads of the store', () => {
    expect(structuredClone(probes)).toEqual(probes)
  })
  it.each((probes as readonly Probe[]).filter(({ packed }) => packed !== undefined))(
    'packs of $id are of numeric columns, each in one',
    ({ packed, columns, internal }) => {
      const names = Object.values(packed ?? {}).flat()
      expect(new Set(names).size).toBe(names.length)
      for (const name of names.filter((one) => !internal?.includes(one))) expect(['counter', 'gauge']).toContain(columns[name]?.kind)
    },
  )
})

describe('what was used lately', () => {
  it('stays, and the rest goes', () => {
    const recent = createRecent<number>(2)
    recent.set('a', 1)
    recent.set('b', 2)
    recent.get('a')
    recent.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => recent.has(key))).toEqual([true, false, true])
  })
})

describe('why there is no session', () => {
  const to = { host: 'db1', port: 5432, user: 'ann', database: 'shop' }
  it.each([
    ['28P01', 'the password of user "ann" is not accepted'],
    ['3D000', 'the database "shop" does not exist'],
    ['53300', 'the server has no free connection'],
    ['57P03', 'the server does not accept connections yet'],
    ['ECONNREFUSED', 'nothing listens on db1:5432'],
    ['EHOSTUNREACH', 'db1:5432 cannot be reached'],
  ])('%s is told as: %s', (code, words) => {
    expect(causeOf(Object.assign(new Error('x'), { code }), to)).toContain(words)
  })
  it('of a name with several addresses is that of the first', () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
    expect(causeOf(new AggregateError([refused, refused]), to)).toContain('nothing listens on db1:5432')
  })
})

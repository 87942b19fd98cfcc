import { beforeAll, describe, expect, it } from 'vitest'
import { identify, loadScanner } from '../../../electron/collector/query-id.ts'

beforeAll(loadScanner)

const id = (sql: string): string | undefined => identify(sql)?.md5

describe('the id of a statement', () => {
  it.each([
    ['a constant and its parameter', 'select * from t where a = 5', 'select * from t where a = $1'],
    ['strings of every form', `select 'a', E'b\\'c', $$d$$, U&'e', B'101', X'1F', 'it''s'`, 'select $1, $2, $3, $4, $5, $6, $7'],
    ['layout', 'select   a\n\t from t', 'select a from t'],
    ['comments', '/* app:7 */ select a -- why\n from t', 'select a from t'],
    ['a semicolon at the end', 'select a from t;', 'select a from t'],
    ['the case of keywords and names', 'SELECT A FROM T', 'select a from t'],
    ['negative numbers', 'select -1, a - 1, (-2.5) from t where b = -3 limit -4', 'select $1, a - $2, ($3) from t where b = $4 limit $5'],
    ['a sign before a cast', 'select -1::bigint', 'select -$1::bigint'],
    ['null, true and false', 'insert into t values (null, true, false)', 'insert into t values ($1, $2, $3)'],
    ['numbers of parameters', 'select * from t where a = $2 and b = 7', 'select * from t where a = $1 and b = $2'],
    ['lists of any length', 'select * from t where a in (1, 2, 3)', 'select * from t where a in ($1, $2)'],
    ['lists as version 18 writes them', 'select * from t where a in (1, 2, 3)', 'select * from t where a in ($1 /*, ... */)'],
    ['lists of one', 'select * from t where a in (1)', 'select * from t where a in ($1, $2)'],
    ['lists of casts', `select * from t where a in ('x'::public.mood, 'y'::varchar(5))`, 'select * from t where a in ($1 /*, ... */)'],
    ['arrays', 'select array[1, -2, 3]', 'select array[$1 /*, ... */]'],
  ])('is not changed by %s', (_, literal, normalised) => {
    expect(id(literal)).toMatch(/^[0-9a-f]{32}$/)
    expect(id(literal)).toBe(id(normalised))
  })

  it.each([
    ['a quoted name', 'select "A" from t', 'select a from t'],
    ['a test for null', 'select * from t where a is null', 'select * from t where a is not null'],
    ['a list that holds a column', 'select * from t where a in (1, b)', 'select * from t where a in (1, 2)'],
    ['a subtraction', 'select a -1 from t', 'select a from t'],
    ['the number of arguments', 'select f(1, 2)', 'select f(1)'],
    ['the columns', 'select a, b from t', 'select a, c from t'],
  ])('is changed by %s', (_, one, other) => {
    expect(id(one)).not.toBe(id(other))
  })

  it('is the md5 of the tokens joined by one blank', () => {
    // printf 'select * from t where a in ( $1 , … ) and b = $2' | md5sum
    expect(id(`SELECT * FROM t WHERE a IN (1,2) AND b = 'x'`)).toBe('4542a87dd43d7997ed1e1b27ba95a999')
  })

  it('is unknown for a text that was cut within a literal', () => {
    expect(identify(`select 'abc`)).toBeUndefined()
    expect(identify('select 1 /* abc')).toBeUndefined()
  })

  it('survives letters of more than one byte and control characters', () => {
    expect(identify(`select 'é€😀\t\u0001', "naïve" from été where x = 'ü'`)?.text).toBe('select $1, "naïve" from été where x = $2')
  })
})

describe('the text of a statement', () => {
  it('keeps the layout and loses literals and comments', () => {
    expect(identify(`-- by ann\nselect a,\n  'secret' /* pin 1234 */ from t where b in (1, 2);`)?.text).toBe('select a,\n  $1 from t where b in ($2, …)')
  })
})

describe('the command', () => {
  it.each([
    ['select 1', 'SELECT'],
    ['/* c */ (select 1) union select 2', 'SELECT'],
    ['with a as (select 1) insert into t select * from a', 'INSERT'],
    ['with recursive a(b) as (select 1) select * from a', 'SELECT'],
    ['vacuum t', 'VACUUM'],
    ['/* nothing */', null],
  ])('of %s is %s', (sql, command) => {
    expect(identify(sql)?.command).toBe(command)
  })
})

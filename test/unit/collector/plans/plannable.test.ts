import { beforeAll, expect, it } from 'vitest'
import { LONGEST, plannable } from '../../../../electron/collector/plans/plannable.ts'
import { loadScanner } from '../../../../electron/collector/query-id.ts'

beforeAll(loadScanner)

it.each([
  ['select 1', { writes: false, parameters: false }],
  ['select * from t where a = $1;', { writes: false, parameters: true }],
  ['values (1), (2)', { writes: false, parameters: false }],
  ['table t', { writes: false, parameters: false }],
  ['with w as (delete from t returning *) select * from w', { writes: true, parameters: false }],
  ['select * from t for update', { writes: true, parameters: false }],
  ['insert into t select 1', { writes: true, parameters: false }],
  ['update t set a = 1', { writes: true, parameters: false }],
  ['delete from t', { writes: true, parameters: false }],
  ['merge into t using s on t.a = s.a when matched then delete', { writes: true, parameters: false }],
  ["/* a; b */ select 'a; drop table t' -- ; c", { writes: false, parameters: false }],
  ["select 'tab\tand \u0001 control'", { writes: false, parameters: false }],
])('%s is planned', (sql, expected) => {
  expect(plannable(sql)).toEqual(expected)
})

it.each([
  ['select 1; select 2', 'more than one'],
  ["select 1; alter role a password 'secret'", 'more than one'],
  ["alter role a password 'secret'", 'it is not a SELECT'],
  ['select * into t2 from t', 'it is not a SELECT'],
  ['create table t2 as select 1', 'it is not a SELECT'],
  ['explain analyze select 1', 'it is not a SELECT'],
  ['execute p(1)', 'it is not a SELECT'],
  ['call p()', 'it is not a SELECT'],
  ['refresh materialized view v', 'it is not a SELECT'],
  ['declare c cursor for select 1', 'it is not a SELECT'],
  ['do $$ begin end $$', 'it is not a SELECT'],
  ["select 'cut off", 'the parser does not know'],
  ['', 'the parser does not know'],
  ['-- nothing', 'there is no statement'],
  [`select ${'1+'.repeat(LONGEST)}1`, 'longer than'],
])('%s is not', (sql, why) => {
  expect(plannable(sql)).toContain(why)
})

import { beforeAll, expect, it } from 'vitest'
import { identify, loadScanner } from '../../electron/collector/query-id.ts'
import { installed, withServers } from '../help/postgres.ts'

/** What clients send, told apart by the table they name. */
const STATEMENTS = [
  `select a from q1 where a = -1 and b < 3 - 2 and c = 'x''y' -- note`,
  `select a from q2 where a in (1, 2, 3)`,
  `select a from q3 where a in (-1, -2) and c in ('x', E'y\\n')`,
  `insert into q4 values (1, null, 'z'), (-2, 3, null)`,
  `update q5 set a = a - 1, c = null where b is not null and c is null`,
  `select case when a > 0 then true else false end, /* why */ b::numeric(10,2) from q6 where a between -5 and +5 limit 10 offset 0`,
  `select a from q7 where c = any(array['x', 'y']) and now() > date '2020-01-01' - interval '1 day'`,
  `with w as (select a from q8 where b = 1) select * from w where a is true or a is not false`.replace(/a is true or a is not false/, 'a > 1'),
  `select "a" , A from Q9 where c like 'p%' and b = -1::int`,
  `delete from q10 where a = 1 and not (b = 2)`,
  `select a, row_number() over (partition by b order by c nulls last) from q11 where c ~ $$x$$`,
]

beforeAll(loadScanner)

withServers([...installed.keys()], (_, server) => {
  it('a statement with its literals has the id of the text the server makes of it', async () => {
    const client = await server().session()
    for (let i = 1; i <= STATEMENTS.length; i++) await client.query(`create table q${i} (a int, b int, c text)`)
    for (const sql of STATEMENTS) await client.query(sql)
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_statements where query ~* '\\mq[0-9]+\\M' and query !~* 'create table|pg_stat_statements'`,
    )
    for (const sql of STATEMENTS) {
      const table = /q\d+/i.exec(sql)?.[0] ?? ''
      const texts = rows.map(({ query }) => query).filter((query) => new RegExp(`\\b${table}\\b`, 'i').test(query))
      expect(texts, table).toHaveLength(1)
      expect({ text: identify(texts[0] ?? '')?.text, md5: identify(texts[0] ?? '')?.md5 }).toEqual({
        text: expect.any(String) as string,
        md5: identify(sql)?.md5,
      })
    }
  })
})

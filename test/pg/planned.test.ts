/** What is asked again in the same words is planned once, and nothing is lost when the server no longer knows it. */
import { expect, it } from 'vitest'
import { openSession, type Session } from '../../electron/collector/target.ts'
import { SOME, withServers } from '../help/postgres.ts'

const KEPT = 'select statement, generic_plans + custom_plans from pg_prepared_statements order by prepare_time'
/** Version 13 does not tell of plans. */
const KEPT_13 = 'select statement, null from pg_prepared_statements order by prepare_time'

withServers(SOME, (version, server) => {
  const opened = async (use: (session: Session) => Promise<void>): Promise<void> => {
    const session = await openSession(server().settings, new AbortController().signal)
    try {
      await use(session)
    } finally {
      await session.close()
    }
  }
  const kept = (session: Session) => session.query(version === 13 ? KEPT_13 : KEPT, 3)

  it('the second time a statement is asked in the same words the server keeps its plan; others are asked without', async () => {
    await opened(async (session) => {
      for (let time = 0; time < 5; time++) expect((await session.query('select 1 as one', 5, 'test')).rows).toEqual([['1']])
      for (let time = 0; time < 3; time++) await session.query(`select ${String(time)}`, 5)
      // Several are not prepared together, nor is what has memory of its own.
      for (let time = 0; time < 3; time++) await session.query('select 3; select 4', 5)
      for (let time = 0; time < 3; time++) await session.query('select 2', 5, undefined, { memory: '8MB' })
      expect((await kept(session)).rows).toEqual([['select /* watchpost test */ 1 as one', version === 13 ? null : '4']])
    })
  })

  it("the server's own statistics name what a statement of ours is for, planned or not", async () => {
    await opened(async (session) => {
      for (let time = 0; time < 3; time++) await session.query('  select 7, 8, 9 as told', 3, 'test of marks')
      await session.query('with a as (select 8) select a from a', 3)
    })
    const { rows } = await server().sql("select query, calls::int from pg_stat_statements where query ~ 'as told|as \\(select' order by 1")
    expect(rows).toEqual([
      { query: 'select /* watchpost test of marks */ $1, $2, $3 as told', calls: 3 },
      { query: 'with /* watchpost */ a as (select $1) select a from a', calls: 1 },
    ])
  })

  it('each statement has its own timeout, planned or not', async () => {
    await opened(async (session) => {
      const shown = async (timeout: number) => (await session.query('show statement_timeout', timeout)).rows
      for (let time = 0; time < 3; time++) {
        expect(await shown(3)).toEqual([['3s']])
        expect(await shown(5)).toEqual([['5s']])
        await expect(session.query('select pg_sleep(30)', 1)).rejects.toThrow('statement timeout')
        // never in the same words
        expect((await session.query(`select current_setting('statement_timeout'), ${String(time)}`, 7)).rows).toEqual([['7s', String(time)]])
      }
    })
  })

  it('what is looked up by oids is planned once for whichever they are', async () => {
    await opened(async (session) => {
      const found = async (...oids: readonly string[]) =>
        (await session.query('select oid::text from pg_class where oid = any ($1::oid[]) order by 1', 5, undefined, { oids })).rows.flat()
      for (let time = 0; time < 3; time++) {
        expect(await found('1259')).toEqual(['1259'])
        expect(await found()).toEqual([])
        expect(await found('1259', '1249', '999999')).toEqual(['1249', '1259'])
      }
      expect((await kept(session)).rows.map(([, plans]) => plans)).toEqual([version === 13 ? null : '8'])
      if (version > 13) expect((await session.query('select generic_plans from pg_prepared_statements', 5)).rows).toEqual([['8']])
    })
  })

  it('thousands of numbers go as they are, and each time it is planned for just these; what comes after is planned as before', async () => {
    await opened(async (session) => {
      const [least, most] = ['-9223372036854775808', '9223372036854775807']
      const given = async (...marks: readonly string[]) =>
        (
          await session.query(
            "select $1::int8[]::text, count(*), current_setting('plan_cache_mode') from pg_class where oid::int8 = any ($1::int8[])",
            7,
            undefined,
            { marks },
          )
        ).rows
      for (let time = 0; time < 7; time++) {
        expect(await given()).toEqual([['{}', '0', 'force_custom_plan']])
        expect(await given(least, '-1', '0', '1259', most)).toEqual([[`{${least},-1,0,1259,${most}}`, '1', 'force_custom_plan']])
        await expect(session.query('select 1 / count(*) from pg_class where oid::int8 = any ($1::int8[])', 7, undefined, { marks: ['0'] })).rejects.toThrow(
          'division',
        )
        expect((await session.query('select oid::text from pg_class where oid = any ($1::oid[])', 5, undefined, { oids: ['1259'] })).rows).toEqual([['1259']])
        // never in the same words
        expect((await session.query(`select current_setting('statement_timeout'), ${String(time)}`, 7)).rows).toEqual([['7s', String(time)]])
      }
      if (version > 13)
        expect((await session.query("select generic_plans > 0, custom_plans from pg_prepared_statements where statement ~ 'oid\\[\\]'", 5)).rows).toEqual([
          ['t', '0'],
        ])
    })
  })

  it('a statement that fails is told as it is, planned or not, and others go on', async () => {
    await opened(async (session) => {
      for (let time = 0; time < 3; time++) await expect(session.query('select 1 / (select 0)', 5)).rejects.toThrow('division by zero')
      for (let time = 0; time < 3; time++) await expect(session.query('select * from nowhere', 5)).rejects.toThrow('nowhere')
      expect((await session.query('select 1', 5)).rows).toEqual([['1']])
      expect(session.ended()).toBeUndefined()
    })
  })

  it('what tells other columns now, or is not supported, is asked without a plan from then on, and what the server has forgotten as well, with all others', async () => {
    await server().sql(`create function unsupported() returns int language plpgsql as $$ begin raise 'not here' using errcode = '0A000'; end $$`)
    await server().sql('create view changing as select 1 as a; grant select on changing to public')
    await opened(async (session) => {
      for (let time = 0; time < 3; time++) expect((await session.query('select * from public.changing', 5)).names).toEqual(['a'])
      await server().sql('drop view changing; create view changing as select 1 as a, 2 as b; grant select on changing to public')
      for (let time = 0; time < 3; time++)
        expect(await session.query('select * from public.changing', 5)).toMatchObject({ names: ['a', 'b'], rows: [['1', '2']] })
      for (let time = 0; time < 3; time++) await expect(session.query('select public.unsupported()', 5)).rejects.toThrow('not here')
      for (let time = 0; time < 3; time++) await session.query('select 6', 5)
      expect((await kept(session)).rows.map(([text]) => text)).toContain('select /* watchpost */ 6')
    })
    await opened(async (session) => {
      for (let time = 0; time < 3; time++) await session.query('select 5', 5)
      expect((await kept(session)).rows.length).toBe(1)
      await session.query('deallocate all', 3)
      for (let time = 0; time < 3; time++) expect((await session.query('select 5', 5)).rows).toEqual([['5']])
      expect((await kept(session)).rows).toEqual([])
      // The session may be another each time: what it needs goes along.
      const inForce = "select current_setting('statement_timeout'), current_setting('plan_cache_mode'), $1::int8[]::text"
      expect((await session.query(inForce, 9, undefined, { marks: ['7', '-8'] })).rows).toEqual([['9s', 'force_generic_plan', '{7,-8}']])
      expect((await session.query('show statement_timeout', 5)).rows).toEqual([['5s']])
    })
    await server().sql('drop view changing; drop function unsupported()')
  })
})

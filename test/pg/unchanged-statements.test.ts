import pg from 'pg'
import { expect, it } from 'vitest'
import statements from '../../electron/catalog/probes/statements.ts'
import { readFacts } from '../../electron/collector/facts.ts'
import { poll } from '../../electron/collector/poll.ts'
import type { RawReading } from '../../electron/collector/reading.ts'
import { openSession, type Session } from '../../electron/collector/target.ts'
import { SOME, withServers } from '../help/postgres.ts'

const COUNT = 300

withServers(SOME, (_, server) => {
  it('each statement has the names of its database and of its user, also where one of them is gone', async () => {
    const session = await openSession(server().settings, new AbortController().signal)
    const own = 'select 1, 2, 3, 4, 5, 6, 7'
    const run = async (database: string, user?: string): Promise<void> => {
      const { host, port, user: owner, password } = server()
      const worker = new pg.Client({ host, port, user: owner, password, database })
      await worker.connect()
      if (user !== undefined) await worker.query(`set role "${user}"`)
      await worker.query(own)
      await worker.end()
    }
    try {
      for (const made of ['create database "Left"', 'create database "Going"', 'create role "Some one"', 'create role passing']) await server().sql(made)
      await run('Left', 'Some one')
      await run('Going', 'passing')
      const { rows } = await server().sql("select oid::text from pg_roles where rolname = 'passing'")
      await server().sql('drop database "Going"')
      await server().sql('drop role passing')
      const reading = await poll(session, statements, await readFacts(session), () => 0)
      const names = (reading?.columns['queryid'] ?? []).map(
        (_, row) => `${String(reading?.columns['database']?.[row])} ${String(reading?.columns['user_name']?.[row])}`,
      )
      expect(names).toContain('Left Some one')
      expect(names).toContain('postgres postgres')
      // pg_stat_statements forgets a database that is dropped only when its room is needed.
      expect(names).toContain(`null unknown (OID=${String(rows[0]?.['oid'])})`)
    } finally {
      await session.close()
      await server().sql('drop database if exists "Left"')
      await server().sql('drop role if exists "Some one"')
    }
  })

  it('of statements only those come that ran since, by marks that both sides make alike, and with the reading before they are the whole', async () => {
    const session = await openSession(server().settings, new AbortController().signal)
    const worker = await server().session()
    const statement = (i: number): string => `select ${Array.from({ length: i + 1 }, () => '1').join(', ')}`
    let came = 0
    const counting: Session = {
      ...session,
      query: async (...asked) => {
        const answer = await session.query(...asked)
        if (asked[0] !== statements.looksUp.sql) came = answer.rows.length
        return answer
      },
    }
    try {
      for (let i = 0; i < COUNT; i++) await worker.query(statement(i))
      const facts = await readFacts(session)
      const read = async (since: RawReading | undefined): Promise<RawReading> => {
        const reading = await poll(counting, statements, facts, () => 0, { since, measure: true })
        if (reading === undefined) throw new Error('no reading')
        return reading
      }
      const first = await read(undefined)
      expect(came).toBeGreaterThanOrEqual(COUNT)
      for (let i = 0; i < 5; i++) await worker.query(statement(i))
      const next = await read(first)
      expect(came, 'these, and what reading itself runs').toBeLessThan(5 + 15)
      const callsOf = (reading: RawReading): ReadonlyMap<unknown, unknown> =>
        new Map(
          (reading.columns['queryid'] ?? []).map((id, row) => [`${String(id)} ${String(reading.columns['userid']?.[row])}`, reading.columns['calls']?.[row]]),
        )
      const [before, now] = [callsOf(first), callsOf(next)]
      const moved = [...now].filter(([id, calls]) => before.get(id) !== calls)
      expect(moved.length).toBe(came)
      expect(now.size).toBeGreaterThanOrEqual(before.size)
    } finally {
      await session.close()
      await worker.end()
    }
  })
})

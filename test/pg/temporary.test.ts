import { expect, it } from 'vitest'
import tables from '../../electron/catalog/probes/tables.ts'
import { readFacts } from '../../electron/collector/facts.ts'
import { poll } from '../../electron/collector/poll.ts'
import { openSession } from '../../electron/collector/target.ts'
import { SOME, withServers } from '../help/postgres.ts'

withServers(SOME, (_, server) => {
  it('temporary tables, which come and go with their session, are not told, whether everything is read or what changed', async () => {
    const other = await server().session()
    await other.query('create temp table passing (a int); insert into passing values (1)')
    await server().sql('create table lasting (a int)')
    const session = await openSession(server().settings, new AbortController().signal)
    try {
      const facts = await readFacts(session)
      const whole = await poll(session, tables, facts, () => 0)
      expect(whole?.columns['rel_name']).toEqual(['lasting'])
      await server().sql('insert into lasting values (1)')
      await other.query('insert into passing values (1)')
      const next = await poll(session, tables, facts, () => 1, { since: whole, measure: true })
      expect(next?.columns['rel_name']).toEqual(['lasting'])
    } finally {
      await session.close()
      await other.end()
    }
  })
})

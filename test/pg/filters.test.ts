import { expect, it } from 'vitest'
import type { Cell } from '../../shared/model/sample.ts'
import { withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
type Row = Record<string, Cell>

withServers([15], (_, server) => {
  it('statements below both thresholds are added up per database and user, the others are told one by one, and nothing is lost', async () => {
    const watched = startWatch({ ...server().settings, queryMonitoringMinTime: 0.5, queryMonitoringMinCalls: 10 })
    const texts = (): Map<string, string> => new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
    try {
      await until(() => watched.blocks('statements')[0], 'the first reading')
      await watched.after(MINUTE, 'statements')
      const before = await truth()
      const client = await server().session()
      await client.query('select pg_sleep(0.6), 1 as long_once')
      await client.query('select pg_sleep(0.3), 1, 2 as short_once')
      for (let i = 0; i < 10; i++) await client.query('select 1, 2, 3, 4 as quick_often')
      for (let i = 0; i < 9; i++) await client.query('select 1, 2, 3, 4, 5 as quick_seldom')
      const after = await truth()
      const count = watched.rows('statements').length
      await watched.after(MINUTE, 'statements')
      const rows = watched.rows('statements').slice(count)
      const told = (name: string): Row[] => rows.filter((row) => (texts().get(String(row['query_md5_id'])) ?? '').includes(name))
      expect(told('long_once')).toMatchObject([{ calls: 1 }])
      expect(told('quick_often')).toMatchObject([{ calls: 10 }])
      expect([...told('short_once'), ...told('quick_seldom')]).toEqual([])
      // Whatever is told by itself is at or above a threshold; the rest is one row per database and user.
      const single = rows.filter((row) => row['queryid'] !== null)
      expect(single.filter((row) => Number(row['calls']) < 10 && Number(row['total_time']) < 500)).toEqual([])
      const mine = rows.filter((row) => row['user_name'] === 'postgres' && row['database'] === 'postgres')
      expect(mine.filter((row) => row['queryid'] === null)).toHaveLength(1)
      // the question after is itself told, and was not yet counted in its own answer
      expect(mine.reduce((sum, row) => sum + Number(row['calls']), 0)).toBe(after - before + 1)
    } finally {
      await watched.watch.stop()
    }

    /** Calls of the user we work as, before this question. */
    async function truth(): Promise<number> {
      const { rows } = await server().sql(`select sum(calls)::int as calls from pg_stat_statements where userid = 'postgres'::regrole`)
      return Number(rows[0]?.['calls'])
    }
  })
})

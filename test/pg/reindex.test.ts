/** REINDEX CONCURRENTLY gives the counters of the old index to a new one: its past is not told once more, of the index or of its table. */
import { expect, it } from 'vitest'
import { SOME, withServers } from '../help/postgres.ts'
import { startWatch, until, type Watched } from '../help/watch.ts'

const MINUTE = 60_000
const SCANS = 200

withServers(SOME, (version, server) => {
  it('an index that is built anew goes on counting where the old one was', async () => {
    await server().sql(
      'create table built (a int, b int) with (autovacuum_enabled = off); create index built_a on built (a); insert into built select n, n from generate_series(1, 2000) n',
    )
    await server().sql('analyze built')
    const session = await server().session()
    await session.query('set enable_seqscan = off; set enable_bitmapscan = off')
    const scan = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await session.query('select b from built where a = 5')
      // A backend tells what it did when it has been idle.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      await session.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 600))
    }
    const told = (watched: Watched, probe: string, name: string) =>
      watched
        .rows(probe)
        .filter((row) => row[name]?.toString().startsWith('built'))
        .reduce((sum, row) => sum + Number(row['idx_scan']), 0)
    await scan(SCANS)
    const watched = startWatch(server().settings)
    try {
      await until(() => watched.blocks('indexes').length > 0, 'the first reading')
      await scan(3)
      await watched.after(MINUTE, 'indexes')
      expect([told(watched, 'tables', 'rel_name'), told(watched, 'indexes', 'index_rel_name')]).toEqual([3, 3])
      // Held up where the new one is beside the old one, and once more where it has taken its place.
      const [writer, reader, builder] = [await server().session(), await server().session(), await server().session()]
      await writer.query('begin; insert into built values (-1, -1)')
      const building = builder.query('reindex index concurrently built_a')
      const exists = async (name: string) => (await server().sql(`select from pg_class where relname = '${name}'`)).rows.length > 0
      await until(() => exists('built_a_ccnew'), 'the new index')
      await watched.after(MINUTE, 'indexes')
      await reader.query('begin; select * from built limit 1')
      await writer.query('commit')
      await until(() => exists('built_a_ccold'), 'the end of the old index')
      await watched.after(MINUTE, 'indexes')
      await reader.query('commit')
      await building
      await scan(4)
      for (let minute = 0; minute < 3; minute++) await watched.after(MINUTE, 'indexes')
      const { rows } = await server().sql("select idx_scan::int from pg_stat_user_indexes where indexrelname = 'built_a'")
      // Where it was held up, 13 forgets the past instead.
      if (version > 13) expect(rows[0]?.['idx_scan']).toBeGreaterThanOrEqual(SCANS)
      // The planner looks into the index once in a while.
      for (const sum of [told(watched, 'tables', 'rel_name'), told(watched, 'indexes', 'index_rel_name')]) {
        expect(sum).toBeGreaterThanOrEqual(version > 13 ? 7 : 3)
        expect(sum).toBeLessThan(7 + 20)
      }
      await scan(5)
      const before = told(watched, 'indexes', 'index_rel_name')
      await watched.after(MINUTE, 'indexes')
      expect(told(watched, 'indexes', 'index_rel_name') - before).toBe(5)
    } finally {
      await watched.watch.stop()
      await session.end()
      await server().sql('drop table built')
    }
  })
})

import { expect, it } from 'vitest'
import { textsOf } from '../../electron/collector/text-file.ts'
import { openSession } from '../../electron/collector/target.ts'
import { withServers } from '../help/postgres.ts'

const NOBODY = [['1', '1', '1', 'true']]

withServers([13, 18], (version, server) => {
  it('reading texts, which are all in memory for a moment, writes no temporary file, and what it may use goes back', async () => {
    const session = await openSession(server().settings, new AbortController().signal)
    try {
      // 300 texts of about 30,000 characters; statements differ by how many columns they have
      for (let i = 0; i < 300; i++) {
        const columns = Array.from({ length: 400 + i }, (_, k) => `1 as ${'c'.repeat(50)}_${String(k)}`)
        await session.query(`select ${columns.join(', ')}`, 30)
      }
      const read = async (memory?: string): Promise<number> => {
        const sql = textsOf(NOBODY, { schema: 'public', version: version < 14 ? '1.8' : '1.10' })
        const { rows } = await session.query(`explain (analyze, buffers, costs off) ${sql}`, 30, 'texts', memory === undefined ? {} : { memory })
        return Number(/temp .*written=(\d+)/.exec(rows.flat().join('\n'))?.[1] ?? 0)
      }
      expect(await read(), 'with the usual memory it does').toBeGreaterThan(0)
      expect(await read('32MB')).toBe(0)
      expect((await session.query('show work_mem', 5)).rows).toEqual([['4MB']])
    } finally {
      await session.close()
    }
  })
})

import { expect, it } from 'vitest'
import type { Block } from '../../shared/model/sample.ts'
import { withServers } from '../help/postgres.ts'
import { rowsOf, startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SPANS = ['database', 'statements', 'self', 'host', 'sessions'] as const

withServers([18], (_, server) => {
  it.each([
    ['forwards', HOUR],
    ['backwards', -HOUR],
  ])(
    'the wall clock is set %s by an hour while collecting: every block stands for its true minute, and the hour is a gap or told twice, never counted twice',
    async (_name, by) => {
      const watched = startWatch(server().settings)
      try {
        await until(() => watched.blocks('statements')[0], 'the first reading')
        const client = await server().session()
        const calls = (block: Block): number => {
          const ids = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
          return rowsOf(block).reduce((sum, row) => sum + ((ids.get(String(row['query_md5_id'])) ?? '').includes('clock_step') ? Number(row['calls']) : 0), 0)
        }
        const minute = async (times: number): Promise<number> => {
          for (let i = 0; i < times; i++) await client.query('select 1 as clock_step')
          return calls(await watched.after(MINUTE, 'statements'))
        }
        const counted = [await minute(3), await minute(4)]
        const before = watched.clock.now()
        watched.clock.set(by)
        counted.push(await minute(5), await minute(6))
        expect(counted).toEqual([3, 4, 5, 6])

        for (const probe of SPANS) {
          const blocks = watched.blocks(probe).slice(1)
          const most = probe === 'sessions' ? 10_000 : MINUTE
          const wrong = blocks.map(({ begin, end }) => end - begin).filter((ms) => ms <= 0 || ms > most)
          expect.soft(wrong, `spans of ${probe}`).toEqual([])
          const flags = blocks.flatMap((block) => block.flags)
          expect.soft(flags, `flags of ${probe}`).toEqual([])
          const never = blocks.filter(({ begin, end }) => by > 0 && begin < before + by && end > before)
          expect.soft(never, `${probe} in the hour that never was`).toEqual([])
          // the blocks of either side join, and between the sides lies the step; of a minute that passes at once only one sample is taken
          const joints = blocks.slice(1).map(({ begin }, i) => begin - (blocks[i]?.end ?? NaN))
          if (probe !== 'sessions')
            expect
              .soft(
                joints.filter((ms) => ms !== 0),
                `joints of ${probe}`,
              )
              .toEqual([by])
        }
      } finally {
        await watched.watch.stop()
      }
    },
  )

  it('without a session it is told each minute that there is none, although the clock was set back', async () => {
    const watched = startWatch({ ...server().settings, port: 1 })
    try {
      await until(() => watched.watch.status().cause.includes('nothing listens'), 'the cause')
      watched.clock.set(-HOUR)
      const before = watched.blocks('self').length
      await until(() => {
        watched.clock.advance(5_000)
        return watched.blocks('self').length > before + 1
      }, 'two blocks of self')
      expect(watched.blocks('self').filter(({ begin, end }) => begin >= end)).toEqual([])
    } finally {
      await watched.watch.stop()
    }
  })
})

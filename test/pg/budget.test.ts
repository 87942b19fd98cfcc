import { expect, it } from 'vitest'
import { openSession } from '../../electron/collector/target.ts'
import { startLine } from '../help/line.ts'
import { withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000

withServers([18], (_, server) => {
  it('the CPU of the server process of a session is known on its own host, and not through something in between', async () => {
    const { signal } = new AbortController()
    const line = await startLine(server().port)
    const direct = await openSession(server().settings, signal)
    const through = await openSession({ ...server().settings, port: line.port }, signal)
    try {
      const [before, start] = [direct.worked() ?? NaN, performance.now()]
      await direct.query('select sum(i) from generate_series(1, 2000000) i', 60)
      const worked = (direct.worked() ?? NaN) - before
      expect(worked).toBeGreaterThan(20)
      expect(worked, 'it used no more than there was').toBeLessThan(performance.now() - start + 20)
      expect(through.worked()).toBeUndefined()
    } finally {
      await Promise.all([direct.close(), through.close()])
      line.close()
    }
  })

  it('the way to a server that is far away is not taken for its work, also when indexes are told by their tables', async () => {
    const line = await startLine(server().port)
    await server().sql('create table far (id int primary key); insert into far select generate_series(1, 1000); analyze far')
    const worker = await server().session()
    line.slow(40)
    const watched = startWatch({ ...server().settings, port: line.port, lockMonitoring: false, queryMonitoring: false })
    try {
      await until(() => watched.blocks('indexes')[0], 'the first reading', 60_000)
      for (let minute = 0; minute < 12; minute++) {
        await worker.query('set enable_seqscan = off; select id from far where id = 5')
        await watched.after(MINUTE, 'sessions')
      }
      expect(watched.watch.status().stretch).toBe(1)
      expect(watched.watch.status().cost).toBeLessThan(600)
    } finally {
      await watched.watch.stop()
      await worker.end()
      await server().sql('drop table far')
      line.close()
    }
  })

  it('a server whose answers take more than 1 % of a core over ten minutes is read half as often, which is told, and as often as before when they take little again', async () => {
    const line = await startLine(server().port)
    const watched = startWatch({ ...server().settings, port: line.port, lockMonitoring: false })
    const status = () => watched.watch.status()
    const minutes = async (count: number): Promise<void> => {
      // sessions are due in every minute, however far readings are spread
      for (let i = 0; i < count; i++) await watched.after(MINUTE, 'sessions')
    }
    try {
      await until(() => watched.blocks('database')[0], 'the first reading')
      expect(status()).toMatchObject({ stretch: 1, cost: null })
      // from outside an answer that comes late is an answer the server worked on
      line.slow(150, 300)
      await minutes(12)
      expect(status().stretch).toBe(2)
      expect(status().cost, 'ms a minute, more than 1 % of one').toBeGreaterThan(600)

      const before = watched.blocks('database').length
      await minutes(4)
      expect(watched.blocks('database').length - before, 'of four minutes every other one').toBe(2)

      line.slow(0)
      for (let i = 0; i < 40 && status().stretch > 1; i++) await minutes(1)
      expect(status().stretch).toBe(1)
      expect(status().cost).toBeLessThan(600)
    } finally {
      await watched.watch.stop()
      line.close()
    }
  })
})

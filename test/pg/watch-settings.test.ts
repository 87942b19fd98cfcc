import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startPooler } from '../help/pooler.ts'
import { startServer, withServers } from '../help/postgres.ts'
import { rowsOf, startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000

describe('settings', () => {
  withServers([15], (_, server) => {
    it('a switch takes effect at the next round, filters leave a remainder, and the daily limit pauses', async () => {
      const watched = startWatch(server().settings, { queryLimit: 80 })
      try {
        await until(() => watched.blocks('statements')[0], 'the first reading')
        watched.watch.update({ ...server().settings, queryMonitoringMinCalls: 10 })
        const client = await server().session()
        for (let i = 0; i < 12; i++) await client.query('select 1 as often_mark')
        await client.query('select 1, 2 as rare_mark')
        const filtered = rowsOf(await watched.after(MINUTE, 'statements'))
        expect(
          filtered
            .filter((row) => row['queryid'] !== null)
            .map((row) => Number(row['calls']))
            .every((calls) => calls >= 10),
        ).toBe(true)
        const remainder = filtered.find((row) => row['queryid'] === null && row['user_name'] === 'postgres')
        expect(remainder).toMatchObject({ database: 'postgres', query_md5_id: null, toplevel: null })
        expect(Number(remainder?.['calls'])).toBeGreaterThanOrEqual(1)

        watched.watch.update({ ...server().settings, queryMonitoring: false })
        watched.clock.advance(MINUTE)
        await until(() => watched.blocks('database')[2], 'a round without statements')
        expect(watched.blocks('statements').length).toBe(2)
        watched.watch.update(server().settings)
        await until(() => watched.blocks('statements')[2], 'the switch to take effect at once')

        for (let i = 0; i < 100; i++) await client.query(`select ${'1, '.repeat(i + 2)} 1`)
        await watched.after(MINUTE, 'statements')
        expect(watched.watch.status().queriesPaused).toContain('more than 80 different queries today')
        const before = watched.blocks('statements').length
        watched.clock.advance(MINUTE)
        await until(() => watched.blocks('database')[4], 'a round without statements')
        expect(watched.blocks('statements').length).toBe(before)
        watched.watch.update({ ...server().settings })
        await until(() => watched.blocks('statements').length > before, 'enabling again to take effect')
      } finally {
        await watched.watch.stop()
      }
    })

    it('samples every second at the high rate and hands them over at most ten seconds late', async () => {
      const watched = startWatch({ ...server().settings, collectionRate: 'high' })
      try {
        await until(() => watched.blocks('sessions')[0], 'the first sample')
        for (let i = 0; i < 21; i++) {
          watched.clock.advance(1_000)
          await new Promise((resolve) => setTimeout(resolve, 60))
        }
        const blocks = watched.blocks('sessions')
        expect(blocks.length).toBeGreaterThanOrEqual(10)
        expect(blocks.slice(1).every(({ begin, end }, i) => end - begin === 1_000 && begin === blocks[i]?.end)).toBe(true)
      } finally {
        await watched.watch.stop()
      }
    })

    it.each([
      ['a wrong password', { password: 'wrong' }, 'the password of user "watcher" is not accepted'],
      ['no password', { password: '' }, 'asks for a password and none is given'],
      ['a missing database', { database: 'nowhere' }, 'the database "nowhere" does not exist'],
      ['TLS that the server has not', { sslmode: 'require' }, 'offers no TLS'],
      ['an unknown host', { host: 'no-such-host.invalid' }, 'the host name "no-such-host.invalid" is not known'],
      ['a closed port', { port: 1 }, 'nothing listens on 127.0.0.1:1'],
    ] as const)('%s is told in words, without the password', async (_, wrong, words) => {
      const watched = startWatch({ ...server().settings, ...wrong })
      try {
        const { connected, cause } = await until(() => watched.watch.status().cause !== 'connecting' && watched.watch.status(), 'a cause')
        expect(connected).toBe(false)
        expect(cause).toContain(words)
        expect(cause).not.toContain('watch me')
        watched.watch.update(server().settings)
        expect((await watched.watch.settled(MINUTE)).connected).toBe(true)
      } finally {
        await watched.watch.stop()
      }
    })

    it('pg_hba.conf that shuts us out is told with the line to add', async () => {
      await server().sql(
        `copy (select 'host all watcher all reject' union all select 'host all all all scram-sha-256') to '${server().folder}/data/pg_hba.conf'`,
      )
      await server().sql('select pg_reload_conf()')
      const watched = startWatch(server().settings)
      const { cause } = await until(() => watched.watch.status().cause !== 'connecting' && watched.watch.status(), 'a cause')
      await watched.watch.stop()
      expect(cause).toContain('add a line such as: host postgres watcher')
    })
  })
})

describe('a server that is stuck', () => {
  it('is given up and asked anew over another session', async () => {
    const server = await startServer(15)
    const watched = startWatch(server.settings)
    const pid = async (): Promise<number | undefined> =>
      (await server.sql(`select pid from pg_stat_activity where application_name = 'watchpost'`)).rows[0]?.['pid'] as number | undefined
    let stuck: number | undefined
    try {
      await until(() => watched.blocks('statements')[0], 'the first reading')
      stuck = await until(pid, 'our session')
      process.kill(stuck, 'SIGSTOP')
      const before = watched.blocks('sessions').length
      watched.clock.advance(10_000)
      await until(() => watched.watch.status().cause.includes('did not answer within 7 s'), 'the cause')
      await until(() => {
        watched.clock.advance(1_000)
        return watched.blocks('sessions').length > before
      }, 'a sample over another session')
      expect(watched.watch.status().connected).toBe(true)
    } finally {
      if (stuck !== undefined) process.kill(stuck, 'SIGCONT')
      await watched.watch.stop()
      await server.stop()
    }
  })
})

describe('a pooler', () => {
  it('that refuses settings at connecting gets them with each statement, and never a prepared statement', async () => {
    const server = await startServer(15)
    const pooler = await startPooler(server.port)
    const watched = startWatch({ ...server.settings, port: pooler.port })
    try {
      const block = await until(() => watched.blocks('statements')[0], 'the first reading')
      expect(block.rows).toBe(0)
      await server.sql('select 1, 2, 3, 4, 5')
      expect((await watched.after(MINUTE, 'statements')).rows).toBeGreaterThan(0)
      expect(watched.rows('self').filter((row) => row['outcome'] !== 'ok')).toEqual([])
      // Q is a simple query, X the goodbye, p the password; P would parse a prepared statement
      expect([...new Set(pooler.kinds())].sort()).toEqual(['Q', 'X', 'p'])
      const { rows } = await server.sql(`select setting from pg_settings where name = 'statement_timeout'`)
      expect(rows).toEqual([{ setting: '0' }])
    } finally {
      await watched.watch.stop()
      pooler.close()
      await server.stop()
    }
  })
})

describe('a server that accepts and never answers', () => {
  it('does not keep us from stopping, nor another address from being tried', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const server = await startServer(15)
    const watched = startWatch({ ...server.settings, port })
    try {
      await until(() => watched.watch.status().cause.includes('did not answer'), 'the cause', 30_000)
      watched.watch.update({ ...server.settings, port, name: 'renamed' })
      const start = performance.now()
      watched.watch.update(server.settings)
      await until(() => watched.watch.status().connected, 'the other address')
      expect(performance.now() - start).toBeLessThan(15_000)
    } finally {
      await watched.watch.stop()
      await server.stop()
      silent.close()
    }
  })
})

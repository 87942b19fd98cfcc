import { connect, createServer } from 'node:net'
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../../shared/model/sample.ts'
import { installed, startServer, withServers, type TestServer } from '../help/postgres.ts'
import { memoryBaselines, rowsOf, startWatch, until } from '../help/watch.ts'

const MINUTE = 60_000
const VERSIONS = [...installed.keys()]

type Row = Record<string, Cell>
const sum = (rows: readonly Row[], name: string): number => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
const negative = (rows: readonly Row[]): unknown[] => rows.flatMap((row) => Object.entries(row).filter(([, cell]) => typeof cell === 'number' && cell < 0))
/** Statements of the test itself, told by a mark in their table's name. */
const ours = (texts: ReadonlyMap<string, string>, rows: readonly Row[], mark: string): Row[] =>
  rows.filter((row) => (texts.get(String(row['query_md5_id'])) ?? '').includes(mark))

withServers(VERSIONS, (version, server) => {
  it('sees sleeping sessions, who waits for whom, and counts to the call', async () => {
    const watched = startWatch(server().settings)
    const texts = (): Map<string, string> => new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
    try {
      expect(await watched.watch.settled(60_000)).toMatchObject({ connected: true, cause: '' })
      await until(() => watched.blocks('statements')[0], 'the first reading')
      expect(watched.blocks('statements')[0]?.rows).toBe(0)

      await server().sql('create table counted (a int, b int); insert into counted select i, i from generate_series(1, 100) i')
      const holder = await server().session('postgres', 'holder')
      await holder.query('begin; update counted set b = 0 where a = 1')
      const waiter = await server().session('postgres', 'waiter')
      const waits = waiter.query('update counted set b = 1 where a = 1')
      const sleeper = await server().session('watcher', 'sleeper')
      const sleeps = sleeper.query('select pg_sleep(3)')
      await until(
        async () =>
          (await server().sql(`select 1 from pg_stat_activity where wait_event_type in ('Lock', 'Timeout') and application_name in ('waiter', 'sleeper')`)).rows
            .length === 2,
        'both to wait',
      )

      const sampled = rowsOf(await watched.after(10_000, 'sessions'))
      const holderPid = (await holder.query('select pg_backend_pid() as pid')).rows[0] as { pid: number }
      expect(sampled.find((row) => row['application_name'] === 'sleeper')).toMatchObject({
        wait_event_type: 'Timeout',
        wait_event: 'PgSleep',
        state: 'active',
        backend_type: 'client backend',
        command_type: 'SELECT',
        user_name: 'watcher',
        database: 'postgres',
        client_host_name: '127.0.0.1',
        blocked_by: null,
      })
      const blocked = sampled.find((row) => row['application_name'] === 'waiter')
      expect(blocked).toMatchObject({ wait_event_type: 'Lock', wait_event: 'transactionid', blocked_by: String(holderPid.pid), command_type: 'UPDATE' })
      expect(sampled.find((row) => row['application_name'] === 'holder')).toMatchObject({ state: 'idle in transaction' })
      expect(sampled.some((row) => row['application_name'] === 'watchpost')).toBe(false)
      if (version >= 14) expect(blocked?.['queryid']).toMatch(/^-?\d+$/)
      expect(texts().get(String(blocked?.['query_md5_id']))).toBe('update counted set b = $1 where a = $2')

      await holder.query('commit')
      await waits
      await sleeps
      const many = await server().session()
      for (let i = 0; i < 250; i++) await many.query(`select b from counted where a = ${i}`)
      const statements = rowsOf(await watched.after(MINUTE, 'statements'))
      const [selects, ...others] = ours(texts(), statements, 'select b from counted')
      expect(others).toEqual([])
      expect(selects).toMatchObject({ calls: 250, rows: 100, user_name: 'postgres', database: 'postgres', toplevel: 'true', command_type: 'SELECT' })
      const { rows } = await server().sql(
        `select total_exec_time as time, shared_blks_hit as hit from pg_stat_statements where query like 'select b from counted%'`,
      )
      expect(selects?.['total_time']).toBeCloseTo(Number(rows[0]?.['time']), 3)
      expect(selects?.['shared_blks_hit']).toBe(Number(rows[0]?.['hit']))
      // the sampled session and the statistics call the same statement by the same id
      expect(ours(texts(), statements, 'update counted set b = $1 where a = $2').map((row) => row['query_md5_id'])).toContain(blocked?.['query_md5_id'])

      const next = await watched.after(MINUTE, 'statements')
      expect(ours(texts(), rowsOf(next), 'from counted')).toEqual([])
      expect(next).toMatchObject({ flags: [], end: next.begin + MINUTE })
      expect(sum(watched.rows('database'), 'xact_commit')).toBeGreaterThan(0)
      expect(watched.rows('instance')[0]).toMatchObject({ type: 'primary', databases: 1 })
      expect(watched.rows('self').find((row) => row['probe'] === 'statements')).toMatchObject({ outcome: 'ok', failures: 0 })
      expect(negative(['statements', 'database', 'background'].flatMap(watched.rows))).toEqual([])
    } finally {
      await watched.watch.stop()
    }
  })

  it('somebody else resets the statistics: what came after is counted from zero, nothing is negative', async () => {
    const watched = startWatch(server().settings)
    try {
      await until(() => watched.blocks('statements')[0], 'the first reading')
      const client = await server().session()
      for (let i = 0; i < 50; i++) await client.query('select 1 as reset_mark')
      await watched.after(MINUTE, 'statements')
      await client.query('select pg_stat_statements_reset()')
      for (let i = 0; i < 7; i++) await client.query('select 1 as reset_mark')
      const block = await watched.after(MINUTE, 'statements')
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      expect(sum(ours(texts, rowsOf(block), 'reset_mark'), 'calls')).toBe(7)
      expect(block.flags).toContain('restart')
      expect(negative(watched.rows('statements'))).toEqual([])
    } finally {
      await watched.watch.stop()
    }
  })
})

/** One killed backend makes the server end all others and start its shared memory anew. */
async function crash(server: TestServer): Promise<void> {
  const victim = await server.session()
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? NaN, 'SIGKILL')
  await until(() => server.sql('values (1), (2)').then(Boolean, () => false), 'the server to recover')
}

describe('a server that restarts', () => {
  it.each([
    ['fast', 15],
    ['immediate', 15],
    ['fast', 18],
    ['crash', 15],
    ['crash', 13],
    ['crash', 18],
  ] as const)('%s, version %i: collection goes on, nothing is counted twice or negative', async (mode, version) => {
    const server = await startServer(version)
    const watched = startWatch(server.settings)
    try {
      await until(() => watched.blocks('statements')[0], 'the first reading')
      const burn = async (times: number): Promise<void> => {
        const client = await server.session()
        for (let i = 0; i < times; i++) await client.query('select 1 as restart_mark')
      }
      await burn(40)
      await watched.after(MINUTE, 'statements')
      await burn(5)
      if (mode === 'crash') await crash(server)
      else await server.restart(mode)
      await burn(3)
      await until(() => !watched.watch.status().connected, 'the loss to be noticed')
      expect(watched.watch.status().cause).not.toBe('')
      const before = watched.blocks('statements').length
      await until(() => {
        watched.clock.advance(1_000)
        return watched.blocks('statements').length > before
      }, 'collection to go on')
      expect(watched.watch.status()).toMatchObject({ connected: true, cause: '' })
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      const calls = watched.blocks('statements').map((block) => sum(ours(texts, rowsOf(block), 'restart_mark'), 'calls'))
      // a restart keeps the statistics of statements, a crash loses what was not read
      expect(calls.filter((n) => n > 0)).toEqual([40, mode === 'crash' ? 3 : 8])
      expect(watched.blocks('statements').at(-1)?.flags).toContain('restart')
      expect(negative(['statements', 'database', 'background'].flatMap(watched.rows))).toEqual([])
    } finally {
      await watched.watch.stop()
      await server.stop()
    }
  })
})

describe('a restart of ours', () => {
  it('counts what happened meanwhile once, and flags the long interval', async () => {
    const server = await startServer(15)
    const baselines = memoryBaselines()
    const first = startWatch(server.settings, { baselines })
    try {
      const client = await server.session()
      await client.query('select 1 as away_mark')
      await until(() => first.blocks('statements')[0], 'the first reading')
      await first.watch.stop()
      for (let i = 0; i < 9; i++) await client.query('select 1 as away_mark')
      first.clock.advance(10 * MINUTE)
      const second = startWatch(server.settings, { baselines, clock: first.clock })
      const block = await until(() => second.blocks('statements')[0], 'the second reading')
      const texts = new Map(second.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      await second.watch.stop()
      expect(sum(ours(texts, rowsOf(block), 'away_mark'), 'calls')).toBe(9)
      expect(block.flags).toEqual(['gap'])
      expect(block.end - block.begin).toBe(10 * MINUTE)
    } finally {
      await server.stop()
    }
  })

  it('a sink that refuses loses nothing', async () => {
    const server = await startServer(15)
    const watched = startWatch(server.settings)
    try {
      const client = await server.session()
      await until(() => watched.blocks('statements')[0], 'the first reading')
      watched.refuse(true)
      for (let i = 0; i < 6; i++) await client.query('select 1 as refused_mark')
      watched.clock.advance(MINUTE)
      await until(
        async () =>
          (await server.sql(`select calls from pg_stat_statements where query like '%pg_stat_statements(false)%' order by calls desc`)).rows[0]?.['calls'] !==
          '1',
        'the round',
      )
      await new Promise((resolve) => setTimeout(resolve, 200))
      watched.refuse(false)
      for (let i = 0; i < 4; i++) await client.query('select 1 as refused_mark')
      const block = await watched.after(MINUTE, 'statements')
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      expect(sum(ours(texts, rowsOf(block), 'refused_mark'), 'calls')).toBe(10)
      expect(watched.blocks('sessions').length).toBeGreaterThanOrEqual(3)
    } finally {
      await watched.watch.stop()
      await server.stop()
    }
  })
})

describe('settings', () => {
  withServers([15], (_, server) => {
    it('a switch takes effect at the next round, filters leave a remainder, and the daily limit pauses', async () => {
      const watched = startWatch(server().settings, { queryLimit: 25 })
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

        for (let i = 0; i < 30; i++) await client.query(`select ${'1, '.repeat(i + 2)} 1`)
        await watched.after(MINUTE, 'statements')
        expect(watched.watch.status().queriesPaused).toContain('more than 25 different queries today')
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
        for (let i = 0; i < 10; i++) {
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
      await until(() => watched.watch.status().cause.includes('did not answer within 5 s'), 'the cause')
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
      expect([...new Set(pooler.kinds())].sort()).toEqual(['Q', 'p'])
      const { rows } = await server.sql(`select setting from pg_settings where name = 'statement_timeout'`)
      expect(rows).toEqual([{ setting: '0' }])
    } finally {
      await watched.watch.stop()
      pooler.close()
      await server.stop()
    }
  })
})

/** What matters of PgBouncer here: it refuses startup parameters it does not know, and passes messages on. */
async function startPooler(to: number): Promise<{ port: number; kinds(): string[]; close(): void }> {
  const kinds: string[] = []
  const listener = createServer((client) => {
    const server = connect(to, '127.0.0.1')
    server.pipe(client)
    client.on('error', () => server.destroy())
    client.on('close', () => server.destroy())
    server.on('error', () => client.destroy())
    client.on('data', (chunk) => {
      if (chunk.length === 8) return void client.write('N') // asks for TLS
      const isStartup = chunk[0] === 0
      if (isStartup && chunk.includes('\0options\0')) {
        const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
        const head = Buffer.from('E\0\0\0\0')
        head.writeInt32BE(fields.length + 4, 1)
        return void client.end(Buffer.concat([head, Buffer.from(fields)]))
      }
      if (!isStartup) for (let at = 0; at < chunk.length; at += 1 + chunk.readInt32BE(at + 1)) kinds.push(String.fromCharCode(chunk[at] ?? 0))
      server.write(chunk)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return { port: address !== null && typeof address === 'object' ? address.port : 0, kinds: () => kinds, close: () => listener.close() }
}

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
      expect(performance.now() - start).toBeLessThan(5_000)
    } finally {
      await watched.watch.stop()
      await server.stop()
      silent.close()
    }
  })
})

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench'

describe('pgbench', () => {
  it.runIf(VERSIONS.includes(15))('is counted to the call, and its time within 2 % of pg_stat_statements', async () => {
    const server = await startServer(15)
    const watched = startWatch(server.settings)
    try {
      const env = {
        PGHOST: server.host,
        PGPORT: String(server.port),
        PGUSER: server.user,
        PGPASSWORD: server.password,
        PGDATABASE: server.database,
        PATH: '/usr/bin:/bin',
      }
      execFileSync(PGBENCH, ['-i', '-s', '1', '-q'], { env, stdio: 'ignore' })
      await until(() => watched.blocks('statements')[0], 'the first reading')
      await watched.after(MINUTE, 'statements')
      execFileSync(PGBENCH, ['-S', '-c', '4', '-t', '1000', '-n'], { env, stdio: 'ignore' })
      await watched.after(MINUTE, 'statements')
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      const rows = ours(texts, watched.rows('statements'), 'SELECT abalance')
      const { rows: truth } = await server.sql(`select calls, total_exec_time as time from pg_stat_statements where query like 'SELECT abalance%'`)
      expect(sum(rows, 'calls')).toBe(4000)
      expect(sum(rows, 'total_time') / Number(truth[0]?.['time'])).toBeCloseTo(1, 3)
    } finally {
      await watched.watch.stop()
      await server.stop()
    }
  })
})

import { setTimeout as wait } from 'node:timers/promises'
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
      expect(negative(['statements', 'database', 'background'].flatMap((probe) => watched.rows(probe)))).toEqual([])
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
      expect(negative(['statements', 'database', 'background'].flatMap((probe) => watched.rows(probe)))).toEqual([])
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
      await until(() => watched.blocks('statements')[0] && watched.blocks('tables')[0], 'the first reading of everything')
      watched.refuse(true)
      for (let i = 0; i < 6; i++) await client.query('select 1 as refused_mark')
      watched.clock.advance(MINUTE)
      // The reading that counts: others are handed over apart from it, when they are done.
      await until(() => watched.refused('statements') > 0, 'the round')
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

describe('a disk that does not answer', () => {
  it('makes no sample late, and what is not handed over yet is not counted twice', async () => {
    const server = await startServer(15)
    const watched = startWatch(server.settings)
    try {
      const client = await server.session()
      await until(() => watched.blocks('statements')[0] && watched.blocks('tables')[0], 'the first reading of everything')
      const before = watched.blocks('sessions').length
      const answer = watched.hold()
      for (let i = 0; i < 6; i++) await client.query('select 1 as held_mark')
      watched.clock.advance(MINUTE)
      await until(() => watched.held() > 0, 'the round')
      for (let i = 0; i < 4; i++) await client.query('select 1 as held_mark')
      // Two more minutes: samples go on, statements wait, because what they were counted from is not durable.
      for (let sample = 0; sample < 12; sample++) {
        watched.clock.advance(10_000)
        // A sample that is still under way when the next is due is the next: a busy machine takes its time.
        await wait(500)
      }
      answer()
      await until(() => watched.blocks('sessions').length >= before + 13, 'the samples')
      for (let i = 0; i < 5; i++) await client.query('select 1 as held_mark')
      await watched.after(MINUTE, 'statements')
      await until(() => watched.held() === 0, 'everything to be handed over')
      const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts.map(({ md5, text }) => [md5, text] as const)))
      expect(sum(ours(texts, watched.rows('statements'), 'held_mark'), 'calls')).toBe(15)
      const ends = watched.blocks('sessions').map(({ end }) => end)
      const apart = ends.slice(before + 1, before + 13).map((end, i) => end - (ends[before + i] ?? NaN))
      expect(Math.max(...apart)).toBeLessThanOrEqual(10_000)
    } finally {
      await watched.watch.stop()
      await server.stop()
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

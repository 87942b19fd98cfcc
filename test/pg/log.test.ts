/** The log of real servers, in each of its formats. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cell } from '../../shared/model/sample.ts'
import { holdClock } from '../help/clock.ts'
import { startServer, type TestServer } from '../help/postgres.ts'
import { memoryBaselines, startWatch, until, type Watched } from '../help/watch.ts'

const MINUTE = 60_000
const LOGGED = {
  logging_collector: 'on',
  log_min_duration_statement: '100ms',
  log_checkpoints: 'on',
  log_autovacuum_min_duration: '0',
  log_lock_waits: 'on',
  deadlock_timeout: '200ms',
  log_line_prefix: '%m [%p] %q%u@%d %a %h %e ',
  log_timezone: 'Europe/Berlin',
}

const FORMATS = [
  [13, 'stderr'],
  [14, 'csvlog'],
  [16, 'jsonlog'],
  [18, 'stderr'],
  [18, 'csvlog'],
  [18, 'jsonlog'],
] as const

const SECRET = 'geheim-4711'

/** Fails with the code that it expects. */
async function fails(server: TestServer, sql: string): Promise<void> {
  await expect(server.sql(sql)).rejects.toThrow()
}

async function deadlock(server: TestServer): Promise<void> {
  const [a, b] = [await server.session(), await server.session()]
  await a.query(`begin; update d set v = '${SECRET}' where id = 1`)
  await b.query(`begin; update d set v = '${SECRET}' where id = 2`)
  const one = a.query(`update d set v = '${SECRET}' where id = 2`)
  const other = b.query(`update d set v = '${SECRET}' where id = 1`)
  expect((await Promise.allSettled([one, other])).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await Promise.all([a.query('rollback'), b.query('rollback')])
}

/** Rows of a probe read after a minute, once everything is in the file. */
async function minute(watched: Watched): Promise<{ messages: Record<string, Cell>[]; entries: Record<string, Cell>[] }> {
  await wait(200)
  const before = [watched.rows('log-messages').length, watched.rows('log-entries').length]
  await watched.after(MINUTE, 'log-messages')
  return { messages: watched.rows('log-messages').slice(before[0]), entries: watched.rows('log-entries').slice(before[1]) }
}

const counted = (messages: readonly Record<string, Cell>[], kind: string): number =>
  messages.filter((row) => row['kind'] === kind).reduce((sum, row) => sum + Number(row['entries']), 0)

describe.each(FORMATS)('PostgreSQL %i, %s', (version, format) => {
  let server: TestServer
  let watched: Watched
  const clock = holdClock()
  const baselines = memoryBaselines()
  const start = async (): Promise<void> => {
    watched = startWatch({ ...server.settings, samples: false, tableMonitoring: false }, { clock, baselines })
    await until(() => watched.blocks('log-messages').length > 0, 'the first reading')
  }
  beforeAll(async () => {
    server = await startServer(version, { ...LOGGED, log_destination: format })
    await server.sql(`create table d (id int primary key, v text); insert into d values (1), (2), (3); create table u (email text primary key)`)
    await fails(server, 'select before the watch began')
    await start()
  })
  afterAll(async () => {
    await watched.watch.stop()
    await server.stop()
  })

  test('what was logged before the first reading is not told', () => {
    expect(watched.rows('log-messages')).toEqual([])
    expect(watched.rows('log')).toMatchObject([{ format, bytes: null, behind: 0 }])
  })

  test('errors, slow statements, deadlocks, checkpoints and autovacuum are told, counted exactly, without a value of a user', async () => {
    for (let n = 0; n < 7; n++) await fails(server, `insert into u values ('${SECRET}'), ('${SECRET}')`)
    await fails(server, `select '${SECRET}'::int`)
    await fails(server, `do $$ begin raise exception 'no room for customer 4711'; end $$`)
    await fails(server, `select *\nfrom missing -- ${SECRET}\nwhere v = '${SECRET}'`)
    await server.sql(`select pg_sleep(0.15), '${SECRET}'`)
    await deadlock(server)
    await server.sql('checkpoint')
    const { messages, entries } = await minute(watched)
    expect(counted(messages, 'error')).toBe(10)
    expect(counted(messages, 'deadlock')).toBe(1)
    expect(counted(messages, 'slow statement')).toBeGreaterThanOrEqual(1)
    expect(counted(messages, 'checkpoint')).toBeGreaterThanOrEqual(2)
    const of = (sqlstate: string) => messages.filter((row) => row['sqlstate'] === sqlstate)
    expect(of('23505')).toMatchObject([
      { severity: 'ERROR', database: 'postgres', entries: 7, left_out: 0, message: 'duplicate key value violates unique constraint "u_pkey"' },
    ])
    expect(of('22P02')).toMatchObject([{ message: expect.stringMatching(/integer: "…"$/) as string, entries: 1 }])
    expect(of('P0001')).toMatchObject([{ message: 'no room for customer …' }])
    expect(of('42P01')).toMatchObject([{ message: 'relation "missing" does not exist' }])

    const entry = (sqlstate: string) => entries.find((row) => row['sqlstate'] === sqlstate)
    expect(entry('23505')).toMatchObject({ user_name: 'postgres', application_name: 'test', client_host_name: '127.0.0.1', detail: 'Key (email)=(…' })
    const told = String(entry('40P01')?.['detail'])
    expect(told).toMatch(/^Process \d+ waits for ShareLock on transaction \d+; blocked by process \d+\.\nProcess \d+ waits/)
    expect(told.match(/update d set v = \$1 where id = \$2/g)).toHaveLength(2)
    const slow = entries.find((row) => row['kind'] === 'slow statement' && row['command_type'] === 'SELECT' && Number(row['duration']) >= 150)
    expect(slow).toMatchObject({ message: 'duration of statement' })
    const texts = new Map(watched.batches.flatMap(({ batch }) => batch.texts).map(({ md5, text }) => [md5, text]))
    expect(texts.get(String(slow?.['query_md5_id']))).toBe('select pg_sleep($1), $2')
    expect(texts.get(String(entry('42P01')?.['query_md5_id']))).toBe('select *\nfrom missing where v = $1')
    expect(JSON.stringify(watched.batches)).not.toContain(SECRET)
    // log_timezone is Berlin's: the instant is the server's own, whatever is written.
    const { rows } = await server.sql('select extract(epoch from now()) * 1000 as now')
    expect(Math.abs(Number(entry('23505')?.['logged_at']) - Number(rows[0]?.['now']))).toBeLessThan(MINUTE)
  })

  test('across a rotation, and while the watch does not run, every entry is told once', async () => {
    for (let n = 0; n < 3; n++) await fails(server, 'select one_a')
    await server.sql(`alter system set log_filename = 'second-%H%M%S.log'`)
    await server.sql('select pg_reload_conf()')
    await wait(300)
    for (let n = 0; n < 4; n++) await fails(server, 'select two_b')
    await watched.watch.stop()
    // names are by the second
    await wait(1100)
    await server.sql('select pg_rotate_logfile()')
    await wait(300)
    for (let n = 0; n < 5; n++) await fails(server, 'select three_c')
    clock.advance(MINUTE)
    await start()
    const rows = (await minute(watched)).messages.concat(watched.rows('log-messages'))
    const unique = [...new Set(rows)]
    const times = (name: string): number =>
      unique.filter((row) => row['message'] === `column "${name}" does not exist`).reduce((sum, row) => sum + Number(row['entries']), 0)
    expect([times('one_a'), times('two_b'), times('three_c')]).toEqual([3, 4, 5])
  })

  test('when the agent could not keep a reading, its entries come with the next', async () => {
    await minute(watched)
    watched.refuse(true)
    await fails(server, 'select four_d')
    await wait(200)
    const before = watched.refused()
    clock.advance(MINUTE)
    await until(() => watched.refused() > before && clock.sleeping() > 0, 'the round to be refused')
    await wait(500)
    watched.refuse(false)
    await fails(server, 'select four_d')
    expect((await minute(watched)).messages.filter((row) => row['message'] === 'column "four_d" does not exist')).toMatchObject([{ entries: 2 }])
  })

  test('a flood is counted to the last entry; of its texts a hundred are kept and the others said to be left out', async () => {
    await minute(watched)
    const client = await server.session()
    for (let n = 0; n < 400; n++) await client.query(`select flood_${String.fromCharCode(97 + (n % 3))}`).catch(() => undefined)
    const { messages, entries } = await minute(watched)
    expect(counted(messages, 'error')).toBe(400)
    expect(entries).toHaveLength(100)
    expect(messages.reduce((sum, row) => sum + Number(row['left_out']), 0)).toBe(300)
  })
})

describe('a server without the collector', () => {
  test('that writes to a pipe has no log to read, and what mends it is said', async () => {
    const { checkServer } = await import('../../electron/collector/ready.ts')
    const server = await startServer(15)
    try {
      const { checks } = await checkServer(server.settings, new AbortController().signal)
      expect(checks.find(({ id }) => id === 'server-log')).toMatchObject({
        ok: false,
        blocks: false,
        hint: expect.stringContaining('logging_collector is off') as string,
        mend: expect.stringContaining('ALTER SYSTEM SET logging_collector = on') as string,
      })
      const watched = startWatch(server.settings)
      // Nothing to read is no failure, which would be one every minute on most servers.
      const own = await until(() => watched.rows('self').find((row) => row['probe'] === 'log'), 'the first look')
      expect(own).toMatchObject({ outcome: 'ok', failures: 0 })
      await watched.watch.stop()
    } finally {
      await server.stop()
    }
  })
})

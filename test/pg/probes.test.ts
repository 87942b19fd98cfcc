import { describe, expect, it } from 'vitest'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import instance from '../../electron/catalog/probes/instance.ts'
import type { Probe } from '../../electron/catalog/define.ts'
import { compareVersions } from '../../electron/collector/due.ts'
import { readFacts, type Facts } from '../../electron/collector/facts.ts'
import { poll } from '../../electron/collector/poll.ts'
import { statementColumns } from '../../electron/collector/reading.ts'
import { checkServer } from '../../electron/collector/ready.ts'
import { openSession, type Rows, type Session } from '../../electron/collector/target.ts'
import { installed, withServers } from '../help/postgres.ts'

const VERSIONS = [13, 14, 15, 16, 17, 18]
const ASKED: readonly Probe[] = probes.filter((probe) => Object.keys(probe.sql).length > 0)
const never = new AbortController().signal

it('every supported version is installed', () => {
  expect([...installed.keys()]).toEqual(VERSIONS)
})

withServers(VERSIONS, (version, server) => {
  /** A session that remembers the answer to the probe's own statement, and takes what is asked first for `true`. */
  const spied = async ({ asksFirst, looksUp, guarded = {} }: Probe): Promise<{ session: Session; answer: () => Rows | undefined }> => {
    const session = await openSession(server().settings, never)
    let last: Rows | undefined
    const query: Session['query'] = async (sql, timeout, what, apart) => {
      const answer = await session.query(sql, timeout, what, apart)
      if (sql !== looksUp?.sql && !Object.values(guarded).some((one) => one.sql === sql)) last = answer
      return sql === asksFirst ? { names: answer.names, rows: answer.rows.map((row) => row.map(() => 'true')) } : answer
    }
    return { session: { ...session, query }, answer: () => last }
  }

  it.each(ASKED.map((probe) => [probe.id, probe] as const))('the probe %s runs and returns exactly its declared columns', async (_, probe) => {
    const { session, answer } = await spied(probe)
    try {
      const facts = await readFacts(session)
      // something must be there to be seen: work, statements, a session
      const busy = await server().session()
      busy.query('select pg_sleep(60)').catch(() => undefined)
      await server().sql('create table if not exists t (a int); insert into t select generate_series(1, 1000); checkpoint')
      const reading = await poll(session, probe, facts, () => 0)
      if (!found(probe, facts)) return expect(reading).toBeUndefined()
      if (!MAY_BE_EMPTY.has(probe.id)) expect(reading?.rows).toBeGreaterThan(0)
      const told = probe.needs ? (facts.extensions[probe.needs.extension]?.version ?? '') : facts.version
      const names = answer()?.names ?? []
      expect(names.filter((name) => !statementColumns(probe).includes(name))).toEqual([])
      expect(statementColumns(probe, (since) => compareVersions(since, told) <= 0).filter((name) => !names.includes(name))).toEqual([])
      for (const [name, column] of Object.entries(probe.columns)) {
        if (column.since === undefined || compareVersions(column.since, told) <= 0) continue
        expect(reading?.columns[name], `${name} came with ${column.since}`).toEqual(Array(reading?.rows).fill(null))
      }
      for (const [name, column] of Object.entries(probe.columns)) {
        if (
          reading?.rows === 0 ||
          (column.computed && !probe.guarded?.[name]) ||
          compareVersions(column.since ?? '0', told) > 0 ||
          OFTEN_NULL.has(`${probe.id}.${name}`)
        )
          continue
        expect(
          reading?.columns[name]?.some((cell) => cell !== null),
          `${name} is known`,
        ).toBe(true)
      }
    } finally {
      await session.close()
      await server().sql(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'`)
    }
  })

  it('what not everybody may read is null for who may not, and all else is there', async () => {
    await server().sql(`do $$ begin create role "Poor" login password 'watch me'; exception when duplicate_object then null; end $$`)
    const walOf = async (user: string): Promise<unknown> => {
      const session = await openSession({ ...server().settings, user }, never)
      try {
        const reading = await poll(session, instance, await readFacts(session), () => 0)
        expect(reading?.columns['type']).toEqual(['primary'])
        return reading?.columns['wal_size']?.[0]
      } finally {
        await session.close()
      }
    }
    const { rows } = await server().sql('select sum(size)::float8 as size from pg_ls_waldir()')
    expect([await walOf('watcher'), await walOf('Poor')]).toEqual([rows[0]?.['size'], null])
  })

  it('is found ready; without rights and settings it is told what is missing and what mends it', async () => {
    const failed = async (user: string): Promise<unknown[]> => {
      const { checks, ...about } = await checkServer({ ...server().settings, user }, never)
      expect(about).toMatchObject({ connected: true, cause: '', role: 'primary', provider: 'self-hosted', pooled: false, host: true })
      // Our test servers write their log to us.
      return checks.filter(({ id, ok }) => !ok && id !== 'server-log').map(({ id, mend }) => [id, mend])
    }
    expect(await failed('watcher')).toEqual([])
    await server().sql(
      `do $$ begin create role "Poor" login password 'watch me'; exception when duplicate_object then null; end $$; alter role "Poor" set track_io_timing = off`,
    )
    expect(await failed('Poor')).toEqual([
      ['function-rights', 'GRANT pg_monitor TO "Poor";'],
      ['pg-monitor', 'GRANT pg_monitor TO "Poor";'],
      ['track-io-timing', 'ALTER SYSTEM SET track_io_timing = on;\nSELECT pg_reload_conf();'],
    ])
    await server().sql('create database closed')
    await server().sql('revoke connect on database closed from public')
    const [name, mend] = ((await failed('Poor')) as [string, string][]).find(([id]) => id === 'databases') ?? ['', '']
    expect(name).toBe('databases')
    const { rows } = await server().sql(mend)
    expect(rows).toEqual([{ format: 'GRANT CONNECT ON DATABASE closed TO "Poor";' }])
    await server().sql(String((rows as readonly { readonly format?: string }[])[0]?.format))
    expect(((await failed('Poor')) as [string, string][]).some(([id]) => id === 'databases')).toBe(false)
    await server().sql('drop database closed')
    await server().sql('create role rds_superuser')
    expect(await checkServer(server().settings, never)).toMatchObject({ provider: 'rds' })
    await server().sql('drop role rds_superuser')
    expect(await checkServer({ ...server().settings, password: 'wrong' }, never)).toMatchObject({
      connected: false,
      cause: expect.stringContaining('is not accepted') as string,
      checks: [],
    })
  })

  it('statements of our own leave no transaction open and take no lock that could be waited for', async () => {
    const session = await openSession(server().settings, never)
    try {
      expect((await session.query("select current_setting('transaction_read_only'), current_setting('lock_timeout')", 5)).rows).toEqual([['on', '1s']])
      const { rows } = await server().sql(`select state, xact_start from pg_stat_activity where application_name = 'watchpost'`)
      expect(rows).toEqual([{ state: 'idle', xact_start: null }])
      expect((await server().sql('select * from pg_prepared_statements')).rows).toEqual([])
      expect(version).toBeGreaterThanOrEqual(13)
    } finally {
      await session.close()
    }
  })
})

const found = (probe: Probe, facts: Facts): boolean => probe.role !== 'standby' && compareVersions(probe.since ?? '0', facts.version) <= 0

/** Nothing of the kind is there on an idle test server; other tests make it happen. */
const MAY_BE_EMPTY = new Set([
  'duplicate-indexes',
  'replication',
  'slots',
  'locks',
  'prepared',
  'progress',
  'collations',
  'sequences',
  'subscriptions',
  'horizon',
  'indexes',
  'passwords',
])

/** Null where nothing of the kind happens on an idle test server. */
const OFTEN_NULL = new Set([
  ...['sessions.wait_event_type', 'sessions.wait_event', 'sessions.queryid', 'sessions.blocked_by', 'database.checksum_failures'],
  ...['archiver.last_archived_wal', 'archiver.last_failed_wal', 'archiver.last_archived_time', 'archiver.last_failed_time', 'archiver.waiting_files'],
  ...['root', 'idx_scan', 'idx_tup_fetch', 'idx_blks_hit', 'idx_blks_read', 'toast_blks_hit', 'toast_blks_read', 'tidx_blks_hit', 'tidx_blks_read'].map(
    (name) => `tables.${name}`,
  ),
  ...['vacuum', 'autovacuum', 'analyze', 'autoanalyze', 'seq_scan', 'idx_scan'].map((name) => `tables.last_${name}`),
  ...['wal.wal_write_time', 'wal.wal_sync_time', 'extensions.default_version'],
  ...['database', 'user_name', 'application_name', 'state', 'query_age_s', 'xact_age_s', 'xmin_age'].map((name) => `horizon.${name}`),
])

describe('PostgreSQL 19', () => {
  it('is read with the columns of extension 1.13', async () => {
    const { statementFor } = await import('../../electron/collector/due.ts')
    const { default: statements } = await import('../../electron/catalog/probes/statements.ts')
    const facts = {
      version: '19.0',
      versionText: '19beta4',
      clock: 0,
      configuredAt: '',
      identity: { system: '1', timeline: '1', inRecovery: false, seesAll: true, startedAt: 0 },
      extensions: { pg_stat_statements: { version: '1.13', schema: 'public' } },
    }
    expect(statementFor(statements, facts)).toContain('s.generic_plan_calls as generic_plan_calls')
    expect(statementFor(statements, { ...facts, extensions: { pg_stat_statements: { version: '1.12', schema: 'public' } } })).not.toContain(
      'generic_plan_calls',
    )
  })
})

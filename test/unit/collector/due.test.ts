import { describe, expect, it } from 'vitest'
import sessions from '../../../electron/catalog/probes/sessions.ts'
import statements from '../../../electron/catalog/probes/statements.ts'
import database from '../../../electron/catalog/probes/database.ts'
import background from '../../../electron/catalog/probes/background.ts'
import self from '../../../electron/catalog/probes/self.ts'
import type { Probe } from '../../../electron/catalog/define.ts'
import { cadence, compareVersions, due, dueAt, gridInstant, statementFor, switchedOn } from '../../../electron/collector/due.ts'
import type { Facts } from '../../../electron/collector/facts.ts'
import { type ConnectionSettings, USUAL_SETTINGS } from '../../../shared/model/server.ts'

const settings: ConnectionSettings = {
  id: 'c',
  name: 'n',
  host: 'h',
  port: 5432,
  user: 'u',
  password: 'p',
  database: 'd',
  sslmode: 'prefer',
  tags: '',
  ...USUAL_SETTINGS,
}
const facts = (version: string, extension?: string, inRecovery = false): Facts => ({
  version,
  versionText: version,
  clock: 0,
  configuredAt: '',
  identity: { system: '1', timeline: null, inRecovery, seesAll: true, startedAt: 0 },
  extensions: extension === undefined ? {} : { pg_stat_statements: { version: extension, schema: 'public' } },
})

describe('which probes are due', () => {
  it('all at first, those with short timeouts before the others', () => {
    expect(due([statements, database, sessions], settings, new Map(), 5).map(({ id }) => id)).toEqual(['sessions', 'database', 'statements'])
  })
  it('each again after its cadence, not before', () => {
    const last = new Map([
      ['sessions', 0],
      ['database', 0],
    ])
    expect(due([sessions, database], settings, last, 9_999)).toEqual([])
    expect(due([sessions, database], settings, last, 10_000)).toEqual([sessions])
    expect(due([sessions, database], settings, last, 60_000)).toEqual([sessions, database])
  })
  it('sampling follows the collection rate at once', () => {
    expect(cadence(sessions, settings)).toBe(10_000)
    expect(dueAt(sessions, { ...settings, collectionRate: 'high' }, new Map([['sessions', 4_000]]), 4_500)).toBe(5_000)
  })
  it('a late reading does not shift the grid, a missed cadence starts it anew', () => {
    expect(gridInstant(60_000, 63_000, 60_000)).toBe(60_000)
    expect(gridInstant(60_000, 130_000, 60_000)).toBe(130_000)
  })
  it('the switch of samples stops the samples of sessions and nothing else', () => {
    expect([sessions, statements, database].map((probe) => switchedOn(probe, { ...settings, samples: false }))).toEqual([false, true, true])
  })

  it('the switch of query monitoring stops statements and nothing else', () => {
    const off = { ...settings, queryMonitoring: false }
    expect([sessions, statements, database].map((probe) => switchedOn(probe, off))).toEqual([true, false, true])
  })
})

describe('the statement for a server', () => {
  it.each([
    ['13.23', 'pg_stat_bgwriter b', 'pg_stat_wal'],
    ['14.1', 'pg_stat_wal w', 'pg_stat_checkpointer'],
    ['16.9', 'b.buffers_backend', 'pg_stat_checkpointer'],
    ['17.0', 'coalesce(writes, 0)', 'write_bytes'],
    ['18.4', 'write_bytes', 'coalesce(writes, 0)'],
    ['19.0', 'write_bytes', 'coalesce(writes, 0)'],
  ])('of version %s has %s and not %s', (version, has, hasNot) => {
    expect(statementFor(background, facts(version))).toContain(has)
    expect(statementFor(background, facts(version))).not.toContain(hasNot)
  })
  it.each([
    ['1.8', "'true' as toplevel", 's.toplevel'],
    ['1.9', 's.toplevel::text', 'temp_blk_read_time +'],
    ['1.10', 's.blk_read_time + s.temp_blk_read_time', 's.shared_blk_read_time'],
    ['1.11', 's.shared_blk_read_time', 's.wal_buffers_full'],
    ['1.12', 's.parallel_workers_launched', 's.generic_plan_calls'],
    ['1.13', 's.generic_plan_calls', 's.blk_read_time'],
    ['1.14', 's.generic_plan_calls', 's.blk_read_time'],
  ])("goes by the extension's version %s, not by the server's", (extension, has, hasNot) => {
    expect(statementFor(statements, facts('19.0', extension))).toContain(has)
    expect(statementFor(statements, facts('19.0', extension))).not.toContain(hasNot)
  })
  it('never reads texts or a part of the rows', () => {
    for (const sql of Object.values(statements.sql)) {
      expect(sql).toContain('pg_stat_statements(false)')
      expect(sql).not.toMatch(/\blimit\b/i)
    }
  })
  it('is none where it cannot run: no extension, too old a server, the other role, nothing to ask', () => {
    const standby: Probe = { ...database, role: 'standby' }
    expect(statementFor(statements, facts('15.1'))).toBeUndefined()
    expect(statementFor(database, facts('12.9'))).toBeUndefined()
    expect(statementFor(standby, facts('15.1'))).toBeUndefined()
    expect(statementFor(standby, facts('15.1', undefined, true))).toBeDefined()
    expect(statementFor(self, facts('15.1'))).toBeUndefined()
  })
  it('versions compare by their numbers', () => {
    expect(['1.10', '1.9', '13', '1.8', '13.0'].sort(compareVersions)).toEqual(['1.8', '1.9', '1.10', '13', '13.0'])
  })
})

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Probe } from '../../electron/catalog/define.ts'
import { probes as listed } from '../../electron/catalog/probes/_all.generated.ts'
import type { RuleForm } from '../../electron/catalog/rule.ts'
import { rules as listedRules } from '../../electron/catalog/rules/_all.generated.ts'
import { compareVersions, statementFor } from '../../electron/collector/due.ts'
import { readFacts } from '../../electron/collector/facts.ts'
import { statementColumns } from '../../electron/collector/reading.ts'
import { openSession } from '../../electron/collector/target.ts'
import { wordsOf } from '../../electron/kernel/words.ts'
import { installed, withServers, type TestServer } from '../help/postgres.ts'

const probes: readonly Probe[] = listed
const rules: readonly RuleForm[] = listedRules

const placed = (sql: string, measure: string, whole: string): string =>
  sql.replaceAll('{schema}', 'public').replaceAll('{measure}', measure).replaceAll('{whole}', whole)

/** What is wrong with the probes as this user sees the server, and which were asked. */
async function tryAll(server: TestServer, user: string): Promise<{ wrong: string[]; asked: string[] }> {
  const session = await openSession({ ...server.settings, user }, new AbortController().signal)
  const wrong: string[] = []
  const asked: string[] = []
  try {
    const facts = await readFacts(session)
    for (const probe of probes) {
      const sql = statementFor(probe, facts)
      if (sql === undefined) continue
      asked.push(probe.id)
      for (const [measure, whole] of [
        ['true', 'true'],
        ['true', 'false'],
        ['false', 'false'],
      ] as const) {
        try {
          const finder = probe.finds && statementFor(probe, facts, probe.finds)
          if (finder !== undefined) await session.query(placed(finder, measure, whole), 10, undefined, { marks: ['1'] })
          const { names } = await session.query(
            placed(sql, measure, whole),
            10,
            undefined,
            !sql.includes('$1') ? {} : sql.includes('$1::int8[]') ? { marks: ['1', '-5'] } : { oids: ['1259'] },
          )
          const told = probe.needs ? (facts.extensions[probe.needs.extension]?.version ?? '') : facts.version
          const missing = statementColumns(probe, (since) => compareVersions(since, told) <= 0).filter((name) => !names.includes(name))
          const unknown = names.filter((name) => !statementColumns(probe).includes(name))
          if (missing.length + unknown.length > 0) wrong.push(`${probe.id}: without ${missing.join()}, with ${unknown.join()}`)
        } catch (error) {
          wrong.push(`${probe.id}: ${wordsOf(error)}`)
        }
      }
    }
  } finally {
    await session.close()
  }
  return { wrong, asked }
}

/** What is wrong with the statements that rules show to whoever is called. */
async function tryRules(server: TestServer): Promise<string[]> {
  const session = await openSession(server.settings, new AbortController().signal)
  const wrong: string[] = []
  try {
    for (const { id, sql } of rules) if (sql !== undefined) await session.query(sql, 10).catch((error: unknown) => wrong.push(`${id}: ${wordsOf(error)}`))
  } finally {
    await session.close()
  }
  return wrong
}

describe('every probe on every version', () => {
  withServers([...installed.keys()], (_, server) => {
    it('shows what the statement of a rule asks for, without writing', async () => {
      expect(await tryRules(server())).toEqual([])
    })

    it('runs, with the rights of pg_monitor and without, on a primary and a standby, and returns exactly its columns', async () => {
      await server().sql(
        `create table parent (id int, v text) partition by range (id); create table part partition of parent for values from (0) to (10);
         create index on parent (id); create sequence nearly maxvalue 10; select setval('nearly', 9); create role nobody login password 'watch me'`,
      )
      for (const user of ['watcher', 'nobody']) expect((await tryAll(server(), user)).wrong).toEqual([])
      const signal = join(server().folder, 'data/standby.signal')
      writeFileSync(signal, '')
      chmodSync(signal, 0o644)
      await server().restart()
      const { wrong, asked } = await tryAll(server(), 'watcher')
      expect(wrong).toEqual([])
      expect(asked).toContain('receiver')
      expect(await tryRules(server())).toEqual([])
    })
  })
})

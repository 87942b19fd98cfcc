import { expect, it } from 'vitest'
import indexes from '../../electron/catalog/probes/indexes.ts'
import tables from '../../electron/catalog/probes/tables.ts'
import type { Probe } from '../../electron/catalog/define.ts'
import { readFacts } from '../../electron/collector/facts.ts'
import { followed, movedParts, type Part } from '../../electron/collector/parts.ts'
import { carryOver, poll } from '../../electron/collector/poll.ts'
import type { RawReading } from '../../electron/collector/reading.ts'
import { openSession, type Session } from '../../electron/collector/target.ts'
import { SOME, withServers } from '../help/postgres.ts'

/** A backend reports what it did when it becomes idle, at most this late. */
const REPORTED = 1_500
const patience = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const NEW_PARTS: ReadonlySet<string> = new Set(['a new name of an index', 'a new index', 'a new table'])
/** A new file takes a TOAST table and its index with it for a while. */
const LOOKED_UP: ReadonlySet<string> = new Set([...NEW_PARTS, 'a new name', 'a new schema', 'a new name of its schema', 'a new file'])

/** Each thing that can happen to a relation alone, and the tables whose rows have to come for it. */
const HAPPENINGS: readonly (readonly [what: string, sql: string, tables: readonly string[], indexes: readonly string[]])[] = [
  ['nothing', 'select 1', [], []],
  ['a sequential scan of an empty table', 'select * from empty', ['empty'], []],
  ['a scan of an index that finds nothing', 'set enable_seqscan = off; select id from one where id = -1', ['one'], ['one_pkey']],
  ['an insert', 'insert into one values (1000)', ['one'], ['one_pkey']],
  ['an insert that is rolled back', 'begin; insert into one values (1001); rollback', ['one'], ['one_pkey']],
  ['TOAST alone', 'vacuum pg_toast.PG_TOAST_OF_LONG', ['long'], []],
  ['a row too long for its page', "insert into long values (21, repeat('y', 5000))", ['long'], []],
  ['a row that is read from TOAST', 'select sum(length(v)) from long', ['long'], []],
  ['analyze', 'analyze two', ['two'], []],
  ['vacuum', 'vacuum two', ['two'], []],
  ['much at once', 'update one set id = id + 10000 where id < 10; delete from two where id < 9; analyze long', ['one', 'two', 'long'], ['one_pkey']],
  ['a row of a partition', 'insert into parted values (1, 1)', ['part'], ['part_id_idx']],
  ['a new name', 'alter table two rename to three', ['three'], []],
  ['a new schema', 'alter table three set schema elsewhere', ['three'], []],
  ['all rows gone at once', 'truncate two_more', ['two_more'], []],
  // What comes after it is looked up once more.
  ['a new name of its schema', 'alter schema elsewhere rename to "Else:where"; insert into "Else:where".three values (7)', ['three'], []],
  ['a new file', 'vacuum full long', ['long'], []],
  ['a new name of an index', 'alter index one_pkey rename to one_key', ['one'], ['one_key']],
  ['a new index', 'create index fresh on long (id)', ['long'], ['fresh']],
  ['a new table', 'create table newest (id int primary key)', ['newest'], ['newest_pkey']],
]

withServers(SOME, (_, server) => {
  it('of tables and indexes only those come to which something happened, and with the reading before they are the whole reading', async () => {
    await server()
      .sql(`create table empty (id int) with (autovacuum_enabled = off); create schema elsewhere; create table parted (id int, v int) partition by range (id);
      create table part partition of parted for values from (0) to (10) with (autovacuum_enabled = off); create index on parted (id); analyze parted;
      create table one (id int primary key) with (autovacuum_enabled = off); insert into one select generate_series(1, 500);
      create table two (id int) with (autovacuum_enabled = off); insert into two select generate_series(1, 500);
      create table two_more (id int) with (autovacuum_enabled = off); insert into two_more select generate_series(1, 500);
      create table long (id int, v text) with (autovacuum_enabled = off, toast.autovacuum_enabled = off); alter table long alter v set storage external;
      insert into long select i, repeat('x', 5000) from generate_series(1, 20) i`)
    await server().sql('vacuum analyze')
    const { rows } = await server().sql(`select reltoastrelid::regclass::text as toast from pg_class where relname = 'long'`)
    const toast = String(rows[0]?.['toast']).replace('pg_toast.', '')
    const opened = await openSession(server().settings, new AbortController().signal)
    let asked = 0
    const session: Session = {
      ...opened,
      query: async (...what) => {
        asked++
        return opened.query(...what)
      },
    }
    const worker = await server().session()
    try {
      const facts = await readFacts(session)
      const read = async (probe: Probe, since: RawReading | undefined, moved?: readonly string[], measure = true): Promise<RawReading> => {
        asked = 0
        const reading = await poll(session, probe, facts, () => 0, { since, moved, measure })
        if (reading === undefined) throw new Error('no reading')
        return reading
      }
      await patience(REPORTED)
      const before = { tables: await read(tables, undefined), indexes: await read(indexes, undefined) }
      for (const [what, sql, ofTables, ofIndexes] of HAPPENINGS) {
        await worker.query(sql.replace('PG_TOAST_OF_LONG', toast))
        await patience(REPORTED)
        await worker.query('select 1')
        await patience(200)
        let parts: ReadonlyMap<string, Part> = new Map()
        for (const [probe, name, came] of [
          [tables, 'rel_name', ofTables],
          [indexes, 'index_rel_name', ofIndexes],
        ] as const) {
          const known = probe === tables ? before.tables : before.indexes
          if (probe === tables) {
            // Without a look at files what is told of those that moved is all there is to read, but of new tables, parts and names.
            const told = await read(probe, known, undefined, false)
            expect(asked, `${what}: statements asked`).toBe(LOOKED_UP.has(what) ? 2 : 1)
            const sizes = await read(probe, undefined)
            expect(content(probe, carryOver(probe, probe.measured.columns, known, told), 'size'), `${what}: told`).toEqual(content(probe, sizes, 'size'))
            expect([...movedParts(known, told)], `${what}: parts that moved`).toEqual([...movedParts(known, sizes)])
          }
          const next = await read(probe, known, [...parts.keys()])
          if (probe === tables) parts = movedParts(known, next)
          const all = await read(probe, undefined)
          expect(content(probe, next), `${what}: ${probe.id}`).toEqual(content(probe, all))
          // rows that did not come keep their place before those that came
          const moved = (next.columns[name] ?? []).slice(next.rows - came.length)
          expect(new Set(moved), `${what}: ${probe.id} that came`).toEqual(new Set(came))
          if (came.length === 0) expect(next.columns[name], `${what}: ${probe.id}`).toEqual(known.columns[name])
          if (probe === tables) before.tables = next
          else {
            // What the tables tell is all there is to tell, but of new parts and new names.
            const given = followed(probe, known, { ...before.tables, takenAt: known.takenAt + 1 }, parts)
            if (given !== undefined) expect(content(probe, given, 'size'), `${what}: ${probe.id} by what the tables told`).toEqual(content(probe, all, 'size'))
            expect(given === undefined, `${what}: indexes have to be read`).toBe(NEW_PARTS.has(what))
            before.indexes = next
          }
        }
      }
    } finally {
      await session.close()
      await server().sql('drop schema if exists elsewhere, "Else:where" cascade; drop table if exists two_more, empty, one, long, newest, parted')
    }
  })
})

/** What is told, row by row in order of the key; ages go on by themselves. */
function content(probe: Probe, reading: RawReading, without?: string): unknown[] {
  const told = Object.keys(probe.columns).filter((name) => name !== 'xid_age' && name !== without)
  return Array.from({ length: reading.rows }, (_, row) => told.map((name) => [name, reading.columns[name]?.[row] ?? null])).sort((a, b) =>
    String(a).localeCompare(String(b)),
  )
}

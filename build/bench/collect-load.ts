/** What the monitored server has to tell: statements with long texts that nearly fill pg_stat_statements, many tables and indexes, and a minute's work on a part of them. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const STATEMENTS = 4_800
export const TABLES = 1_000
/** Tables that are worked on in a minute, each by as many statements as it has. */
const BUSY = 112
export const NEW_EACH_MINUTE = 3
const COLUMNS = 46
/** Until 14 reports go through a file; a backend reports when it is idle, at most once a second. */
const REPORTED = 1_100
/** Between its work and the end of a minute, ms: the server's memory is no longer in the processor's caches when anybody asks. */
export const IDLE_MS = 1_800

/** Statements differ for the server by their table and by the number of their conditions; names alone would not count. */
function statement(i: number): string {
  const columns = Array.from(
    { length: COLUMNS },
    (_, k) => `case when v > ${String(k)} then id + ${String(k)} else coalesce(v, 0) end as c_${String(i)}_${String(k)}`,
  )
  const conditions = Array.from({ length: 1 + Math.floor(i / TABLES) }, (_, k) => `id <> ${String(k)}`)
  return `select ${columns.join(', ')} from t${String(1 + (i % TABLES))} where ${conditions.join(' and ')} limit 1`
}

const inParts = async (client: pg.Client, statements: readonly string[]): Promise<void> => {
  for (let i = 0; i < statements.length; i += 40) await client.query(statements.slice(i, i + 40).join(';'))
}

/** Makes tables and statements; returns how many statements the server keeps, and how long their texts are on average. */
export async function fill(client: pg.Client): Promise<{ readonly statements: number; readonly text: number }> {
  await client.query(`do $$ begin for i in 1..${String(TABLES)} loop
    execute format('create table t%s (id int primary key, v int)', i); execute format('create index on t%s (v)', i); execute format('insert into t%s select g, g from generate_series(1, 50) g', i);
  end loop; end $$`)
  await inParts(
    client,
    Array.from({ length: STATEMENTS }, (_, i) => statement(i)),
  )
  await client.query('analyze')
  const { rows } = await client.query<{ statements: number; text: number }>(
    'select count(*)::int as statements, avg(length(query))::int as text from pg_stat_statements',
  )
  const [counted] = rows
  if (counted === undefined || counted.statements < STATEMENTS)
    throw new Error(`the server keeps only ${String(counted?.statements)} of ${String(STATEMENTS)} statements`)
  return counted
}

/** Work of the minute with that number; resolves when the server has counted it. A few statements are new in each. */
export async function work(client: pg.Client, minute: number): Promise<void> {
  const again = Array.from({ length: STATEMENTS }, (_, i) => i).filter((i) => i % TABLES < BUSY)
  const fresh = Array.from({ length: NEW_EACH_MINUTE }, (_, k) => `${statement(k)} offset ${'1 + '.repeat(1 + minute * NEW_EACH_MINUTE + k)} 0`)
  await inParts(client, [...again.map(statement), ...fresh])
  await client.query('set enable_seqscan = off')
  await inParts(
    client,
    Array.from({ length: BUSY }, (_, i) => `select v from t${String(i + 1)} where id = 3`),
  )
  await client.query('reset enable_seqscan')
  await wait(REPORTED)
  await client.query('select 1')
}

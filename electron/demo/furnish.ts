import pg from 'pg'
import type { Cluster } from './postgres.ts'
import { GRANTS, SCHEMAS, WORKERS } from './schema.ts'

export interface Passwords {
  /** Of every working role. */
  readonly workers: string
  /** Of the role that watches. */
  readonly watcher: string
}

/** Makes roles, databases and data in an empty cluster; about two seconds. */
export async function furnish({ host, port, user, password }: Cluster, passwords: Passwords): Promise<void> {
  const asSuperuser = async (database: string, ...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ host, port, user, password, database, application_name: 'demo-setup' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      // What we do here is not part of the load to be looked at.
      await client.query("set pg_stat_statements.track = 'none'; set vacuum_cost_delay = 0")
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await asSuperuser(
    'postgres',
    // What is being made need not survive a crash.
    'alter system set fsync = off',
    'select pg_reload_conf()',
    ...WORKERS.map((role) => `create role ${role} login password '${passwords.workers}'`),
    'grant pg_maintain, pg_checkpoint to batch',
    `create role watchpost login password '${passwords.watcher}' in role pg_monitor`,
    // so that statements are planned as those who send them, without inheriting what they may
    `grant ${WORKERS.join(', ')} to watchpost with inherit false`,
    'create extension pg_stat_statements',
    ...Object.keys(SCHEMAS).map((database) => `create database ${database} strategy wal_log`),
  )
  await Promise.all(Object.entries(SCHEMAS).map(([database, schema]) => asSuperuser(database, schema, GRANTS, 'vacuum analyze')))
  await asSuperuser('postgres', 'alter system reset fsync', 'select pg_reload_conf()')
}

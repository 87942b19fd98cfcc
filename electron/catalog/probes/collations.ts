import { defineProbe } from '../define.ts'

const collations = (ofDatabase: string): string => `
  select d.datname::text as database, coalesce(n.nspname || '.', '') || c.collname as collation, c.collversion as recorded_version,
    pg_collation_actual_version(c.oid) as actual_version
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace join pg_database d on d.datname = current_database()
  where c.collversion is not null and c.collversion <> pg_collation_actual_version(c.oid)${ofDatabase}`

export default defineProbe({
  id: 'collations',
  doc: 'Collations whose version in the system is not the one indexes were built with: their order may be wrong until REINDEX.',
  shape: 'samples',
  scope: 'database',
  every: 3600,
  sql: {
    '13': collations(''),
    '15': collations(`
  union all
  select d.datname, 'database default', d.datcollversion, pg_database_collation_actual_version(d.oid)
  from pg_database d where d.datname = current_database() and d.datcollversion <> pg_database_collation_actual_version(d.oid)`),
  },
  columns: {
    database: { kind: 'label', doc: 'Database.' },
    collation: { kind: 'label', doc: 'Name of the collation.' },
    recorded_version: { kind: 'label', doc: 'Version when it was made or last refreshed.' },
    actual_version: { kind: 'label', doc: 'Version the system has now.' },
  },
})

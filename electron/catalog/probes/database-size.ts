import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'database-size',
  doc: 'Size of each database on disk.',
  shape: 'rows',
  scope: 'instance',
  every: 600,
  timeout: 30,
  sql: {
    // It looks at files only, so it waits for no lock.
    '13': `
      select oid::text as datid, datname::text as database,
        case when has_database_privilege(oid, 'connect') or pg_has_role('pg_read_all_stats', 'usage') then pg_database_size(oid) end as data_size
      from pg_database where not datistemplate`,
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    database: { kind: 'label', doc: 'Name of the database.' },
    data_size: { kind: 'gauge', unit: 'bytes', doc: 'Size on disk.' },
  },
})

import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'extensions',
  doc: 'Extensions of each database and whether a newer version lies ready.',
  shape: 'rows',
  scope: 'database',
  every: 3600,
  sql: {
    '13': `
      select d.oid::text as datid, e.extname::text as name, d.datname::text as database, e.extversion as version, a.default_version,
        (e.extversion is distinct from a.default_version)::int as outdated
      from pg_extension e join pg_database d on d.datname = current_database() left join pg_available_extensions a on a.name = e.extname`,
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    name: { kind: 'key', doc: 'Name of the extension.' },
    database: { kind: 'label', doc: 'Database it is in.' },
    version: { kind: 'label', doc: 'Version in the database.' },
    default_version: { kind: 'label', doc: 'Version that lies ready.' },
    outdated: { kind: 'gauge', doc: '1 when they differ: ALTER EXTENSION … UPDATE.' },
  },
})

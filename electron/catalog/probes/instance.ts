import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'instance',
  doc: 'The server itself: version, role, start, sizes.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['sees_wal'],
  guarded: { wal_size: { if: 'sees_wal', sql: 'select sum(size) from pg_ls_waldir()' } },
  sql: {
    '13': `
      select current_setting('server_version')::text as version, version() as version_full, case when pg_is_in_recovery() then 'replica' else 'primary' end as type,
        (select system_identifier::text from pg_control_system()) as system_identifier,
        extract(epoch from pg_postmaster_start_time()) * 1000 as start_time, extract(epoch from clock_timestamp()) * 1000 as server_time,
        (select count(*) from pg_database where not datistemplate) as databases, current_setting('max_connections') as max_connections, current_setting('port') as port,
        has_function_privilege('pg_ls_waldir()', 'execute')::text as sees_wal`,
  },
  columns: {
    version: { kind: 'label', doc: 'Version number.' },
    version_full: { kind: 'label', doc: 'Version with platform and compiler.' },
    type: { kind: 'label', doc: 'primary or replica.' },
    system_identifier: { kind: 'label', doc: 'What a primary and its replicas have in common.' },
    start_time: { kind: 'gauge', unit: 'timestamp', doc: 'When the server was started.' },
    server_time: {
      kind: 'gauge',
      unit: 'timestamp',
      doc: "The server's own clock at the reading; its difference to the reading's time is the server's offset.",
    },
    databases: { kind: 'gauge', doc: 'Databases, templates left out.' },
    max_connections: { kind: 'gauge', doc: 'Sessions allowed at once.' },
    port: { kind: 'gauge', doc: 'Port the server listens on.' },
    wal_size: { kind: 'gauge', computed: true, unit: 'bytes', doc: 'Size of the WAL folder (needs pg_monitor).' },
  },
})

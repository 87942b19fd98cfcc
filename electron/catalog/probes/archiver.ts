import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'archiver',
  doc: 'Archiving of WAL files: done, failed and waiting.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['counting_since', 'sees_waiting'],
  guarded: { waiting_files: { if: 'sees_waiting', sql: "select count(*) from pg_ls_archive_statusdir() where name like '%.ready'" } },
  origin: 'counting_since',
  sql: {
    '13': `
      select current_setting('archive_mode') as archive_mode, a.last_archived_wal, a.last_failed_wal, a.archived_count, a.failed_count,
        extract(epoch from a.last_archived_time) * 1000 as last_archived_time, extract(epoch from a.last_failed_time) * 1000 as last_failed_time,
        (current_setting('archive_mode') <> 'off' and has_function_privilege('pg_ls_archive_statusdir()', 'execute'))::text as sees_waiting,
        extract(epoch from a.stats_reset)::text as counting_since
      from pg_stat_archiver a`,
  },
  columns: {
    archive_mode: { kind: 'label', doc: 'off, on or always.' },
    last_archived_wal: { kind: 'label', doc: 'Name of the file archived last.' },
    last_failed_wal: { kind: 'label', doc: 'Name of the file whose archiving failed last.' },
    archived_count: { kind: 'counter', doc: 'Files archived.' },
    failed_count: { kind: 'counter', doc: 'Failed tries.' },
    last_archived_time: { kind: 'gauge', unit: 'timestamp', doc: 'When a file was archived last.' },
    last_failed_time: { kind: 'gauge', unit: 'timestamp', doc: 'When archiving failed last.' },
    waiting_files: { kind: 'gauge', computed: true, doc: 'Files that wait to be archived (needs pg_monitor).' },
  },
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'wal-files',
  title: 'WAL files',
  doc: 'Size of the WAL folder; it grows when archiving fails, a slot is not read, or wal_keep_size and max_wal_size ask for it.',
  measure: 'the size of the WAL folder',
  unit: 'bytes',
  warning: 10 * 1024 ** 3,
  critical: 50 * 1024 ** 3,
  occurrences: 5,
  reads: { instance: ['wal_size'] },
  of: (input) => ofRows(input, 'instance', (reading, row) => ({ value: reading.number('wal_size', row) })),
  message: 'The WAL folder has grown to {value}',
  next: 'Find what keeps the files: a slot that nobody reads (wal_status), failing archiving, wal_keep_size, or simply max_wal_size. Never delete WAL files by hand.',
  sql: `SELECT 'slot ' || slot_name AS kept_by,
       pg_size_pretty(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, restart_lsn)) AS amount
FROM pg_replication_slots
UNION ALL
SELECT 'failed archiving since ' || last_failed_time, last_failed_wal
FROM pg_stat_archiver
WHERE last_failed_time > coalesce(last_archived_time, '-infinity')
UNION ALL
SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN ('wal_keep_size', 'max_wal_size', 'min_wal_size', 'max_slot_wal_keep_size')`,
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'archiving-waits',
  title: 'WAL files to archive',
  doc: 'WAL files that are complete and wait to be archived.',
  measure: 'the number of WAL files that wait to be archived',
  unit: 'count',
  warning: 64,
  critical: 512,
  occurrences: 5,
  reads: { archiver: ['waiting_files'] },
  of: (input) => ofRows(input, 'archiver', (reading, row) => ({ value: reading.number('waiting_files', row) })),
  message: '{value} WAL files wait to be archived',
  next: 'See whether the archiver fails or is only slow: with failures the log says why, without them the target or archive_command is too slow for the WAL that is written.',
  sql: `SELECT archived_count, last_archived_wal, last_archived_time, failed_count, last_failed_wal, last_failed_time
FROM pg_stat_archiver`,
})

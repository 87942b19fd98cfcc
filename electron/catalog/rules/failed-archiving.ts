import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'failed-archiving',
  title: 'Failed archiving',
  doc: 'The command or library that archives WAL files fails: they pile up, and backups have a gap.',
  measure: 'the number of failed tries in a minute',
  unit: 'count',
  warning: 1,
  critical: 10,
  occurrences: 2,
  over: 3,
  reads: { archiver: ['failed_count'] },
  of: (input) => {
    const value = total(input, 'archiver', 'failed_count')
    const reading = input.readings('archiver').at(-1)
    if (value === null || reading === undefined) return null
    return value === 0 ? { value } : { value, subject: reading.text('last_failed_wal', 0) ?? '' }
  },
  message: 'Archiving of {subject} fails, {value} times in a minute',
  next: 'The log says what archive_command or the library answered, mostly a full or unreachable target. WAL files are kept until it works again, so watch the disk.',
  sql: `SELECT last_failed_wal, last_failed_time, last_archived_wal, last_archived_time,
       current_setting('archive_mode') AS archive_mode, current_setting('archive_command') AS archive_command
FROM pg_stat_archiver`,
})

import { defineRule } from '../rule.ts'

/** data_corrupted, index_corrupted, disk_full, io_error */
const CODES = new Set(['XX001', 'XX002', '53100', '58030'])

export default defineRule({
  id: 'log-damage',
  title: 'Damage in the log',
  doc: 'The server’s log tells of a PANIC, of damaged data or indexes, of a full disk or of a disk that fails.',
  measure: 'the number of such entries',
  unit: 'count',
  warning: null,
  critical: 1,
  occurrences: 1,
  over: 60,
  reads: { 'log-messages': ['entries'] },
  of: (input) => {
    const readings = input.readings('log-messages')
    if (readings.length === 0) return null
    const found = readings.flatMap((reading) =>
      Array.from({ length: reading.rows }, (_, row) => row)
        .filter((row) => reading.text('severity', row) === 'PANIC' || CODES.has(reading.text('sqlstate', row) ?? ''))
        .map((row) => ({ entries: reading.number('entries', row), message: reading.text('message', row) ?? '' })),
    )
    return { value: found.reduce((sum, { entries }) => sum + entries, 0), subject: found[0]?.message ?? '' }
  },
  message: 'The log tells of damage: {subject} ({value})',
  next: 'Read the entry and those around it in the server’s log. On a full disk make room first; on damage keep the last good backup from being removed, and restore the object or fail over to a standby.',
  sql: `SELECT name, setting
FROM pg_settings
WHERE name IN ('data_directory', 'log_directory', 'log_filename', 'logging_collector', 'log_destination', 'data_checksums')`,
})

import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'checksum-failures',
  title: 'Checksum failures',
  doc: 'Blocks whose checksum was wrong when they were read: storage or memory is damaged.',
  measure: 'the number of blocks with a wrong checksum in a minute',
  unit: 'count',
  warning: null,
  critical: 1,
  occurrences: 1,
  over: 60,
  reads: { database: ['checksum_failures'] },
  of: (input) => {
    const value = total(input, 'database', 'checksum_failures')
    return value === null ? null : { value }
  },
  message: 'Blocks with a wrong checksum: {value}',
  next: 'Do not restart and do not write more than needed: look for the file in the log, check disks and memory, keep the last good backup from being removed, and restore from it or fail over to a standby.',
  sql: `SELECT datname, checksum_failures, checksum_last_failure
FROM pg_stat_database
WHERE checksum_failures > 0
ORDER BY checksum_last_failure DESC`,
})

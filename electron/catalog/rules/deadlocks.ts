import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'deadlocks',
  title: 'Deadlocks',
  doc: 'Deadlocks that the server has resolved by cancelling a transaction.',
  measure: 'the number of deadlocks in a minute',
  unit: 'count',
  warning: 1,
  critical: 10,
  occurrences: 1,
  over: 10,
  reads: { database: ['deadlocks'] },
  of: (input) => {
    const value = total(input, 'database', 'deadlocks')
    return value === null ? null : { value }
  },
  message: 'Deadlocks in one minute: {value}',
  next: 'The server’s log has both statements of each deadlock. The lasting mend is in the application: take the rows or tables always in the same order, in short transactions.',
  sql: `SELECT datname, deadlocks, stats_reset
FROM pg_stat_database
WHERE deadlocks > 0
ORDER BY deadlocks DESC`,
})

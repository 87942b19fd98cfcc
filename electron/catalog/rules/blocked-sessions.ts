import { averageCount, defineRule } from '../rule.ts'

export default defineRule({
  id: 'blocked-sessions',
  title: 'Blocked sessions',
  doc: 'Sessions that wait for a lock another one holds, on average over the samples of a minute.',
  measure: 'the number of sessions that wait for others',
  unit: 'count',
  warning: 1,
  critical: 10,
  occurrences: 3,
  over: 1,
  reads: { sessions: ['blocked_by'] },
  of: (input) => {
    const value = averageCount(input, 'sessions', (reading, row) => (reading.text('blocked_by', row) ?? '') !== '')
    return value === null ? null : { value }
  },
  message: '{value} sessions wait for a lock that another one holds',
  next: 'Find the session at the root, which is blocked by nobody, and what it does: if it is idle in a transaction, its application has to commit; a waiting DDL statement holds up everybody behind it.',
  sql: `SELECT w.pid, w.usename, w.datname, now() - w.query_start AS waits, w.query,
       b.pid AS blocker, b.state AS blocker_state, now() - b.xact_start AS blocker_open, b.query AS blocker_query
FROM pg_stat_activity AS w
CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS x(pid)
LEFT JOIN pg_stat_activity AS b ON b.pid = x.pid
WHERE w.wait_event_type = 'Lock'
ORDER BY waits DESC`,
})

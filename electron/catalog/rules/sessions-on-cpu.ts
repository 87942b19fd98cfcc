import { averageCount, defineRule } from '../rule.ts'

export default defineRule({
  id: 'sessions-on-cpu',
  title: 'Sessions on CPU',
  doc: 'Sessions at work that wait for nothing, on average over a minute, against the processors of the server; where those are not known it cannot tell.',
  measure: 'sessions on CPU, in percent of the processors',
  unit: 'percent',
  warning: 100,
  critical: 200,
  occurrences: 5,
  reads: { sessions: ['state', 'wait_event_type', 'backend_type'] },
  of: (input) => {
    const { cpus } = input
    const sessions = averageCount(
      input,
      'sessions',
      (reading, row) =>
        reading.text('state', row) === 'active' && reading.text('wait_event_type', row) === null && reading.text('backend_type', row) === 'client backend',
    )
    if (sessions === null || cpus === null || cpus <= 0) return null
    return { value: (100 * sessions) / cpus, facts: { sessions: sessions.toFixed(1), cpus } }
  },
  message: '{sessions} sessions are on CPU with {cpus} processors ({value})',
  next: 'Open Activity for the time of the problem, by query: the leading statements need an index or fewer calls. More sessions than processors make each of them slower, so a smaller pool may be faster.',
  sql: `SELECT left(query, 100) AS query, count(*) AS sessions, max(now() - query_start) AS longest
FROM pg_stat_activity
WHERE state = 'active' AND wait_event IS NULL AND backend_type = 'client backend' AND pid <> pg_backend_pid()
GROUP BY 1
ORDER BY sessions DESC
LIMIT 20`,
})

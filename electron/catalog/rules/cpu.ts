import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'cpu',
  title: 'CPU',
  doc: 'Time in which the processors of the machine had something to do.',
  measure: 'the time the processors are busy',
  unit: 'percent',
  warning: 80,
  critical: 95,
  occurrences: 5,
  reads: { host: ['os_idle', 'os_iowait'] },
  of: (input) => ofRows(input, 'host', (reading, row) => ({ value: 100 - reading.number('os_idle', row) - (reading.number('os_iowait', row) || 0) })),
  message: 'The processors are busy for {value} of the time',
  next: 'Open Activity for the time of the problem, by query: what is on CPU there is the first to look at. If PostgreSQL is idle, another program of the machine is the cause.',
  sql: `SELECT pid, usename, datname, application_name, now() - query_start AS runs, query
FROM pg_stat_activity
WHERE state = 'active' AND wait_event IS NULL AND pid <> pg_backend_pid()
ORDER BY query_start`,
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'long-transactions',
  title: 'Long transactions',
  doc: 'Age of the oldest transaction of a client that is at work or holds it open.',
  measure: 'the age of the oldest transaction',
  unit: 's',
  warning: 1800,
  critical: 7200,
  occurrences: 1,
  reads: { sessions: ['pid', 'user_name', 'database', 'backend_type', 'xact_age_s'] },
  of: (input) =>
    ofRows(
      input,
      'sessions',
      (reading, row) =>
        reading.text('backend_type', row) === 'client backend'
          ? {
              value: reading.number('xact_age_s', row),
              subject: `${reading.text('user_name', row) ?? ''} in ${reading.text('database', row) ?? ''}`,
              facts: { pid: reading.text('pid', row) ?? '' },
            }
          : null,
      { value: 0 },
    ),
  message: 'A transaction of {subject} (process {pid}) has been open for {value}',
  next: 'See what it does: a report or a backup may go on, one that waits or is idle should be ended by its application. As long as it lasts, VACUUM keeps every row version that has died since it began.',
  sql: `SELECT pid, usename, datname, application_name, state, now() - xact_start AS open_for, backend_xid, backend_xmin, query
FROM pg_stat_activity
WHERE xact_start IS NOT NULL AND backend_type = 'client backend' AND pid <> pg_backend_pid()
ORDER BY xact_start
LIMIT 20`,
})

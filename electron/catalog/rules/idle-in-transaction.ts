import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'idle-in-transaction',
  title: 'Idle in transaction',
  doc: 'How long a session has held a transaction open and done nothing.',
  measure: 'the longest time idle in a transaction',
  unit: 's',
  warning: 300,
  critical: 1800,
  occurrences: 1,
  reads: { sessions: ['pid', 'user_name', 'database', 'state', 'query_age_s'] },
  of: (input) =>
    ofRows(
      input,
      'sessions',
      (reading, row) =>
        reading.text('state', row)?.startsWith('idle in transaction') === true
          ? {
              value: reading.number('query_age_s', row),
              subject: `${reading.text('user_name', row) ?? ''} in ${reading.text('database', row) ?? ''}`,
              facts: { pid: reading.text('pid', row) ?? '' },
            }
          : null,
      { value: 0 },
    ),
  message: 'A session of {subject} (process {pid}) has been idle in a transaction for {value}',
  next: 'Ask the application’s people why it does not commit. When others wait for it, end the session (pg_terminate_backend), and consider idle_in_transaction_session_timeout.',
  sql: `SELECT pid, usename, datname, application_name, client_addr, now() - xact_start AS open_for, now() - state_change AS idle_for, query AS last_query
FROM pg_stat_activity
WHERE state LIKE 'idle in transaction%'
ORDER BY xact_start`,
})

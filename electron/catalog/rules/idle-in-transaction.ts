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
})

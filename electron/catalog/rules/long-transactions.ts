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
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'prepared-transactions',
  title: 'Forgotten prepared transaction',
  doc: 'A transaction that was prepared for a two-phase commit and not ended: it holds its locks, and dead rows are kept.',
  measure: 'the age of the oldest prepared transaction',
  unit: 's',
  warning: 600,
  critical: 3600,
  occurrences: 1,
  reads: { prepared: ['gid', 'database', 'age_s'] },
  of: (input) =>
    ofRows(
      input,
      'prepared',
      (reading, row) => ({ value: reading.number('age_s', row), subject: `"${reading.text('gid', row) ?? ''}" in ${reading.text('database', row) ?? ''}` }),
      { value: 0 },
    ),
  message: 'The prepared transaction {subject} has been open for {value}',
  next: 'Ask the transaction manager that prepared it. If it does not know it any more, end it in its database with COMMIT PREPARED or ROLLBACK PREPARED, after deciding which of them is right.',
  sql: `SELECT gid, database, owner, prepared, now() - prepared AS open_for
FROM pg_prepared_xacts
ORDER BY prepared`,
})

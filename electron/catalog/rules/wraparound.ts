import { defineRule, ofRows } from '../rule.ts'

/** Transactions; with a larger freeze_max_age three times that would lie beyond the end. */
const LARGEST = 700_000_000

export default defineRule({
  id: 'wraparound',
  title: 'Transaction id wraparound',
  doc: 'Age of the oldest transaction that is not frozen, against autovacuum_freeze_max_age: beyond 100 % autovacuum freezes by force, at about 1,000 % of the default the server stops.',
  measure: 'the age of the oldest unfrozen transaction, in percent of autovacuum_freeze_max_age',
  unit: 'percent',
  warning: 150,
  critical: 300,
  occurrences: 5,
  reads: { wraparound: ['xid_age', 'freeze_max_age'] },
  of: (input) =>
    ofRows(input, 'wraparound', (reading, row) => {
      const age = reading.number('xid_age', row)
      return {
        value: (100 * age) / Math.min(reading.number('freeze_max_age', row), LARGEST),
        subject: reading.text('database', row) ?? '',
        facts: { age: age.toLocaleString('en') },
      }
    }),
  message: 'The oldest transaction of the database {subject} that is not frozen is {age} transactions old ({value} of autovacuum_freeze_max_age)',
  next: 'Find what keeps the oldest transaction alive: a long or prepared transaction, a slot, or a standby with hot_standby_feedback. End that first, then run VACUUM (FREEZE) on the oldest tables of the database.',
  sql: `SELECT n.nspname AS schema, c.relname, age(c.relfrozenxid) AS xid_age, pg_size_pretty(pg_table_size(c.oid)) AS size
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'm', 't')
ORDER BY age(c.relfrozenxid) DESC
LIMIT 20`,
})

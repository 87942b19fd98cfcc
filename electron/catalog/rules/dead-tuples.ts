import { defineRule, worst, type RuleReading } from '../rule.ts'

/** Below it a high share of dead rows costs nothing. */
const LEAST = 10_000

export default defineRule({
  id: 'dead-tuples',
  title: 'Dead tuples',
  doc: 'Share of dead row versions in a table with at least 10,000 of them: autovacuum does not keep up, or something holds it back.',
  measure: 'the share of dead rows in a table',
  unit: 'percent',
  warning: 30,
  critical: 60,
  occurrences: 60,
  each: 60,
  reads: { tables: ['n_dead_tup', 'n_live_tup'] },
  of: (input) => {
    const readings = input.readings('tables')
    // The latest of each table: a reading has only those that changed.
    const latest = new Map<number, { readonly value: number; readonly reading: RuleReading; readonly row: number }>()
    for (const reading of readings)
      for (let row = 0; row < reading.rows; row++) {
        const dead = reading.number('n_dead_tup', row)
        latest.set(reading.object(row), { value: dead >= LEAST ? (100 * dead) / (dead + reading.number('n_live_tup', row)) : 0, reading, row })
      }
    if (readings.length === 0) return null
    const most = worst(latest.values())
    const found = [...latest.values()].find(({ value }) => value === most?.value)
    if (found === undefined || found.value === 0) return { value: 0 }
    const { reading, row, value } = found
    return { value, subject: `${reading.text('schema_name', row) ?? ''}.${reading.text('rel_name', row) ?? ''} in ${reading.text('database', row) ?? ''}` }
  },
  message: '{value} of the rows of {subject} are dead',
  next: 'See in the table’s database whether autovacuum came by lately. If it did and the rows stayed, an old transaction, a slot or a standby holds them back; if it did not, lower autovacuum_vacuum_scale_factor of the table.',
  sql: `SELECT schemaname, relname, n_live_tup, n_dead_tup, last_vacuum, last_autovacuum, autovacuum_count
FROM pg_stat_user_tables
ORDER BY n_dead_tup DESC
LIMIT 20`,
})

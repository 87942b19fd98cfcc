import { defineRule, worst } from '../rule.ts'

export default defineRule({
  id: 'sequences',
  title: 'Sequence near its maximum',
  doc: 'A sequence that has used up most of its values; when none is left, inserts fail.',
  measure: 'the part of the values of a sequence that is used up',
  unit: 'percent',
  warning: 80,
  critical: 95,
  occurrences: 1,
  each: 60,
  reads: { sequences: ['used_perc'] },
  of: (input) => {
    const readings = input.readings('sequences')
    if (readings.length === 0) return null
    // One reading per database.
    return (
      worst(
        readings.flatMap((reading) =>
          Array.from({ length: reading.rows }, (_, row) => ({
            value: reading.number('used_perc', row),
            subject: ['schema_name', 'sequence'].map((name) => reading.text(name, row) ?? '').join('.') + ` in ${reading.text('database', row) ?? ''}`,
          })),
        ),
      ) ?? { value: 0 }
    )
  },
  message: 'The sequence {subject} has used up {value} of its values',
  next: 'In the database named: an integer column is full at 2,147,483,647 whatever its sequence may reach, so change column and sequence to bigint in a quiet hour. For a sequence that may repeat, CYCLE is enough.',
  sql: `SELECT schemaname, sequencename, data_type, last_value, max_value, round(100.0 * last_value / max_value, 1) AS used_percent
FROM pg_sequences
WHERE increment_by > 0
ORDER BY used_percent DESC NULLS LAST
LIMIT 20`,
})

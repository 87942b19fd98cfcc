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
})

import { defineRule } from '../rule.ts'

export default defineRule({
  id: 'collation-mismatch',
  title: 'Collation mismatch',
  doc: 'Collations whose version in the system is not the one indexes were built with: their order may be wrong until REINDEX.',
  measure: 'the number of collations of another version',
  unit: 'count',
  warning: 1,
  critical: null,
  occurrences: 1,
  each: 60,
  reads: { collations: ['database', 'collation'] },
  of: (input) => {
    const readings = input.readings('collations')
    if (readings.length === 0) return null
    const names = new Set(
      readings.flatMap((reading) =>
        Array.from({ length: reading.rows }, (_, row) => `${reading.text('collation', row) ?? ''} in ${reading.text('database', row) ?? ''}`),
      ),
    )
    return { value: names.size, subject: [...names].slice(0, 5).join(', ') }
  },
  message: 'The version of collations has changed under their indexes: {subject}',
})

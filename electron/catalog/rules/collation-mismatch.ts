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
  next: 'In the database named, rebuild the indexes over texts of these collations (REINDEX), then ALTER COLLATION … REFRESH VERSION; before that, lookups may miss rows and unique indexes may hold duplicates.',
  sql: `SELECT n.nspname AS schema, c.collname, c.collversion AS built_with, pg_collation_actual_version(c.oid) AS now
FROM pg_collation AS c
JOIN pg_namespace AS n ON n.oid = c.collnamespace
WHERE c.collversion IS NOT NULL
  AND c.collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  AND c.collversion <> pg_collation_actual_version(c.oid)`,
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'wal-files',
  title: 'WAL files',
  doc: 'Size of the WAL folder; it grows when archiving fails, a slot is not read, or wal_keep_size and max_wal_size ask for it.',
  measure: 'the size of the WAL folder',
  unit: 'bytes',
  warning: 10 * 1024 ** 3,
  critical: 50 * 1024 ** 3,
  occurrences: 5,
  reads: { instance: ['wal_size'] },
  of: (input) => ofRows(input, 'instance', (reading, row) => ({ value: reading.number('wal_size', row) })),
  message: 'The WAL folder has grown to {value}',
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'archiving-waits',
  title: 'WAL files to archive',
  doc: 'WAL files that are complete and wait to be archived.',
  measure: 'the number of WAL files that wait to be archived',
  unit: 'count',
  warning: 64,
  critical: 512,
  occurrences: 5,
  reads: { archiver: ['waiting_files'] },
  of: (input) => ofRows(input, 'archiver', (reading, row) => ({ value: reading.number('waiting_files', row) })),
  message: '{value} WAL files wait to be archived',
})

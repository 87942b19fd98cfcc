import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'inactive-slots',
  title: 'Inactive replication slot retains WAL',
  doc: 'A replication slot that nobody reads from keeps WAL files from being removed.',
  measure: 'the WAL kept for a slot that nobody reads from',
  unit: 'bytes',
  warning: 1024 ** 3,
  critical: 10 * 1024 ** 3,
  occurrences: 5,
  reads: { slots: ['retained_bytes'] },
  of: (input) =>
    ofRows(
      input,
      'slots',
      (reading, row) =>
        reading.text('active', row) === 'false' ? { value: reading.number('retained_bytes', row), subject: reading.text('slot_name', row) ?? '' } : null,
      { value: 0 },
    ),
  message: 'Nobody reads from the slot {subject}, which keeps {value} of WAL',
})

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
  next: 'Bring back the standby or subscriber that reads from the slot. If it will never come back, drop the slot (pg_drop_replication_slot); max_slot_wal_keep_size bounds what slots may keep.',
  sql: `SELECT slot_name, slot_type, database, active, wal_status,
       pg_size_pretty(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, restart_lsn)) AS keeps
FROM pg_replication_slots
ORDER BY restart_lsn`,
})

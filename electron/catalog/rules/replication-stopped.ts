import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'replication-stopped',
  title: 'Replication stopped',
  doc: 'A standby does not receive the WAL of its primary, or replays nothing because somebody has paused it.',
  measure: 'whether replication has stopped (1)',
  unit: 'count',
  warning: null,
  critical: 1,
  occurrences: 3,
  over: 1,
  reads: { receiver: [] },
  of: (input) =>
    ofRows(input, 'receiver', (reading, row) => {
      const status = reading.text('status', row) ?? 'stopped'
      if (reading.text('replay_paused', row) === 'true') return { value: 1, subject: 'replay is paused' }
      return status === 'stopped' ? { value: 1, subject: 'nothing is received' } : { value: 0 }
    }),
  message: 'The standby does not follow its primary: {subject}',
  next: 'If replay is paused, whoever paused it resumes it (pg_wal_replay_resume). Otherwise the standby’s log says why it cannot receive: address, password, or WAL that the primary has removed already.',
  sql: `SELECT CASE WHEN pg_is_in_recovery() THEN pg_is_wal_replay_paused() END AS paused, pg_last_wal_receive_lsn() AS received, pg_last_wal_replay_lsn() AS replayed,
       (SELECT status FROM pg_stat_wal_receiver) AS receiver`,
})

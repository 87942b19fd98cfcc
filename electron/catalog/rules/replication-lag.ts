import { defineRule, ofRows, worst } from '../rule.ts'

export default defineRule({
  id: 'replication-lag',
  title: 'Replication lag',
  doc: 'How far standbys are behind, as the sending server sees them and as they see themselves.',
  measure: 'the replay lag',
  unit: 's',
  warning: 60,
  critical: 300,
  occurrences: 2,
  reads: { replication: ['replay_lag_s'], receiver: ['replay_delay_s'] },
  of: (input) => {
    const sent = ofRows(
      input,
      'replication',
      (reading, row) => ({
        // none: it is idle, and has replayed everything
        value: reading.number('replay_lag_s', row) || 0,
        subject: reading.text('application_name', row) ?? '',
      }),
      { value: 0 },
    )
    const received = ofRows(input, 'receiver', (reading, row) => ({ value: reading.number('replay_delay_s', row), subject: 'This standby' }))
    return worst([sent, received].filter((one) => one !== null))
  },
  message: '{subject} is {value} behind',
  next: 'Run it on the primary: what is not sent is the network, what is sent and not replayed is the standby, mostly a query there that replay waits for (max_standby_streaming_delay) or a slow disk.',
  sql: `SELECT application_name, client_addr, state, sync_state,
       pg_size_pretty(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, sent_lsn)) AS not_sent,
       pg_size_pretty(pg_wal_lsn_diff(sent_lsn, replay_lsn)) AS not_replayed, replay_lag
FROM pg_stat_replication
ORDER BY replay_lag DESC NULLS LAST`,
})

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
})

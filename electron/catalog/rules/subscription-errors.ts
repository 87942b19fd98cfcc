import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'subscription-errors',
  title: 'Subscription errors',
  doc: 'Errors of logical replication, while changes were applied or tables were copied.',
  measure: 'the number of errors of subscriptions in a minute',
  unit: 'count',
  warning: 1,
  critical: 10,
  occurrences: 1,
  over: 10,
  reads: { subscriptions: ['apply_error_count', 'sync_error_count'] },
  of: (input) => {
    const errors = [total(input, 'subscriptions', 'apply_error_count'), total(input, 'subscriptions', 'sync_error_count')].filter((one) => one !== null)
    return errors.length === 0 ? null : { value: errors.reduce((sum, one) => sum + one, 0) }
  },
  message: 'Subscriptions failed {value} times in a minute',
  next: 'The subscriber’s log names the row and the reason, mostly a duplicate key or a missing table. Mend the data on the subscriber; the worker tries again by itself.',
  // pg_subscription itself may be read by everybody from 14 on only.
  sql: `SELECT subname, pid, received_lsn, latest_end_lsn, last_msg_receipt_time
FROM pg_stat_subscription
WHERE relid IS NULL`,
})

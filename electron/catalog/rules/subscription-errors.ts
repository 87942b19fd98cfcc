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
  sql: `SELECT s.subname, s.subenabled, w.pid, w.received_lsn, w.latest_end_lsn, w.last_msg_receipt_time
FROM pg_subscription AS s
LEFT JOIN pg_stat_subscription AS w ON w.subid = s.oid AND w.relid IS NULL
WHERE s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
})

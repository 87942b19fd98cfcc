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
})

import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'checkpoints-requested',
  title: 'Checkpoints requested too often',
  doc: 'Checkpoints on demand, usually because the WAL has reached max_wal_size, minute after minute.',
  measure: 'the number of requested checkpoints in a minute',
  unit: 'count',
  warning: 1,
  critical: 3,
  occurrences: 3,
  reads: { background: ['checkpoints_req'] },
  of: (input) => {
    const value = total(input, 'background', 'checkpoints_req')
    return value === null ? null : { value }
  },
  message: 'Checkpoints are requested minute after minute, {value} in the last one; max_wal_size may be too small',
})

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
  next: 'Raise max_wal_size until most checkpoints come by checkpoint_timeout, if the disk has room for it; a load that is over soon, such as a restore, may be left alone.',
  sql: `SELECT name, setting, unit, pending_restart
FROM pg_settings
WHERE name IN ('max_wal_size', 'min_wal_size', 'checkpoint_timeout', 'checkpoint_completion_target', 'wal_compression')`,
})

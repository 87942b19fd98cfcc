import { averageCount, defineRule } from '../rule.ts'

export default defineRule({
  id: 'blocked-sessions',
  title: 'Blocked sessions',
  doc: 'Sessions that wait for a lock another one holds, on average over the samples of a minute.',
  measure: 'the number of sessions that wait for others',
  unit: 'count',
  warning: 1,
  critical: 10,
  occurrences: 3,
  over: 1,
  reads: { sessions: ['blocked_by'] },
  of: (input) => {
    const value = averageCount(input, 'sessions', (reading, row) => (reading.text('blocked_by', row) ?? '') !== '')
    return value === null ? null : { value }
  },
  message: '{value} sessions wait for a lock that another one holds',
})

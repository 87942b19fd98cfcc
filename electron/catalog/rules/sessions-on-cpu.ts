import { averageCount, defineRule } from '../rule.ts'

export default defineRule({
  id: 'sessions-on-cpu',
  title: 'Sessions on CPU',
  doc: 'Sessions at work that wait for nothing, on average over a minute, against the processors of the server; where those are not known it cannot tell.',
  measure: 'sessions on CPU, in percent of the processors',
  unit: 'percent',
  warning: 100,
  critical: 200,
  occurrences: 5,
  reads: { sessions: ['state', 'wait_event_type', 'backend_type'] },
  of: (input) => {
    const { cpus } = input
    const sessions = averageCount(
      input,
      'sessions',
      (reading, row) =>
        reading.text('state', row) === 'active' && reading.text('wait_event_type', row) === null && reading.text('backend_type', row) === 'client backend',
    )
    if (sessions === null || cpus === null || cpus <= 0) return null
    return { value: (100 * sessions) / cpus, facts: { sessions: sessions.toFixed(1), cpus } }
  },
  message: '{sessions} sessions are on CPU with {cpus} processors ({value})',
})

import { defineRule } from '../rule.ts'

const ERRORS = new Set(['ERROR', 'FATAL', 'PANIC'])

export default defineRule({
  id: 'log-errors',
  title: 'Errors in the log',
  doc: 'Statements and sessions that failed, as the server’s log counts them (ERROR, FATAL and PANIC).',
  measure: 'the number of errors in the log in a minute',
  unit: 'count',
  warning: 30,
  critical: 300,
  occurrences: 3,
  reads: { 'log-messages': ['entries'] },
  of: (input) => {
    const readings = input.readings('log-messages')
    const seconds = readings.reduce((sum, reading) => sum + reading.seconds, 0)
    if (seconds <= 0) return null
    const byMessage = new Map<string, number>()
    for (const reading of readings)
      for (let row = 0; row < reading.rows; row++) {
        if (!ERRORS.has(reading.text('severity', row) ?? '')) continue
        const message = reading.text('message', row) ?? 'others'
        byMessage.set(message, (byMessage.get(message) ?? 0) + reading.number('entries', row))
      }
    const [most] = [...byMessage].sort(([, a], [, b]) => b - a)
    const all = [...byMessage.values()].reduce((sum, one) => sum + one, 0)
    return { value: (all * 60) / seconds, subject: most?.[0] ?? '' }
  },
  message: 'The log has {value} errors a minute, most of them: {subject}',
  next: 'Open the report Log messages for the time of the problem: most often one statement or one application makes nearly all of them.',
  sql: `SELECT datname, xact_commit, xact_rollback, stats_reset
FROM pg_stat_database
WHERE datname IS NOT NULL
ORDER BY xact_rollback DESC`,
})

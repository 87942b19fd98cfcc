import { defineRule } from '../rule.ts'

export default defineRule({
  id: 'max-connections',
  title: 'Max connections',
  doc: 'How many of the sessions that max_connections allows are taken.',
  measure: 'the part of max_connections that is taken',
  unit: 'percent',
  warning: 80,
  critical: 95,
  occurrences: 2,
  reads: { database: ['num_backends'], instance: ['max_connections'] },
  of: (input) => {
    const sessions = input.readings('database').at(-1)
    const allowed = input.readings('instance').at(-1)?.number('max_connections', 0) ?? NaN
    if (sessions === undefined || !(allowed > 0)) return null
    let taken = 0
    for (let row = 0; row < sessions.rows; row++) taken += sessions.number('num_backends', row) || 0
    return { value: (100 * taken) / allowed, facts: { taken, allowed } }
  },
  message: '{taken} of {allowed} connections are taken ({value})',
  next: 'See who holds the connections and whether most of them are idle: then the pools of the applications are too large, or a pooler is missing. Raising max_connections needs a restart and memory.',
  sql: `SELECT usename, application_name, client_addr, count(*) AS sessions, count(*) FILTER (WHERE state = 'idle') AS idle
FROM pg_stat_activity
WHERE backend_type = 'client backend'
GROUP BY 1, 2, 3
ORDER BY sessions DESC`,
})

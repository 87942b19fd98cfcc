import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'load',
  title: 'Load',
  doc: 'Load average of one minute, against the processors.',
  measure: 'the load average, in percent of the processors',
  unit: 'percent',
  warning: 150,
  critical: 300,
  occurrences: 5,
  reads: { host: ['load_avg_1m', 'cpus'] },
  of: (input) =>
    ofRows(input, 'host', (reading, row) => {
      const [load, cpus] = [reading.number('load_avg_1m', row), reading.number('cpus', row)]
      return { value: (100 * load) / cpus, facts: { load: load.toFixed(1), cpus } }
    }),
  message: 'The load average is {load} with {cpus} processors ({value})',
  next: 'Compare with CPU and with waits for I/O in the same minutes: a high load with idle processors means that programs wait for disks. Activity tells which statements do.',
  sql: `SELECT coalesce(wait_event_type, 'CPU') AS waits_for, wait_event, count(*) AS sessions
FROM pg_stat_activity
WHERE state = 'active' AND pid <> pg_backend_pid()
GROUP BY 1, 2
ORDER BY sessions DESC`,
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'cpu',
  title: 'CPU',
  doc: 'Time in which the processors of the machine had something to do.',
  measure: 'the time the processors are busy',
  unit: 'percent',
  warning: 80,
  critical: 95,
  occurrences: 5,
  reads: { host: ['os_idle', 'os_iowait'] },
  of: (input) => ofRows(input, 'host', (reading, row) => ({ value: 100 - reading.number('os_idle', row) - (reading.number('os_iowait', row) || 0) })),
  message: 'The processors are busy for {value} of the time',
})

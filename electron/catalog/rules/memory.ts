import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'memory',
  title: 'Memory',
  doc: 'Memory of the machine that is not available to programs any more.',
  measure: 'the part of the memory that is not available',
  unit: 'percent',
  warning: 90,
  critical: 97,
  occurrences: 5,
  reads: { host: ['mem_perc'] },
  of: (input) => ofRows(input, 'host', (reading, row) => ({ value: reading.number('mem_perc', row) })),
  message: '{value} of the memory is not available',
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'swap',
  title: 'Swap',
  doc: 'Swap of the machine that is used; without swap it cannot tell.',
  measure: 'the part of the swap that is used',
  unit: 'percent',
  warning: 50,
  critical: 80,
  occurrences: 5,
  reads: { host: ['swap_perc'] },
  of: (input) => ofRows(input, 'host', (reading, row) => ({ value: reading.number('swap_perc', row) })),
  message: '{value} of the swap is used',
})

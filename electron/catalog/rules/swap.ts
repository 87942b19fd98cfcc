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
  next: 'See with the tools of the system which program was swapped out, and whether pages still come and go (vmstat): swap that only rests does little harm. If they do, take memory from work_mem or from other programs.',
  sql: `SELECT name, setting, unit
FROM pg_settings
WHERE name IN ('shared_buffers', 'work_mem', 'maintenance_work_mem', 'huge_pages', 'max_connections')
ORDER BY name`,
})

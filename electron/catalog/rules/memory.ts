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
  next: 'See whether it is PostgreSQL: number of sessions times work_mem, and hash or sort steps of large queries. Otherwise another program takes it. When it ends, the kernel kills a process and the server restarts.',
  sql: `SELECT name, setting, unit
FROM pg_settings
WHERE name IN ('shared_buffers', 'work_mem', 'hash_mem_multiplier', 'maintenance_work_mem', 'autovacuum_work_mem', 'autovacuum_max_workers', 'max_connections', 'temp_buffers')
ORDER BY name`,
})

import { defineRule, total } from '../rule.ts'

export default defineRule({
  id: 'checksum-failures',
  title: 'Checksum failures',
  doc: 'Blocks whose checksum was wrong when they were read: storage or memory is damaged.',
  measure: 'the number of blocks with a wrong checksum in a minute',
  unit: 'count',
  warning: null,
  critical: 1,
  occurrences: 1,
  over: 60,
  reads: { database: ['checksum_failures'] },
  of: (input) => {
    const value = total(input, 'database', 'checksum_failures')
    return value === null ? null : { value }
  },
  message: 'Blocks with a wrong checksum: {value}',
})

import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'disk',
  title: 'Disk',
  doc: 'Space, and files that may exist, of the fullest file system of the machine.',
  measure: 'the part of a file system that is used',
  unit: 'percent',
  warning: 85,
  critical: 95,
  occurrences: 3,
  reads: { 'file-systems': ['used_perc', 'inodes_perc'] },
  of: (input) =>
    ofRows(input, 'file-systems', (reading, row) => {
      const value = Math.max(reading.number('used_perc', row), reading.number('inodes_perc', row) || 0)
      return { value, subject: reading.text('mount_point', row) ?? '' }
    }),
  message: '{subject} is {value} full',
})

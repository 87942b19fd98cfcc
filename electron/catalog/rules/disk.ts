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
  next: 'Find what grew: databases, the WAL folder (archiving or slots), temporary files or logs. Never delete files of the data directory by hand; make room elsewhere or enlarge the file system.',
  sql: `SELECT datname, pg_size_pretty(pg_database_size(oid)) AS size, temp_files, pg_size_pretty(temp_bytes) AS temp_written
FROM pg_database
JOIN pg_stat_database USING (datname)
WHERE datallowconn
ORDER BY pg_database_size(oid) DESC`,
})

import { defineReport, type ReportRow } from '../define.ts'

const share = ({ n_live_tup: live, n_dead_tup: dead }: ReportRow): number | null =>
  typeof live === 'number' && typeof dead === 'number' && live + dead > 0 ? dead / (live + dead) : null

export default defineReport({
  id: 'bloat',
  own: true,
  title: 'Bloat of tables',
  doc: 'Space that dead row versions take, estimated from the statistics: their part of the rows by the size of the table. Space that vacuum has freed and nothing uses yet is not in it.',
  shape: 'grouped',
  reads: ['tables'],
  group: ['database', 'schema_name', 'rel_name'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    schema_name: { label: 'schema_name', doc: 'Schema' },
    rel_name: { label: 'rel_name', doc: 'Table' },
    size: { from: 'size', unit: 'bytes', doc: 'Size with its TOAST table, without indexes' },
    n_live_tup: { from: 'n_live_tup', doc: 'Rows estimated' },
    n_dead_tup: { from: 'n_dead_tup', doc: 'Dead row versions estimated' },
    dead_perc: {
      of: (row) => {
        const dead = share(row)
        return dead === null ? null : 100 * dead
      },
      unit: 'percent',
      doc: 'Dead part of the row versions',
    },
    dead_bytes: {
      of: (row) => {
        const [dead, { size }] = [share(row), row]
        return dead === null || typeof size !== 'number' ? null : Math.round(dead * size)
      },
      unit: 'bytes',
      doc: 'Space they take, about',
    },
    last_autovacuum: { from: 'last_autovacuum', unit: 'timestamp', doc: 'Latest vacuum by autovacuum' },
    last_vacuum: { from: 'last_vacuum', unit: 'timestamp', doc: 'Latest vacuum by hand' },
  },
  by: ['dead_bytes', 'dead_perc', 'n_dead_tup', 'size'],
})

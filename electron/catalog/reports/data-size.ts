import { defineReport } from '../define.ts'

export default defineReport({
  id: 'data-size',
  title: 'Data size',
  doc: 'Size of each database on disk, templates left out; in a summary its last value.',
  shape: 'series',
  reads: ['database-size'],
  group: ['database'],
  compute: true,
  columns: {
    time: { time: true, doc: 'When it was read' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    server: { instance: 'server', doc: 'Server the instance runs on' },
    pg_version: { instance: 'pg_version', doc: 'Version of PostgreSQL' },
    database: { label: 'database', doc: 'Database' },
    data_size: { from: 'data_size', agg: 'last', unit: 'bytes', doc: 'Size on disk' },
  },
  tags: {},
})

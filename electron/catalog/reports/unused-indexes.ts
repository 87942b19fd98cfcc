import { defineReport } from '../define.ts'

const isTrue = (value: string | null): boolean | null => (value === null ? null : value === 'true')

export default defineReport({
  id: 'unused-indexes',
  own: true,
  title: 'Unused indexes',
  doc: 'Indexes that were not scanned once in the range and that nothing rests on: no unique index, primary key or constraint. Ask for a range that has the month’s end in it, and look at the replicas too.',
  shape: 'grouped',
  reads: ['indexes'],
  group: ['database', 'schema_name', 'rel_name', 'index_rel_name'],
  keep: (label) => label('is_unique') !== 'true' && label('is_primary') !== 'true' && label('is_constraint') !== 'true',
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    schema_name: { label: 'schema_name', doc: 'Schema of the table' },
    rel_name: { label: 'rel_name', doc: 'Table' },
    index_rel_name: { label: 'index_rel_name', doc: 'Index' },
    access_method: { label: 'access_method', doc: 'Kind of index' },
    is_valid: { label: 'is_valid', show: isTrue, doc: 'Whether queries could use it' },
    size: { from: 'size', unit: 'bytes', doc: 'Size on disk' },
    idx_scan: { from: 'idx_scan', doc: 'Scans in the range' },
    last_idx_scan: { from: 'last_idx_scan', unit: 'timestamp', doc: 'Latest scan ever, from version 16 on' },
    first_read: { seen: 'first', doc: 'Since when in the range it was watched' },
  },
  // Of one that was read once nothing is known yet.
  having: ({ idx_scan: scans, first_read: read }) => read !== null && scans === 0,
  by: ['size'],
})

import { defineReport } from '../define.ts'

const isTrue = (value: string | null): boolean | null => (value === null ? null : value === 'true')

export default defineReport({
  id: 'indexes',
  title: 'Indexes',
  doc: 'Indexes by their use in the range.',
  shape: 'grouped',
  reads: ['indexes'],
  group: ['database', 'schema_name', 'rel_name', 'index_rel_name'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database of the index' },
    schema_name: { label: 'schema_name', doc: 'Schema of the table' },
    rel_name: { label: 'rel_name', doc: 'Name of the table' },
    index_rel_name: { label: 'index_rel_name', doc: 'Name of the index' },
    idx_scan: { from: 'idx_scan', doc: 'Scans of the index' },
    idx_tup_read: { from: 'idx_tup_read', doc: 'Entries returned by scans' },
    idx_tup_fetch: { from: 'idx_tup_fetch', doc: 'Rows of the table fetched by simple scans' },
    idx_blks_hit: { from: 'idx_blks_hit', unit: 'blocks', doc: 'Blocks found in the buffer cache' },
    idx_blks_read: { from: 'idx_blks_read', unit: 'blocks', doc: 'Blocks read' },
    relpages: { from: 'relpages', unit: 'blocks', doc: 'Pages at the latest vacuum or analyze' },
    size: { from: 'size', unit: 'bytes', doc: 'Size on disk' },
    is_unique: { label: 'is_unique', show: isTrue, doc: 'Whether it allows a value once' },
    is_valid: { label: 'is_valid', show: isTrue, doc: 'Whether queries can use it' },
  },
  by: ['idx_blks_hit', 'idx_blks_read', 'idx_scan', 'idx_tup_fetch', 'idx_tup_read', 'relpages', 'size'],
})

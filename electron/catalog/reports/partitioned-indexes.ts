import { defineReport } from '../define.ts'

export default defineReport({
  id: 'partitioned-indexes',
  own: true,
  title: 'Partitioned indexes',
  doc: 'Indexes of partitioned tables by their use in the range: those of all partitions added up under the one at the root.',
  shape: 'grouped',
  reads: ['indexes'],
  group: ['database', 'root'],
  keep: (label) => label('root') !== null,
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database of the index' },
    root: { label: 'root', doc: 'The index of the partitioned table at the root' },
    size: { from: 'size', agg: 'total', unit: 'bytes', doc: 'Size on disk' },
    relpages: { from: 'relpages', agg: 'total', unit: 'blocks', doc: 'Pages at the latest vacuum or analyze' },
    idx_scan: { from: 'idx_scan', doc: 'Scans' },
    idx_tup_read: { from: 'idx_tup_read', doc: 'Entries returned by scans' },
    idx_tup_fetch: { from: 'idx_tup_fetch', doc: 'Rows fetched by simple scans' },
    idx_blks_hit: { from: 'idx_blks_hit', unit: 'blocks', doc: 'Blocks found in the buffer cache' },
    idx_blks_read: { from: 'idx_blks_read', unit: 'blocks', doc: 'Blocks read' },
  },
  by: ['size', 'idx_scan', 'idx_tup_read', 'idx_tup_fetch', 'idx_blks_hit', 'idx_blks_read', 'relpages'],
})

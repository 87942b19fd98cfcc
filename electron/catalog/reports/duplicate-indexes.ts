import { defineReport } from '../define.ts'

export default defineReport({
  id: 'duplicate-indexes',
  own: true,
  title: 'Duplicate indexes',
  doc: 'Indexes that another index of the same table does the work of, because it has the same columns or begins with them, and that no constraint rests on. A left part that is much smaller may still be worth its space.',
  shape: 'grouped',
  reads: ['duplicate-indexes'],
  group: ['database', 'schema_name', 'rel_name', 'index_rel_name'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    schema_name: { label: 'schema_name', doc: 'Schema of the table' },
    rel_name: { label: 'rel_name', doc: 'Table' },
    index_rel_name: { label: 'index_rel_name', doc: 'Index' },
    reason: { label: 'reason', doc: 'duplicate: over the same columns; left part: the other one begins with its columns' },
    covered_by: { label: 'covered_by', doc: 'The index that does its work' },
    size: { from: 'size', unit: 'bytes', doc: 'Size on disk, with its partitions' },
    idx_scan: { from: 'idx_scan', doc: 'Scans in the range, which the other one would take over' },
    definition: { label: 'definition', doc: 'How it is defined' },
    covering_definition: { label: 'covering_definition', doc: 'How the other one is defined' },
    remedy: { label: 'remedy', doc: 'What drops it; read it twice' },
  },
  by: ['size', 'idx_scan'],
})

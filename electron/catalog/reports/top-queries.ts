import { defineReport } from '../define.ts'
import { COSTS, STATEMENT, TEXT_AND_MEAN } from '../statement-columns.ts'

export default defineReport({
  id: 'top-queries',
  title: 'Top queries',
  doc: 'Statements by what they cost in the range.',
  shape: 'grouped',
  reads: ['statements'],
  group: ['database', 'user', 'query_md5_id', 'queryid'],
  // What the filters of query monitoring left out is no query.
  keep: (label) => label('queryid') !== null,
  columns: { ...STATEMENT, ...COSTS, ...TEXT_AND_MEAN },
  by: [
    'total_time',
    'calls',
    'local_blks_dirtied',
    'local_blks_hit',
    'local_blks_read',
    'local_blks_written',
    'rows',
    'shared_blks_dirtied',
    'shared_blks_hit',
    'shared_blks_read',
    'shared_blks_written',
    'temp_blks_read',
    'temp_blks_written',
    'blk_read_time',
    'blk_write_time',
    'wal_bytes',
  ],
  developer: true,
})

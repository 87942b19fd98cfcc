import { defineReport } from '../define.ts'

export default defineReport({
  id: 'top-consumers',
  title: 'Top consumers',
  doc: 'What the instances of each value of a tag used together.',
  shape: 'tags',
  reads: ['background', 'database', 'database-size', 'host', 'statements'],
  columns: {
    tag: { tag: 'value', doc: 'Value of the tag' },
    instances: { tag: 'instances', doc: 'Instances that carry it' },
    db_time: { from: 'total_time', unit: 'ms', doc: 'Time spent executing statements' },
    memory_size: { from: 'mem_used', agg: 'average', by: 'memory', perServer: true, unit: 'bytes', doc: 'Memory used on their servers, on average' },
    data_size: { from: 'data_size', agg: 'last', unit: 'bytes', doc: 'Size of their databases on disk' },
    wal_size: { from: 'wal_bytes', unit: 'bytes', doc: 'WAL made' },
    cache_blocks_hit: { from: 'blks_hit', unit: 'blocks', doc: 'Blocks found in the buffer cache' },
    disk_blocks_read: { from: 'blks_read', unit: 'blocks', doc: 'Blocks read from outside of the cluster' },
  },
  by: ['db_time', 'memory', 'data_size', 'wal_size', 'cache_blocks_hit', 'disk_blocks_read'],
})

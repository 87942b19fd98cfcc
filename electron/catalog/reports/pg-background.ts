import { defineReport } from '../define.ts'

export default defineReport({
  id: 'pg-background',
  title: 'Background activity',
  doc: 'Checkpoints, the background writer, and the WAL.',
  shape: 'series',
  reads: ['background'],
  compute: true,
  columns: {
    time: { time: true, doc: 'End of the reading' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    checkpoints_timed: { from: 'checkpoints_timed', doc: 'Checkpoints started by timeout' },
    checkpoints_req: { from: 'checkpoints_req', doc: 'Checkpoints started on demand' },
    checkpoint_write_time: { from: 'checkpoint_write_time', unit: 'ms', doc: 'Time checkpoints spent writing' },
    checkpoint_sync_time: { from: 'checkpoint_sync_time', unit: 'ms', doc: 'Time checkpoints spent making files durable' },
    buffers_checkpoint: { from: 'buffers_checkpoint', unit: 'blocks', doc: 'Blocks written by checkpoints' },
    buffers_clean: { from: 'buffers_clean', unit: 'blocks', doc: 'Blocks written by the background writer' },
    buffers_backend: { from: 'buffers_backend', unit: 'blocks', doc: 'Blocks backends had to write themselves' },
    buffers_backend_fsync: { from: 'buffers_backend_fsync', doc: 'Times a backend had to make a file durable itself' },
    buffers_alloc: { from: 'buffers_alloc', unit: 'blocks', doc: 'Buffers allocated' },
    wal_records: { from: 'wal_records', doc: 'WAL records made' },
    wal_fpi: { from: 'wal_fpi', doc: 'Full page images in the WAL' },
    wal_bytes: { from: 'wal_bytes', unit: 'bytes', doc: 'WAL made' },
  },
})

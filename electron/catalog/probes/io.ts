import { defineProbe } from '../define.ts'

const io = (readBytes: string, writeBytes: string, extendBytes: string): string => `
  select coalesce(backend_type, '') as backend_type, coalesce(object, '') as object, coalesce(context, '') as context,
    reads, ${readBytes} as read_bytes, case when t.io then read_time end as read_time, writes, ${writeBytes} as write_bytes, case when t.io then write_time end as write_time,
    writebacks, case when t.io then writeback_time end as writeback_time, extends, ${extendBytes} as extend_bytes, case when t.io then extend_time end as extend_time,
    hits, evictions, reuses, fsyncs, case when t.io then fsync_time end as fsync_time, extract(epoch from stats_reset)::text as counting_since
  from pg_stat_io cross join (select current_setting('track_io_timing')::bool or current_setting('track_wal_io_timing')::bool as io) t`

export default defineProbe({
  id: 'io',
  doc: 'Reads, writes and cache hits by kind of process, object and purpose, from pg_stat_io.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  since: '16',
  changedOnly: true,
  internal: ['counting_since'],
  origin: 'counting_since',
  sql: {
    '16': io('reads * op_bytes', 'writes * op_bytes', 'extends * op_bytes'),
    '18': io('read_bytes', 'write_bytes', 'extend_bytes'),
  },
  columns: {
    backend_type: { kind: 'key', doc: 'Kind of process.' },
    object: { kind: 'key', doc: 'relation, temp relation or wal.' },
    context: { kind: 'key', doc: 'normal, vacuum, bulkread, bulkwrite or init.' },
    reads: { kind: 'counter', doc: 'Reads; none where it cannot happen.' },
    read_bytes: { kind: 'counter', unit: 'bytes', doc: 'Bytes read.' },
    read_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent reading (needs track_io_timing).' },
    writes: { kind: 'counter', doc: 'Writes.' },
    write_bytes: { kind: 'counter', unit: 'bytes', doc: 'Bytes written.' },
    write_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent writing (needs track_io_timing).' },
    writebacks: { kind: 'counter', doc: 'Blocks the system was asked to write to disk.' },
    writeback_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent on it (needs track_io_timing).' },
    extends: { kind: 'counter', doc: 'Extensions of files.' },
    extend_bytes: { kind: 'counter', unit: 'bytes', doc: 'Bytes files were extended by.' },
    extend_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent extending files (needs track_io_timing).' },
    hits: { kind: 'counter', doc: 'Blocks found in the buffer cache.' },
    evictions: { kind: 'counter', doc: 'Blocks thrown out of a buffer to make room.' },
    reuses: { kind: 'counter', doc: 'Buffers of a ring reused.' },
    fsyncs: { kind: 'counter', doc: 'Files made durable.' },
    fsync_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent making files durable (needs track_io_timing).' },
  },
})

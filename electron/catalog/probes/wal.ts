import { defineProbe } from '../define.ts'

const wal = (writes: string, from: string): string => `
  select case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end as wal_position, ${writes} ${from}`

const OLD = `w.wal_write as wal_writes, w.wal_sync as wal_syncs, case when t.timed then w.wal_write_time end as wal_write_time,
    case when t.timed then w.wal_sync_time end as wal_sync_time, extract(epoch from w.stats_reset)::text as counting_since`
const TIMED = "(select current_setting('track_wal_io_timing')::bool as timed) t"

export default defineProbe({
  id: 'wal',
  doc: 'How fast the WAL grows, and the writes and syncs it takes.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['counting_since'],
  sql: {
    '13': wal(
      'null::int8 as wal_writes, null::int8 as wal_syncs, null::float8 as wal_write_time, null::float8 as wal_sync_time, null::text as counting_since',
      '',
    ),
    '14': wal(OLD, `from pg_stat_wal w, ${TIMED}`),
    '18': wal(
      `w.writes as wal_writes, w.fsyncs as wal_syncs, case when t.timed then w.write_time end as wal_write_time, case when t.timed then w.fsync_time end as wal_sync_time,
    w.since as counting_since`,
      `from ${TIMED}, (select sum(writes) as writes, sum(fsyncs) as fsyncs, sum(write_time) as write_time, sum(fsync_time) as fsync_time,
      extract(epoch from min(stats_reset))::text as since from pg_stat_io where object = 'wal') w`,
    ),
  },
  columns: {
    wal_position: { kind: 'counter', unit: 'bytes', doc: 'WAL made, by its position; none on a standby.' },
    wal_writes: { kind: 'counter', since: '14', origin: 'counting_since', doc: 'Writes of the WAL.' },
    wal_syncs: { kind: 'counter', since: '14', origin: 'counting_since', doc: 'Times the WAL was made durable.' },
    wal_write_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '14', origin: 'counting_since', doc: 'Time of the writes (needs track_wal_io_timing).' },
    wal_sync_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '14', origin: 'counting_since', doc: 'Time of the syncs (needs track_wal_io_timing).' },
  },
})

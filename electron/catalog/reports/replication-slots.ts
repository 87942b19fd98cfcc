import { defineReport } from '../define.ts'

const isTrue = (value: string | null): boolean | null => (value === null ? null : value === 'true')

export default defineReport({
  id: 'replication-slots',
  own: true,
  title: 'Replication slots',
  doc: 'Slots, and the WAL that they keep from being removed.',
  shape: 'series',
  reads: ['slots'],
  group: ['slot_name'],
  compute: true,
  columns: {
    time: { time: true, doc: 'When it was read' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    slot_name: { label: 'slot_name', doc: 'Slot' },
    slot_type: { label: 'slot_type', doc: 'physical or logical' },
    plugin: { label: 'plugin', doc: 'Output plugin' },
    database: { label: 'database', doc: 'Database of a logical slot' },
    active: { label: 'active', show: isTrue, doc: 'Whether somebody read from it when it was last read' },
    wal_status: { label: 'wal_status', doc: 'reserved, extended, unreserved or lost' },
    retained_bytes: { from: 'retained_bytes', agg: 'last', unit: 'bytes', doc: 'WAL that is kept for it' },
    retained_bytes_max: { from: 'retained_bytes', agg: 'max', unit: 'bytes', doc: 'The most of it' },
    safe_wal_size: { from: 'safe_wal_size', agg: 'last', unit: 'bytes', doc: 'WAL that may still be written before it is lost' },
    xmin_age: { from: 'xmin_age', agg: 'last', doc: 'Transactions since the oldest one whose rows it keeps' },
    inactive_since: { from: 'inactive_since', agg: 'last', unit: 'timestamp', doc: 'Since when nobody reads from it' },
  },
})

import { defineProbe } from '../define.ts'

const STATS = ['spill_txns', 'spill_count', 'spill_bytes', 'stream_txns', 'stream_count', 'stream_bytes', 'total_txns', 'total_bytes']

const slots = (e: { readonly stats?: boolean; readonly conflicting?: string; readonly since17?: boolean }): string => `
  select s.slot_name::text as slot_name, s.plugin::text as plugin, s.slot_type, s.database::text as database, s.active::text as active, s.temporary::text as temporary, s.wal_status,
    ${e.conflicting ?? 'null::text'} as conflicting, ${e.since17 ? 's.invalidation_reason' : 'null::text'} as invalidation_reason,
    ${e.since17 ? 's.failover::text' : 'null::text'} as failover, ${e.since17 ? 's.synced::text' : 'null::text'} as synced,
    ${e.since17 ? 'extract(epoch from s.inactive_since) * 1000' : 'null::float8'} as inactive_since,
    pg_wal_lsn_diff(p.lsn, s.restart_lsn) as retained_bytes, pg_wal_lsn_diff(p.lsn, s.confirmed_flush_lsn) as unconfirmed_bytes, s.safe_wal_size,
    age(s.xmin) as xmin_age, age(s.catalog_xmin) as catalog_xmin_age,
    ${STATS.map((name) => `${e.stats ? `t.${name}` : 'null::int8'} as ${name}`).join(', ')}, ${e.stats ? 'extract(epoch from t.stats_reset)::text' : 'null::text'} as counting_since
  from pg_replication_slots s
    cross join (select case when pg_is_in_recovery() then coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) else pg_current_wal_lsn() end as lsn) p
    ${e.stats ? 'left join pg_stat_replication_slots t on t.slot_name = s.slot_name' : ''}`

export default defineProbe({
  id: 'slots',
  doc: 'Replication slots, the WAL they keep from being removed, and the rows they keep from being cleaned up.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['counting_since'],
  origin: 'counting_since',
  sql: {
    '13': slots({}),
    '14': slots({ stats: true }),
    '16': slots({ stats: true, conflicting: 's.conflicting::text' }),
    '17': slots({ stats: true, conflicting: 's.conflicting::text', since17: true }),
  },
  columns: {
    slot_name: { kind: 'key', doc: 'Name of the slot.' },
    plugin: { kind: 'label', doc: 'Output plugin of a logical slot.' },
    slot_type: { kind: 'label', doc: 'physical or logical.' },
    database: { kind: 'label', doc: 'Database of a logical slot.' },
    active: { kind: 'label', doc: 'true when somebody reads from it now.' },
    temporary: { kind: 'label', doc: 'true when it ends with its session.' },
    wal_status: { kind: 'label', doc: 'reserved, extended, unreserved or lost.' },
    conflicting: { kind: 'label', since: '16', doc: 'true when it is of no use any more because of a conflict with recovery.' },
    invalidation_reason: { kind: 'label', since: '17', doc: 'Why it is of no use any more.' },
    failover: { kind: 'label', since: '17', doc: 'true when standbys keep a copy.' },
    synced: { kind: 'label', since: '17', doc: 'true when it is the copy of a slot of the primary.' },
    inactive_since: { kind: 'gauge', unit: 'timestamp', since: '17', doc: 'Since when nobody reads from it.' },
    retained_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL that is kept for it.' },
    unconfirmed_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL whose receipt a logical slot has not confirmed.' },
    safe_wal_size: { kind: 'gauge', unit: 'bytes', doc: 'WAL that may still be written before it is lost (needs max_slot_wal_keep_size).' },
    xmin_age: { kind: 'gauge', doc: 'Transactions since the oldest one whose rows it keeps.' },
    catalog_xmin_age: { kind: 'gauge', doc: 'Transactions since the oldest one whose catalog rows it keeps.' },
    spill_txns: { kind: 'counter', since: '14', doc: 'Transactions that decoding had to spill to disk.' },
    spill_count: { kind: 'counter', since: '14', doc: 'Times decoding spilled to disk.' },
    spill_bytes: { kind: 'counter', unit: 'bytes', since: '14', doc: 'Changes spilled to disk.' },
    stream_txns: { kind: 'counter', since: '14', doc: 'Transactions sent before they were complete.' },
    stream_count: { kind: 'counter', since: '14', doc: 'Times incomplete transactions were sent.' },
    stream_bytes: { kind: 'counter', unit: 'bytes', since: '14', doc: 'Changes sent before their transaction was complete.' },
    total_txns: { kind: 'counter', since: '14', doc: 'Transactions decoded.' },
    total_bytes: { kind: 'counter', unit: 'bytes', since: '14', doc: 'Changes decoded.' },
  },
})

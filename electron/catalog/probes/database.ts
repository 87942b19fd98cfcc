import { defineProbe } from '../define.ts'

const database = (sessions: string): string => `
  select s.datid::text as datid, s.datname::text as database, s.numbackends as num_backends, s.xact_commit, s.xact_rollback, s.blks_read, s.blks_hit,
    case when t.io or s.blk_read_time > 0 then s.blk_read_time end as blk_read_time, case when t.io or s.blk_write_time > 0 then s.blk_write_time end as blk_write_time,
    s.tup_returned, s.tup_fetched, s.tup_inserted, s.tup_updated, s.tup_deleted, s.conflicts, s.temp_files, s.temp_bytes, s.deadlocks, s.checksum_failures,
    ${sessions}, extract(epoch from s.stats_reset)::text as counting_since
  from pg_stat_database s cross join (select current_setting('track_io_timing')::bool as io) t`

const SESSIONS = ['session_time', 'active_time', 'idle_in_transaction_time', 'sessions', 'sessions_abandoned', 'sessions_fatal', 'sessions_killed']

export default defineProbe({
  id: 'database',
  doc: 'Transactions, blocks and rows per database; the objects all databases share have a row without a name.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['counting_since'],
  origin: 'counting_since',
  sql: {
    '13': database(SESSIONS.map((name) => `null::float8 as ${name}`).join(', ')),
    '14': database(SESSIONS.map((name) => `s.${name}`).join(', ')),
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database, 0 for shared objects.' },
    database: { kind: 'label', doc: 'Name of the database; none for shared objects.' },
    num_backends: { kind: 'gauge', doc: 'Sessions connected.' },
    xact_commit: { kind: 'counter', doc: 'Transactions committed.' },
    xact_rollback: { kind: 'counter', doc: 'Transactions rolled back.' },
    blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks read into the buffer cache.' },
    blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks found in the buffer cache.' },
    blk_read_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent reading blocks (needs track_io_timing).' },
    blk_write_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent writing blocks (needs track_io_timing).' },
    tup_returned: { kind: 'counter', doc: 'Rows read by scans.' },
    tup_fetched: { kind: 'counter', doc: 'Rows fetched through indexes.' },
    tup_inserted: { kind: 'counter', doc: 'Rows inserted.' },
    tup_updated: { kind: 'counter', doc: 'Rows updated.' },
    tup_deleted: { kind: 'counter', doc: 'Rows deleted.' },
    conflicts: { kind: 'counter', doc: 'Queries cancelled by recovery, on standbys.' },
    temp_files: { kind: 'counter', doc: 'Temporary files made.' },
    temp_bytes: { kind: 'counter', unit: 'bytes', doc: 'Written to temporary files.' },
    deadlocks: { kind: 'counter', doc: 'Deadlocks.' },
    checksum_failures: { kind: 'counter', doc: 'Blocks whose checksum was wrong; none when checksums are off.' },
    session_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '14', doc: 'Time of sessions in all.' },
    active_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '14', doc: 'Time sessions spent executing.' },
    idle_in_transaction_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '14', doc: 'Time sessions idled in a transaction.' },
    sessions: { kind: 'counter', since: '14', doc: 'Sessions begun.' },
    sessions_abandoned: { kind: 'counter', since: '14', doc: 'Sessions whose client was lost.' },
    sessions_fatal: { kind: 'counter', since: '14', doc: 'Sessions ended by fatal errors.' },
    sessions_killed: { kind: 'counter', since: '14', doc: 'Sessions ended by an operator.' },
  },
})

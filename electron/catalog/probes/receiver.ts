import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'receiver',
  doc: 'How far a standby has come with the WAL of its primary.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  role: 'standby',
  sql: {
    '13': `
      select coalesce(r.status, 'stopped') as status, r.sender_host, r.sender_port::text as sender_port, r.slot_name::text as slot_name,
        pg_is_wal_replay_paused()::text as replay_paused,
        pg_wal_lsn_diff(r.latest_end_lsn, r.flushed_lsn) as flush_lag_bytes, pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), pg_last_wal_replay_lsn()) as replay_lag_bytes,
        case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and r.status = 'streaming' then 0
          else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end as replay_delay_s,
        extract(epoch from clock_timestamp() - r.last_msg_receipt_time) as message_age_s
      from (select 1) one left join pg_stat_wal_receiver r on true`,
  },
  columns: {
    status: { kind: 'label', doc: 'Of the process that receives the WAL: streaming, stopped ….' },
    sender_host: { kind: 'label', doc: 'Where it receives from.' },
    sender_port: { kind: 'label', doc: 'Port it receives from.' },
    slot_name: { kind: 'label', doc: 'Replication slot it uses.' },
    replay_paused: { kind: 'label', doc: 'true when replay was paused by hand.' },
    flush_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL known to exist and not yet durable here.' },
    replay_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL received and not yet replayed.' },
    replay_delay_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Age of the latest replayed commit; 0 when all that was received is replayed.' },
    message_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Time since the latest message of the sender.' },
  },
})

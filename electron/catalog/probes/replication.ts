import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'replication',
  doc: 'Standbys and other receivers of the WAL, as the sending server sees them.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {
    '13': `
      select coalesce(r.application_name, '') as application_name, coalesce(host(r.client_addr), '') as client_addr, r.pid::text as pid, r.usename::text as user_name,
        r.state, r.sync_state, s.slot_name::text as slot_name, age(r.backend_xmin) as xmin_age,
        pg_wal_lsn_diff(p.lsn, r.sent_lsn) as sent_lag_bytes, pg_wal_lsn_diff(p.lsn, r.write_lsn) as write_lag_bytes,
        pg_wal_lsn_diff(p.lsn, r.flush_lsn) as flush_lag_bytes, pg_wal_lsn_diff(p.lsn, r.replay_lsn) as replay_lag_bytes,
        extract(epoch from r.write_lag) as write_lag_s, extract(epoch from r.flush_lag) as flush_lag_s, extract(epoch from r.replay_lag) as replay_lag_s,
        extract(epoch from r.reply_time) * 1000 as reply_time
      from pg_stat_replication r
        cross join (select case when pg_is_in_recovery() then coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) else pg_current_wal_lsn() end as lsn) p
        left join pg_replication_slots s on s.active_pid = r.pid`,
  },
  columns: {
    application_name: { kind: 'key', doc: 'Name of the receiver.' },
    client_addr: { kind: 'key', doc: 'Address it comes from; empty over a local socket.' },
    pid: { kind: 'key', doc: 'Process id of the walsender.' },
    user_name: { kind: 'label', doc: 'User it logged in as.' },
    state: { kind: 'label', doc: 'startup, catchup, streaming, backup or stopping.' },
    sync_state: { kind: 'label', doc: 'async, potential, sync or quorum.' },
    slot_name: { kind: 'label', doc: 'Replication slot it uses.' },
    xmin_age: { kind: 'gauge', doc: 'Transactions since the oldest one its queries still need (hot_standby_feedback).' },
    sent_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL not yet sent to it.' },
    write_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL it has not written.' },
    flush_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL it has not made durable.' },
    replay_lag_bytes: { kind: 'gauge', unit: 'bytes', doc: 'WAL it has not replayed.' },
    write_lag_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Time until it has written recent WAL; none when it is idle.' },
    flush_lag_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Time until it has made recent WAL durable; none when it is idle.' },
    replay_lag_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Time until it has replayed recent WAL; none when it is idle.' },
    reply_time: { kind: 'gauge', unit: 'timestamp', doc: 'Its latest answer.' },
  },
})

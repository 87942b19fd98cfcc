import { defineProbe } from '../define.ts'

const subscriptions = (e: { readonly apply: string; readonly sync: string; readonly stats: boolean }): string => `
  select s.oid::text as subid, s.subname::text as subscription, d.datname::text as database, s.subenabled::text as enabled, w.pid::text as pid,
    pg_wal_lsn_diff(w.received_lsn, w.latest_end_lsn) as lag_bytes, extract(epoch from clock_timestamp() - w.last_msg_receipt_time) as message_age_s,
    (select count(*) from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate not in ('r', 's')) as tables_syncing,
    ${e.apply} as apply_error_count, ${e.sync} as sync_error_count, ${e.stats ? 'extract(epoch from x.stats_reset)::text' : 'null::text'} as counting_since
  from pg_subscription s
    join pg_database d on d.oid = s.subdbid
    left join pg_stat_subscription w on w.subid = s.oid and w.relid is null and w.pid is not null
    ${e.stats ? 'left join pg_stat_subscription_stats x on x.subid = s.oid' : ''}`

export default defineProbe({
  id: 'subscriptions',
  doc: 'Subscriptions of logical replication: whether they run, how far they are behind, and their errors.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['counting_since'],
  origin: 'counting_since',
  sql: {
    // 13 lets nobody but superusers read the oid of a subscription
    '13': `
      select w.subid::text as subid, w.subname::text as subscription, d.datname::text as database, s.subenabled::text as enabled, w.pid::text as pid,
        pg_wal_lsn_diff(w.received_lsn, w.latest_end_lsn) as lag_bytes, extract(epoch from clock_timestamp() - w.last_msg_receipt_time) as message_age_s,
        null::int8 as tables_syncing, null::int8 as apply_error_count, null::int8 as sync_error_count, null::text as counting_since
      from pg_stat_subscription w join pg_subscription s on s.subname = w.subname join pg_database d on d.oid = s.subdbid
      where w.relid is null`,
    '14': subscriptions({ apply: 'null::int8', sync: 'null::int8', stats: false }),
    '15': subscriptions({ apply: 'x.apply_error_count', sync: 'x.sync_error_count', stats: true }),
    '19': subscriptions({ apply: 'x.apply_error_count', sync: 'x.sync_table_error_count + x.sync_seq_error_count', stats: true }),
  },
  columns: {
    subid: { kind: 'key', doc: 'Oid of the subscription.' },
    subscription: { kind: 'label', doc: 'Name of the subscription.' },
    database: { kind: 'label', doc: 'Database it belongs to.' },
    enabled: { kind: 'label', doc: 'true when it is to run.' },
    pid: { kind: 'label', doc: 'Process id of its worker; none when it does not run.' },
    lag_bytes: {
      kind: 'gauge',
      unit: 'bytes',
      doc: 'WAL received since the publisher was answered last; how far behind the changes are, the slot on the publisher tells.',
    },
    message_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Time since the latest message of the publisher.' },
    tables_syncing: { kind: 'gauge', doc: 'Tables still being copied; of the database we connect to.' },
    apply_error_count: { kind: 'counter', since: '15', doc: 'Errors while changes were applied.' },
    sync_error_count: { kind: 'counter', since: '15', doc: 'Errors while tables were copied.' },
  },
})

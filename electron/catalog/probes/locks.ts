import { defineProbe } from '../define.ts'

/** Everybody who waits for a lock or is waited for. What they hold is told for what somebody waits for. pg_blocking_pids is asked for waiters only: it stops the lock tables. */
const locks = (waitStart: string, queryid: string): string => `
  with waiting as materialized (
    select l.pid, l.locktype, l.mode, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid, l.objsubid, ${waitStart} as since,
      pg_blocking_pids(l.pid) as blockers
    from pg_locks l where not l.granted),
  involved as (select pid from waiting union select unnest(blockers) from waiting)
  select v.pid::text as pid, array_to_string(w.blockers, ',') as blocked_by, a.datname::text as database, a.usename::text as user_name,
    nullif(a.application_name, '') as application_name, coalesce(a.client_hostname, host(a.client_addr)) as client_host_name, a.backend_type, a.state,
    a.wait_event_type, a.wait_event, ${queryid} as queryid, w.locktype as lock_type, w.mode as lock_mode,
    case when w.database = (select oid from pg_database where datname = current_database()) then w.relation::regclass::text else w.relation::text end as relation,
    (select string_agg(distinct h.mode || coalesce(' on ' || case when h.database = (select oid from pg_database where datname = current_database())
          then h.relation::regclass::text else h.relation::text end, ''), ', ')
      from pg_locks h join waiting o on v.pid = any (o.blockers) and (h.locktype, h.database, h.relation, h.page, h.tuple, h.virtualxid, h.transactionid, h.classid, h.objid, h.objsubid)
        is not distinct from (o.locktype, o.database, o.relation, o.page, o.tuple, o.virtualxid, o.transactionid, o.classid, o.objid, o.objsubid)
      where h.granted and h.pid = v.pid) as held_mode,
    case when w.pid is not null then greatest(0, extract(epoch from clock_timestamp() - coalesce(w.since, a.query_start))) end as wait_age_s,
    extract(epoch from clock_timestamp() - a.xact_start) as xact_age_s, extract(epoch from clock_timestamp() - a.state_change) as state_age_s,
    a.query, (octet_length(a.query) < pg_size_bytes(current_setting('track_activity_query_size')) - 1)::text as query_whole
  from involved v left join pg_stat_activity a on a.pid = v.pid left join waiting w on w.pid = v.pid`

export default defineProbe({
  id: 'locks',
  doc: 'Who waits for a lock and who holds it, once a wait lasts longer than the delay of the connection; one row per session of the tree.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  switch: 'locks',
  internal: ['query', 'query_whole'],
  // Mostly nobody waits, and planning the tree would cost ten times as much as knowing that. Who sees what others wait for need not
  // stop the lock tables to know it; 13 tells it only where activities are tracked.
  asksFirst: `select (case when pg_has_role('pg_read_all_stats', 'usage') and current_setting('server_version_num')::int >= 140000 then exists (select from pg_stat_get_activity(null) where wait_event_type = 'Lock')
    else exists (select from pg_locks where not granted) end)::text`,
  sql: { '13': locks('null::timestamptz', 'null::text'), '14': locks('l.waitstart', 'a.query_id::text') },
  columns: {
    pid: { kind: 'label', doc: 'Process id of the session; 0 is a prepared transaction.' },
    blocked_by: { kind: 'label', doc: 'Process ids it waits for, joined by commas; none at the root of a tree.' },
    root_pid: { kind: 'label', computed: true, doc: 'Process id at the root of its tree.' },
    database: { kind: 'label', doc: 'Database of the session.' },
    user_name: { kind: 'label', doc: 'User of the session.' },
    application_name: { kind: 'label', doc: 'Name the application gave itself; none when empty.' },
    client_host_name: { kind: 'label', doc: 'Host name or address the session comes from.' },
    backend_type: { kind: 'label', doc: 'Kind of process.' },
    state: { kind: 'label', doc: 'active, idle in transaction ….' },
    wait_event_type: { kind: 'label', doc: 'Class of what the session waits for.' },
    wait_event: { kind: 'label', doc: 'What the session waits for.' },
    command_type: { kind: 'label', computed: true, doc: 'What the statement is: SELECT, INSERT ….' },
    queryid: { kind: 'label', since: '14', doc: 'Query id of the server; the latest statement for an idle session.' },
    query_md5_id: { kind: 'label', computed: true, doc: 'Id of the normalised statement, the same on every server and version.' },
    lock_type: { kind: 'label', doc: 'Kind of object waited for: relation, tuple, transactionid ….' },
    lock_mode: { kind: 'label', doc: 'Mode of the lock waited for.' },
    relation: { kind: 'label', doc: 'Relation waited for; its oid when it is in another database.' },
    held_mode: { kind: 'label', doc: 'What it holds that others wait for.' },
    wait_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long it has waited; none when it does not wait.' },
    xact_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Age of its transaction.' },
    state_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long it has been in its state.' },
  },
})

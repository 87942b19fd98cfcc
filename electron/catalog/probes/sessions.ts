import { defineProbe } from '../define.ts'

/** Names are looked up for what is told; the view joins them for every session, which costs more to plan than the sample to take. */
const sessions = (queryid: string): string => `
  select a.pid::text as pid, (select datname::text from pg_database where oid = a.datid) as database,
    case when a.usesysid > 0 then pg_get_userbyid(a.usesysid)::text end as user_name, nullif(a.application_name, '') as application_name,
    coalesce(a.client_hostname, host(a.client_addr)) as client_host_name, a.backend_type, a.state, a.wait_event_type, a.wait_event, ${queryid} as queryid,
    case when a.wait_event_type = 'Lock' then array_to_string(pg_blocking_pids(a.pid), ',') end as blocked_by,
    extract(epoch from clock_timestamp() - a.xact_start) as xact_age_s,
    extract(epoch from clock_timestamp() - case when a.state = 'active' then a.query_start else a.state_change end) as query_age_s,
    a.query, (octet_length(a.query) < pg_size_bytes(current_setting('track_activity_query_size')) - 1)::text as query_whole
  from pg_stat_get_activity(null) a
  where a.pid <> pg_backend_pid() and a.application_name <> 'watchpost'
    and case
      when a.state is null then a.backend_type <> 'client backend' and coalesce(a.wait_event_type, 'CPU') in ('CPU', 'IO', 'IPC', 'LWLock', 'Lock', 'BufferPin', 'Buffer')
      when a.state = 'active' then a.backend_type = 'client backend' or a.wait_event_type is distinct from 'Activity'
      else a.state in ('idle in transaction', 'idle in transaction (aborted)', 'fastpath function call')
    end`

export default defineProbe({
  id: 'sessions',
  doc: 'Sessions that work, wait, or hold a transaction open, as they are at one instant.',
  shape: 'samples',
  switch: 'samples',
  scope: 'instance',
  every: 'sampling',
  internal: ['query', 'query_whole'],
  tally: {
    minutes: ['wait_event_type', 'wait_event', 'state', 'backend_type'],
    moments: ['state', 'backend_type'],
    hours: [
      'database',
      'user_name',
      'application_name',
      'client_host_name',
      'backend_type',
      'state',
      'command_type',
      'wait_event_type',
      'wait_event',
      'queryid',
      'query_md5_id',
    ],
  },
  sql: { '13': sessions('null::text'), '14': sessions('a.query_id::text') },
  columns: {
    pid: { kind: 'label', doc: 'Process id of the backend.' },
    database: { kind: 'label', doc: 'Database the session is connected to.' },
    user_name: { kind: 'label', doc: 'User of the session.' },
    application_name: { kind: 'label', doc: 'Name the application gave itself; none when empty.' },
    client_host_name: { kind: 'label', doc: 'Host name or address the session comes from; none over a local socket.' },
    backend_type: { kind: 'label', doc: 'Kind of process: client backend, autovacuum worker, walsender …' },
    state: { kind: 'label', doc: 'active, idle in transaction …; none for processes without sessions.' },
    command_type: { kind: 'label', computed: true, doc: 'What the statement is: SELECT, INSERT, VACUUM …' },
    wait_event_type: { kind: 'label', doc: 'Class of what the session waits for; none when it is on CPU.' },
    wait_event: { kind: 'label', doc: 'What the session waits for; none when it is on CPU.' },
    queryid: { kind: 'label', since: '14', doc: 'Query id of the server (needs compute_query_id).' },
    query_md5_id: { kind: 'label', computed: true, doc: 'Id of the normalised statement, the same on every server and version.' },
    blocked_by: { kind: 'label', doc: 'Process ids that hold what the session waits for, joined by commas; 0 is a prepared transaction.' },
    xact_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Age of the transaction.' },
    query_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long the statement has run, or the transaction has been idle.' },
  },
})

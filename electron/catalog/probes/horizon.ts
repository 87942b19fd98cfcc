import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'horizon',
  doc: 'Who keeps dead rows from being cleaned up: backends, slots, prepared transactions and standbys that hold a transaction id, the oldest first. An open transaction that holds none is not named.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  sql: {
    '13': `
      select h.kind, h.holder, h.database, h.user_name, h.application_name, h.state, h.query_age_s, h.xact_age_s, h.xmin_age
      from (
        select case a.backend_type when 'walsender' then 'standby' else 'backend' end as kind, a.pid::text as holder, a.datname::text as database, a.usename::text as user_name,
          nullif(a.application_name, '') as application_name, a.state, extract(epoch from clock_timestamp() - a.state_change) as query_age_s,
          extract(epoch from clock_timestamp() - a.xact_start) as xact_age_s, greatest(age(a.backend_xmin), age(a.backend_xid)) as xmin_age
        from pg_stat_activity a
        where a.pid <> pg_backend_pid() and (a.backend_xmin is not null or a.backend_xid is not null)
        union all
        select 'slot', s.slot_name::text, s.database::text, null, s.plugin::text, case when s.active then 'active' else 'inactive' end, null, null,
          greatest(age(s.xmin), age(s.catalog_xmin))
        from pg_replication_slots s where s.xmin is not null or s.catalog_xmin is not null
        union all
        select 'prepared', p.gid, p.database::text, p.owner::text, null, 'prepared', null, extract(epoch from clock_timestamp() - p.prepared), age(p.transaction)
        from pg_prepared_xacts p) h
      order by h.xmin_age desc nulls last limit 10`,
  },
  columns: {
    kind: { kind: 'label', doc: 'backend, slot, prepared or standby.' },
    holder: { kind: 'label', doc: 'Process id, name of the slot, or id of the prepared transaction.' },
    database: { kind: 'label', doc: 'Database.' },
    user_name: { kind: 'label', doc: 'User.' },
    application_name: { kind: 'label', doc: 'Application, or plugin of a slot.' },
    state: { kind: 'label', doc: 'State of the holder.' },
    query_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long it has been in that state.' },
    xact_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'Age of the transaction.' },
    xmin_age: { kind: 'gauge', doc: 'Transactions since the one it holds.' },
  },
})

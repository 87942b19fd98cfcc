import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'sequences',
  doc: 'Sequences that have used up more than half of their values.',
  shape: 'rows',
  scope: 'database',
  every: 3600,
  timeout: 30,
  sql: {
    // A sequence that we may not read is left out, and so is one under a lock that would make us wait.
    '13': `
      select q.datid, q.seqid, q.database, q.schema_name, q.sequence, q.last_value, q.max_value, q.used_perc
      from (
        select d.oid::text as datid, s.seqrelid::text as seqid, d.datname::text as database, n.nspname::text as schema_name, c.relname::text as sequence,
          v.last as last_value, s.seqmax as max_value,
          case when s.seqincrement > 0 then 100.0 * (v.last::numeric - s.seqmin) / nullif(s.seqmax::numeric - s.seqmin, 0)
            else 100.0 * (s.seqmax - v.last::numeric) / nullif(s.seqmax::numeric - s.seqmin, 0) end as used_perc
        from pg_sequence s
          join pg_class c on c.oid = s.seqrelid
          join pg_namespace n on n.oid = c.relnamespace
          join pg_database d on d.datname = current_database()
          cross join lateral (select case when c.relkind = 'S' then case when has_sequence_privilege(c.oid, 'select,usage') then pg_sequence_last_value(c.oid) end end as last) v
        where not s.seqcycle and c.relpersistence = 'p'
          and not exists (select from pg_locks l where l.relation = c.oid and l.database = d.oid and l.mode = 'AccessExclusiveLock')) q
      where q.used_perc > 50`,
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    seqid: { kind: 'key', doc: 'Oid of the sequence.' },
    database: { kind: 'label', doc: 'Database it is in.' },
    schema_name: { kind: 'label', doc: 'Schema of the sequence.' },
    sequence: { kind: 'label', doc: 'Name of the sequence.' },
    last_value: { kind: 'gauge', doc: 'The latest value.' },
    max_value: { kind: 'gauge', doc: 'The last value it can give.' },
    used_perc: { kind: 'gauge', unit: 'percent', scale: 100, doc: 'Part of its values that is used up.' },
  },
})

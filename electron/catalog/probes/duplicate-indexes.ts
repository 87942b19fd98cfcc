import { defineProbe } from '../define.ts'

/**
 * An index is one too many when another one of its table has the same method and condition and begins with the same columns, operator classes,
 * collations and orders; if it is unique, the other one must be so over the same columns. What a constraint or replication rests on is needed.
 * Of two that are alike the older one stays. Partitions' indexes go with that of their root.
 */
const DUPLICATES = `
  with one as materialized (
    select d.oid as datid, d.datname, n.nspname, r.relname, c.relname as index_name, i.indexrelid, i.indrelid, c.relkind, c.relam, a.amname = 'btree' as ordered,
      i.indisunique as is_unique, to_jsonb(i) ->> 'indnullsnotdistinct' as nulls, i.indnkeyatts as keys,
      (i.indkey::int2[])[0:i.indnkeyatts - 1] as columns, (i.indclass::oid[])[0:i.indnkeyatts - 1] as classes,
      (i.indcollation::oid[])[0:i.indnkeyatts - 1] as collations, (i.indoption::int2[])[0:i.indnkeyatts - 1] as orders,
      (i.indkey::int2[])[i.indnkeyatts:i.indnatts - 1] as included, pg_get_expr(i.indexprs, i.indrelid) as expressions, pg_get_expr(i.indpred, i.indrelid) as condition,
      i.indisprimary or i.indisexclusion or i.indisreplident or i.indisclustered or exists (select from pg_constraint k where k.conindid = i.indexrelid) as needed
    from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_class r on r.oid = i.indrelid
      join pg_namespace n on n.oid = r.relnamespace
      join pg_am a on a.oid = c.relam
      join pg_database d on d.datname = current_database()
    where i.indisvalid and not c.relispartition and r.relpersistence <> 't' and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_toast'
      and (select count(*) > 1 from pg_index o where o.indrelid = i.indrelid)
      and not exists (select from pg_locks l where l.relation in (i.indrelid, i.indexrelid) and l.database = d.oid and l.mode = 'AccessExclusiveLock'))
  select distinct on (a.indexrelid) a.datid::text as datid, a.indexrelid::text as indexrelid, a.datname::text as database, a.nspname::text as schema_name, a.relname::text as rel_name,
    a.index_name::text as index_rel_name, b.index_name::text as covered_by, case when a.keys = b.keys then 'duplicate' else 'left part' end as reason,
    pg_get_indexdef(a.indexrelid) as definition, pg_get_indexdef(b.indexrelid) as covering_definition,
    format(case when a.relkind = 'I' then 'DROP INDEX %I.%I' else 'DROP INDEX CONCURRENTLY %I.%I' end, a.nspname, a.index_name) as remedy,
    case when a.relkind = 'I' then (select sum(pg_relation_size(p.relid)) from pg_partition_tree(a.indexrelid) p where p.isleaf) else pg_relation_size(a.indexrelid) end as size,
    pg_stat_get_numscans(a.indexrelid) as idx_scan
  from one a join one b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid and b.relam = a.relam and b.condition is not distinct from a.condition
  where not a.needed
    and b.columns[1:a.keys] = a.columns and b.classes[1:a.keys] = a.classes and b.collations[1:a.keys] = a.collations and b.orders[1:a.keys] = a.orders
    and (a.keys = b.keys or a.ordered)
    and (not (0::int2 = any (a.columns)) or (a.keys = b.keys and a.expressions is not distinct from b.expressions))
    and a.included <@ (b.columns || b.included)
    and (not a.is_unique or (b.is_unique and a.keys = b.keys and a.nulls is not distinct from b.nulls))
    and not (a.keys = b.keys and not b.needed and a.is_unique = b.is_unique and b.included <@ (a.columns || a.included) and a.indexrelid < b.indexrelid)
  order by a.indexrelid, b.keys, b.indexrelid`

export default defineProbe({
  id: 'duplicate-indexes',
  doc: 'Indexes that another index of the same table does the work of.',
  shape: 'rows',
  scope: 'database',
  every: 3600,
  timeout: 30,
  switch: 'tables',
  sql: { '13': DUPLICATES },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    indexrelid: { kind: 'key', doc: 'Oid of the index.' },
    database: { kind: 'label', doc: 'Database the index is in.' },
    schema_name: { kind: 'label', doc: 'Schema of the table.' },
    rel_name: { kind: 'label', doc: 'Name of the table.' },
    index_rel_name: { kind: 'label', doc: 'Name of the index.' },
    covered_by: { kind: 'label', doc: 'Name of the index that does its work.' },
    reason: { kind: 'label', doc: 'duplicate: over the same columns; left part: the other one begins with its columns.' },
    definition: { kind: 'label', doc: 'How the index is defined.' },
    covering_definition: { kind: 'label', doc: 'How the other one is defined.' },
    remedy: { kind: 'label', doc: 'The statement that drops it.' },
    size: { kind: 'gauge', unit: 'bytes', doc: 'Size of the index, with its partitions.' },
    idx_scan: { kind: 'counter', doc: 'Scans of the index.' },
  },
})

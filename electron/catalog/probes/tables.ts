import { defineProbe } from '../define.ts'

/**
 * Through the statistics functions over pg_class: the joined views cost seven times as much. Sizes are of files; asking for one waits for an
 * AccessExclusiveLock, so relations under one are left out, and with very many relations the catalog's own count of pages stands in.
 */
const tables = (e: { readonly lastScans: string; readonly newPage: string; readonly times: string }): string => `
  with i as materialized (
    select indrelid, sum(pg_stat_get_numscans(indexrelid)) as scans, sum(pg_stat_get_tuples_fetched(indexrelid)) as fetched,
      sum(pg_stat_get_blocks_fetched(indexrelid)) as blocks, sum(pg_stat_get_blocks_hit(indexrelid)) as hit
    from pg_index group by indrelid)
  select d.oid::text as datid, c.oid::text as relid, d.datname::text as database, n.nspname::text as schema_name, c.relname::text as rel_name, c.relkind::text as relkind,
    case when c.relispartition then pg_partition_root(c.oid)::regclass::text end as root,
    c.relpages, greatest(c.reltuples, 0)::int8 as reltuples,
    case when not {slow} or l.relation is not null then null when m.many then (c.relpages + coalesce(t.relpages, 0)) * m.block
      else pg_relation_size(c.oid) + case when t.oid is null then 0 else coalesce(pg_relation_size(t.oid), 0) end end as size,
    case when c.relkind <> 'p' then age(c.relfrozenxid) end as xid_age,
    pg_stat_get_numscans(c.oid) as seq_scan, pg_stat_get_tuples_returned(c.oid) as seq_tup_read,
    i.scans as idx_scan, i.fetched + pg_stat_get_tuples_fetched(c.oid) as idx_tup_fetch,
    pg_stat_get_tuples_inserted(c.oid) as n_tup_ins, pg_stat_get_tuples_updated(c.oid) as n_tup_upd, pg_stat_get_tuples_deleted(c.oid) as n_tup_del,
    pg_stat_get_tuples_hot_updated(c.oid) as n_tup_hot_upd, ${e.newPage} as n_tup_newpage_upd,
    pg_stat_get_blocks_hit(c.oid) as heap_blks_hit, pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid) as heap_blks_read,
    i.hit as idx_blks_hit, i.blocks - i.hit as idx_blks_read,
    pg_stat_get_blocks_hit(t.oid) as toast_blks_hit, pg_stat_get_blocks_fetched(t.oid) - pg_stat_get_blocks_hit(t.oid) as toast_blks_read,
    x.hit as tidx_blks_hit, x.blocks - x.hit as tidx_blks_read,
    pg_stat_get_vacuum_count(c.oid) as vacuum_count, pg_stat_get_autovacuum_count(c.oid) as autovacuum_count,
    pg_stat_get_analyze_count(c.oid) as analyze_count, pg_stat_get_autoanalyze_count(c.oid) as autoanalyze_count,
    extract(epoch from pg_stat_get_last_vacuum_time(c.oid)) * 1000 as last_vacuum,
    extract(epoch from pg_stat_get_last_autovacuum_time(c.oid)) * 1000 as last_autovacuum,
    extract(epoch from pg_stat_get_last_analyze_time(c.oid)) * 1000 as last_analyze,
    extract(epoch from pg_stat_get_last_autoanalyze_time(c.oid)) * 1000 as last_autoanalyze,
    ${e.lastScans} ${e.times}
    pg_stat_get_live_tuples(c.oid) as n_live_tup, pg_stat_get_dead_tuples(c.oid) as n_dead_tup, pg_stat_get_mod_since_analyze(c.oid) as n_mod_since_analyze
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_database d on d.datname = current_database()
    cross join (select count(*) > 20000 as many, current_setting('block_size')::int8 as block from pg_class where relkind in ('r', 'm', 't', 'i')) m
    left join pg_class t on t.oid = c.reltoastrelid
    left join i on i.indrelid = c.oid
    left join i x on x.indrelid = t.oid
    left join (
      select distinct relation from pg_locks where {slow} and mode = 'AccessExclusiveLock' and locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())) l on l.relation = c.oid or l.relation = t.oid
  where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema'`

const NO_SCANS = 'null::float8 as last_seq_scan, null::float8 as last_idx_scan,'
const SCANS = `extract(epoch from pg_stat_get_lastscan(c.oid)) * 1000 as last_seq_scan,
    (select extract(epoch from max(pg_stat_get_lastscan(indexrelid))) * 1000 from pg_index where indrelid = c.oid) as last_idx_scan,`
const NO_TIMES =
  'null::float8 as total_vacuum_time, null::float8 as total_autovacuum_time, null::float8 as total_analyze_time, null::float8 as total_autoanalyze_time,'
const TIMES = `pg_stat_get_total_vacuum_time(c.oid) as total_vacuum_time, pg_stat_get_total_autovacuum_time(c.oid) as total_autovacuum_time,
    pg_stat_get_total_analyze_time(c.oid) as total_analyze_time, pg_stat_get_total_autoanalyze_time(c.oid) as total_autoanalyze_time,`

export default defineProbe({
  id: 'tables',
  doc: 'Scans, changes, blocks and maintenance of each table, in every database; tables of the system are left out.',
  shape: 'rows',
  scope: 'database',
  every: 60,
  timeout: 30,
  changedOnly: true,
  wholeEvery: 3600,
  slow: { every: 600, columns: ['size'] },
  switch: 'tables',
  sql: {
    '13': tables({ lastScans: NO_SCANS, newPage: 'null::int8', times: NO_TIMES }),
    '16': tables({ lastScans: SCANS, newPage: 'pg_stat_get_tuples_newpage_updated(c.oid)', times: NO_TIMES }),
    '18': tables({ lastScans: SCANS, newPage: 'pg_stat_get_tuples_newpage_updated(c.oid)', times: TIMES }),
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    relid: { kind: 'key', doc: 'Oid of the table.' },
    database: { kind: 'label', doc: 'Database the table is in.' },
    schema_name: { kind: 'label', doc: 'Schema of the table.' },
    rel_name: { kind: 'label', doc: 'Name of the table.' },
    relkind: { kind: 'label', doc: 'r: table, m: materialized view, p: partitioned table.' },
    root: { kind: 'label', doc: 'The partitioned table at the root of the hierarchy, for partitions.' },
    relpages: { kind: 'gauge', unit: 'blocks', doc: 'Pages at the latest vacuum or analyze.' },
    reltuples: { kind: 'gauge', doc: 'Rows estimated at the latest vacuum or analyze.' },
    size: { kind: 'gauge', unit: 'bytes', doc: 'Size of the table with its TOAST table, without indexes.' },
    xid_age: { kind: 'gauge', doc: 'Transactions since its rows were frozen.' },
    seq_scan: { kind: 'counter', doc: 'Sequential scans.' },
    seq_tup_read: { kind: 'counter', doc: 'Rows read by sequential scans.' },
    idx_scan: { kind: 'counter', doc: 'Index scans.' },
    idx_tup_fetch: { kind: 'counter', doc: 'Rows fetched through indexes.' },
    n_tup_ins: { kind: 'counter', doc: 'Rows inserted.' },
    n_tup_upd: { kind: 'counter', doc: 'Rows updated.' },
    n_tup_del: { kind: 'counter', doc: 'Rows deleted.' },
    n_tup_hot_upd: { kind: 'counter', doc: 'Rows updated without a change of any index.' },
    n_tup_newpage_upd: { kind: 'counter', since: '16', doc: 'Rows whose new version went to another page.' },
    heap_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the table found in the buffer cache.' },
    heap_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the table read.' },
    idx_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of its indexes found in the buffer cache.' },
    idx_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of its indexes read.' },
    toast_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of its TOAST table found in the buffer cache.' },
    toast_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of its TOAST table read.' },
    tidx_blks_hit: { kind: 'counter', unit: 'blocks', doc: "Blocks of the TOAST table's index found in the buffer cache." },
    tidx_blks_read: { kind: 'counter', unit: 'blocks', doc: "Blocks of the TOAST table's index read." },
    vacuum_count: { kind: 'counter', doc: 'Vacuums by hand.' },
    autovacuum_count: { kind: 'counter', doc: 'Vacuums by autovacuum.' },
    analyze_count: { kind: 'counter', doc: 'Analyzes by hand.' },
    autoanalyze_count: { kind: 'counter', doc: 'Analyzes by autovacuum.' },
    last_vacuum: { kind: 'gauge', unit: 'timestamp', doc: 'Latest vacuum by hand.' },
    last_autovacuum: { kind: 'gauge', unit: 'timestamp', doc: 'Latest vacuum by autovacuum.' },
    last_analyze: { kind: 'gauge', unit: 'timestamp', doc: 'Latest analyze by hand.' },
    last_autoanalyze: { kind: 'gauge', unit: 'timestamp', doc: 'Latest analyze by autovacuum.' },
    last_seq_scan: { kind: 'gauge', unit: 'timestamp', since: '16', doc: 'Latest sequential scan.' },
    last_idx_scan: { kind: 'gauge', unit: 'timestamp', since: '16', doc: 'Latest index scan.' },
    total_vacuum_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of vacuums by hand.' },
    total_autovacuum_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of vacuums by autovacuum.' },
    total_analyze_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of analyzes by hand.' },
    total_autoanalyze_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of analyzes by autovacuum.' },
    n_live_tup: { kind: 'gauge', doc: 'Rows estimated.' },
    n_dead_tup: { kind: 'gauge', doc: 'Dead row versions estimated.' },
    n_mod_since_analyze: { kind: 'gauge', doc: 'Rows changed since the latest analyze.' },
  },
})

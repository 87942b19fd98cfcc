import { defineProbe } from '../define.ts'
import { called, indexMark, indexState, instant, OF_USERS, sizeOf, sizesOf, tableMark, type MarkForm } from '../relation-marks.ts'

const TOAST = 'nullif(c.reltoastrelid, 0)'
const SIZE = sizeOf(
  ['c.oid', 'c.reltoastrelid'],
  '(c.relpages + coalesce((select t.relpages from pg_class t where t.oid = c.reltoastrelid), 0))',
  'pg_relation_size(c.oid) + case when c.reltoastrelid = 0 then 0 else coalesce(pg_relation_size(c.reltoastrelid), 0) end',
)

const none = (of: string): string => `coalesce(${of}::text, '')`
const lastScan = (oid: string): string => none(instant(`pg_stat_get_lastscan(${oid})`))
const upkeep = (of: string): string => none(instant(`pg_stat_get_last_${of}_time(c.oid)`))
const TIMES = `pg_stat_get_total_vacuum_time(c.oid), pg_stat_get_total_autovacuum_time(c.oid),
      pg_stat_get_total_analyze_time(c.oid), pg_stat_get_total_autoanalyze_time(c.oid)`

/**
 * What is told of each index: what the probe of the indexes says it `follows`. `state` by pg_index, where that is at hand. Joined by concat_ws, which leaves out nulls: to concat, every separator
 * is one argument more to write out.
 */
const indexCell = (x: string, e: Has, state: string): string => `concat_ws(':', ${x}.oid, ${indexMark(x, e)}, ${called(x)}, ${state},
      pg_stat_get_numscans(${x}.oid), pg_stat_get_tuples_returned(${x}.oid), pg_stat_get_tuples_fetched(${x}.oid), pg_stat_get_blocks_hit(${x}.oid),
      pg_stat_get_blocks_fetched(${x}.oid) - pg_stat_get_blocks_hit(${x}.oid), ${e.scans ? lastScan(`${x}.oid`) : "''"}, ${x}.relpages)`

interface Has extends MarkForm {
  /** From 16. */
  readonly scans?: true
  /** From 18. */
  readonly times?: true
}

const FROM_14: Has = { places: true }
const FROM_16: Has = { ...FROM_14, newPages: true, scans: true }
const FROM_18: Has = { ...FROM_16, times: true }

/** What `tableCell` tells, in its order. */
const TOLD: readonly string[] = `
  relpages reltuples xid_age seq_scan seq_tup_read own_tup_fetch n_tup_ins n_tup_upd n_tup_del n_tup_hot_upd heap_blks_hit heap_blks_read n_live_tup n_dead_tup
  n_mod_since_analyze toast_blks_hit toast_blks_read tidx_blks_hit tidx_blks_read vacuum_count autovacuum_count analyze_count autoanalyze_count last_vacuum
  last_autovacuum last_analyze last_autoanalyze n_tup_newpage_upd last_seq_scan total_vacuum_time total_autovacuum_time total_analyze_time total_autoanalyze_time`
  .trim()
  .split(/\s+/)

/** What is told of a table itself; its TOAST table and the index of that count for it. */
const tableCell = (
  e: Has,
): string => `concat_ws(',', c.relpages, greatest(c.reltuples, 0)::int8, case when c.relkind = 'p' then '' else age(c.relfrozenxid)::text end,
      pg_stat_get_numscans(c.oid), pg_stat_get_tuples_returned(c.oid), pg_stat_get_tuples_fetched(c.oid),
      pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid), pg_stat_get_tuples_hot_updated(c.oid),
      pg_stat_get_blocks_hit(c.oid), pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid),
      pg_stat_get_live_tuples(c.oid), pg_stat_get_dead_tuples(c.oid), pg_stat_get_mod_since_analyze(c.oid),
      case when c.reltoastrelid = 0 then ',,,' else concat(pg_stat_get_blocks_hit(c.reltoastrelid), ',', pg_stat_get_blocks_fetched(c.reltoastrelid) - pg_stat_get_blocks_hit(c.reltoastrelid),
        ',', (select concat(sum(pg_stat_get_blocks_hit(indexrelid)), ',', sum(pg_stat_get_blocks_fetched(indexrelid)) - sum(pg_stat_get_blocks_hit(indexrelid)))
          from pg_index where indrelid = ${TOAST})) end,
      case when pg_stat_get_vacuum_count(c.oid) + pg_stat_get_autovacuum_count(c.oid) + pg_stat_get_analyze_count(c.oid) + pg_stat_get_autoanalyze_count(c.oid) = 0 then '0,0,0,0,,,,'
        else concat_ws(',', pg_stat_get_vacuum_count(c.oid), pg_stat_get_autovacuum_count(c.oid), pg_stat_get_analyze_count(c.oid), pg_stat_get_autoanalyze_count(c.oid),
          ${upkeep('vacuum')}, ${upkeep('autovacuum')}, ${upkeep('analyze')}, ${upkeep('autoanalyze')}) end${
            e.scans ? `, pg_stat_get_tuples_newpage_updated(c.oid), ${lastScan('c.oid')}` : ''
          }${e.times ? `, ${TIMES}` : ''})`

/** What it is called, with its schema and the root of its partitions. */
const NAMED = `concat(${called('c')}, ':', c.relnamespace,
      case when c.relispartition then concat(':', hashtext(pg_partition_root(c.oid)::regclass::text)) end)`

/**
 * Moves when an index anywhere is dropped or becomes valid, or a schema has another name: then what is known of a table's indexes and names is no longer sure. So it does for a temporary table with an index:
 * where these come and go each minute, tables that moved are looked up each time. Not on a standby, where only the hourly reading of everything tells.
 */
const CHANGES = `(select pg_stat_get_tuples_updated('pg_index'::regclass) + pg_stat_get_tuples_deleted('pg_index'::regclass) + pg_stat_get_tuples_updated('pg_namespace'::regclass))`

/**
 * Through the statistics functions over pg_class: the joined views cost many times as much. Arrays of oids rather than joins, since for a few of many relations the
 * planner would still read the whole catalogs.
 */
const tables = (e: Has): string => `
  select (select oid from pg_database where datname = current_database())::text as datid, c.oid as relid, current_database() as database,
    n.nspname as schema_name, c.relname as rel_name, c.relkind as relkind,
    case when c.relispartition then pg_partition_root(c.oid)::regclass::text end as root, ${SIZE} as size,
    ${tableCell(e)} as told, ${NAMED} as named, ${tableMark('c', e)} as mark, ${CHANGES} as part_changes,
    (select string_agg(${indexCell('x', e, indexState('p'))}, ',') from pg_index p join pg_class x on x.oid = indexrelid where indrelid = c.oid) as index_marks
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
  where ({whole} or c.oid = any (array(select unnest($1::oid[]) union all select indrelid from pg_index where indexrelid = any ($1::oid[]))))
    and c.relkind in ('r', 'm', 'p') and ${OF_USERS} and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema'`

const marks = (e: Has): string => `case when c.relkind = 'i' then ${indexMark('c', e)} else ${tableMark('c', e)} end`
const RELATIONS = `from pg_class c where c.relkind in ('i', 'r', 'm', 'p') and ${OF_USERS} and c.relnamespace not in ('pg_toast'::regnamespace, 'pg_catalog'::regnamespace)`
const cells = (e: Has): string =>
  `c.oid as relid, ${CHANGES} as part_changes, case when c.relkind = 'i' then ${indexCell('c', e, "''")} end as part, case when c.relkind <> 'i' then ${NAMED} end as named,
    case when c.relkind <> 'i' then ${tableMark('c', e)} end as mark, case when c.relkind <> 'i' then ${tableCell(e)} end as told`
/** Before 14 the server would compare all marks with all. */
const joined = (e: Has): string => `select ${cells(e)} ${RELATIONS} and not exists (select from unnest($1::int8[]) u (mark) where u.mark = ${marks(e)})`
/** From 14 it hashes the list itself, which is cheaper than a join; in a CASE, or the planner would look at each mark. */
const hashed = (e: Has): string => `select ${cells(e)} ${RELATIONS} and case when ${marks(e)} = any ($1::int8[]) then false else true end`

export default defineProbe({
  id: 'tables',
  doc: 'Scans, changes, blocks and maintenance of each table, in every database; tables of the system are left out.',
  shape: 'rows',
  scope: 'database',
  every: 60,
  timeout: 30,
  changedOnly: true,
  wholeEvery: 3600,
  marked: { wholeEvery: 21_600 },
  packed: { told: TOLD },
  internal: ['mark', 'named', 'own_tup_fetch', 'index_marks', 'part_changes'],
  adds: {
    idx_scan: { number: 0 },
    idx_tup_fetch: { number: 2, own: 'own_tup_fetch' },
    idx_blks_hit: { number: 3 },
    idx_blks_read: { number: 4 },
    last_idx_scan: { number: 5, latest: true },
  },
  measured: { every: 600, columns: ['size'], again: { key: 'relid', sql: sizesOf('relid', SIZE) } },
  finds: { '13': joined({}), '14': hashed(FROM_14), '16': hashed(FROM_16), '18': hashed(FROM_18) },
  switch: 'tables',
  sql: {
    '13': tables({}),
    '14': tables(FROM_14),
    '16': tables(FROM_16),
    '18': tables(FROM_18),
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
    idx_scan: { kind: 'counter', parts: true, computed: true, doc: 'Index scans.' },
    idx_tup_fetch: { kind: 'counter', parts: true, computed: true, doc: 'Rows fetched through indexes.' },
    n_tup_ins: { kind: 'counter', doc: 'Rows inserted.' },
    n_tup_upd: { kind: 'counter', doc: 'Rows updated.' },
    n_tup_del: { kind: 'counter', doc: 'Rows deleted.' },
    n_tup_hot_upd: { kind: 'counter', doc: 'Rows updated without a change of any index.' },
    n_tup_newpage_upd: { kind: 'counter', since: '16', doc: 'Rows whose new version went to another page.' },
    heap_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the table found in the buffer cache.' },
    heap_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the table read.' },
    idx_blks_hit: { kind: 'counter', parts: true, computed: true, unit: 'blocks', doc: 'Blocks of its valid indexes found in the buffer cache.' },
    idx_blks_read: { kind: 'counter', parts: true, computed: true, unit: 'blocks', doc: 'Blocks of its valid indexes read.' },
    toast_blks_hit: { kind: 'counter', parts: true, unit: 'blocks', doc: 'Blocks of its TOAST table found in the buffer cache.' },
    toast_blks_read: { kind: 'counter', parts: true, unit: 'blocks', doc: 'Blocks of its TOAST table read.' },
    tidx_blks_hit: { kind: 'counter', parts: true, unit: 'blocks', doc: "Blocks of the TOAST table's index found in the buffer cache." },
    tidx_blks_read: { kind: 'counter', parts: true, unit: 'blocks', doc: "Blocks of the TOAST table's index read." },
    vacuum_count: { kind: 'counter', doc: 'Vacuums by hand.' },
    autovacuum_count: { kind: 'counter', doc: 'Vacuums by autovacuum.' },
    analyze_count: { kind: 'counter', doc: 'Analyzes by hand.' },
    autoanalyze_count: { kind: 'counter', doc: 'Analyzes by autovacuum.' },
    last_vacuum: { kind: 'gauge', unit: 'timestamp', doc: 'Latest vacuum by hand.' },
    last_autovacuum: { kind: 'gauge', unit: 'timestamp', doc: 'Latest vacuum by autovacuum.' },
    last_analyze: { kind: 'gauge', unit: 'timestamp', doc: 'Latest analyze by hand.' },
    last_autoanalyze: { kind: 'gauge', unit: 'timestamp', doc: 'Latest analyze by autovacuum.' },
    last_seq_scan: { kind: 'gauge', unit: 'timestamp', since: '16', doc: 'Latest sequential scan.' },
    last_idx_scan: { kind: 'gauge', computed: true, unit: 'timestamp', since: '16', doc: 'Latest index scan.' },
    total_vacuum_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of vacuums by hand.' },
    total_autovacuum_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of vacuums by autovacuum.' },
    total_analyze_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of analyzes by hand.' },
    total_autoanalyze_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '18', doc: 'Time of analyzes by autovacuum.' },
    n_live_tup: { kind: 'gauge', doc: 'Rows estimated.' },
    n_dead_tup: { kind: 'gauge', doc: 'Dead row versions estimated.' },
    n_mod_since_analyze: { kind: 'gauge', doc: 'Rows changed since the latest analyze.' },
  },
})

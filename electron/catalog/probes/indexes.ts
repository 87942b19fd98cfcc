import { defineProbe } from '../define.ts'
import { called, indexState, instant, sizeOf, sizesOf } from '../relation-marks.ts'

const SIZE = sizeOf(['c.oid'], 'c.relpages', 'pg_relation_size(c.oid)')

/**
 * Mostly the reading of the tables tells enough; otherwise only the indexes that moved are joined and sent; not a join, since the planner would still read the whole catalogs.
 */
const indexes = (lastScan?: string): string => `
  select (select oid from pg_database where datname = current_database())::text as datid, c.oid as indexrelid, i.indrelid as relid,
    current_database() as database, n.nspname as schema_name, r.relname as rel_name, c.relname as index_rel_name, a.amname as access_method,
    i.indisunique::text as is_unique, i.indisvalid::text as is_valid, i.indisprimary::text as is_primary,
    (c.oid in (select conindid from pg_constraint))::text as is_constraint,
    case when c.relispartition then pg_partition_root(c.oid)::regclass::text end as root, c.relpages, ${SIZE} as size,
    pg_stat_get_numscans(c.oid) as idx_scan, pg_stat_get_tuples_returned(c.oid) as idx_tup_read, pg_stat_get_tuples_fetched(c.oid) as idx_tup_fetch,
    pg_stat_get_blocks_hit(c.oid) as idx_blks_hit, pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid) as idx_blks_read,
    concat(${called('c')}, ':', ${indexState('i')}) as named${lastScan === undefined ? '' : `, ${lastScan} as last_idx_scan`}
  from pg_index i
    join pg_class c on c.oid = i.indexrelid
    cross join lateral (select oid, relname, relkind, relnamespace, relpersistence from pg_class where oid = i.indrelid offset 0) r
    join pg_namespace n on n.oid = r.relnamespace
    join pg_am a on a.oid = c.relam
  where ({whole} or i.indexrelid = any ($1::oid[])) and r.oid >= 16384 and r.relpersistence <> 't'
    and r.relkind in ('r', 'm') and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema'`

export default defineProbe({
  id: 'indexes',
  doc: 'Scans, blocks and size of each index, in every database; indexes of the system are left out.',
  shape: 'rows',
  scope: 'database',
  every: 60,
  timeout: 30,
  changedOnly: true,
  wholeEvery: 3600,
  marked: { wholeEvery: 21_600 },
  follows: {
    probe: 'tables',
    part: 'indexrelid',
    whole: 'relid',
    labels: ['database', 'schema_name', 'rel_name'],
    told: ['idx_scan', 'idx_tup_read', 'idx_tup_fetch', 'idx_blks_hit', 'idx_blks_read', 'last_idx_scan', 'relpages'],
  },
  internal: ['named'],
  inherits: ['datid', 'relid', 'index_rel_name'],
  measured: { every: 600, columns: ['size'], again: { key: 'indexrelid', sql: sizesOf('indexrelid', SIZE) } },
  switch: 'tables',
  sql: { '13': indexes(), '16': indexes(instant('pg_stat_get_lastscan(c.oid)')) },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    indexrelid: { kind: 'key', doc: 'Oid of the index.' },
    relid: { kind: 'label', doc: 'Oid of its table.' },
    database: { kind: 'label', doc: 'Database the index is in.' },
    schema_name: { kind: 'label', doc: 'Schema of the table.' },
    rel_name: { kind: 'label', doc: 'Name of the table.' },
    index_rel_name: { kind: 'label', doc: 'Name of the index.' },
    access_method: { kind: 'label', doc: 'btree, hash, gist, gin, brin …' },
    is_unique: { kind: 'label', doc: 'true when it allows a value once.' },
    is_valid: { kind: 'label', doc: 'false when queries cannot use it, for instance after a failed CREATE INDEX CONCURRENTLY.' },
    is_primary: { kind: 'label', doc: 'true when it is the primary key.' },
    is_constraint: { kind: 'label', doc: 'true when a constraint rests on it.' },
    root: { kind: 'label', doc: 'The index of the partitioned table at the root of the hierarchy, for indexes of partitions.' },
    relpages: { kind: 'gauge', unit: 'blocks', doc: 'Pages at the latest vacuum or analyze.' },
    size: { kind: 'gauge', unit: 'bytes', doc: 'Size of the index.' },
    idx_scan: { kind: 'counter', doc: 'Scans of the index.' },
    idx_tup_read: { kind: 'counter', doc: 'Entries returned by scans of the index.' },
    idx_tup_fetch: { kind: 'counter', doc: 'Rows of the table fetched by simple scans of the index.' },
    idx_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the index found in the buffer cache.' },
    idx_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of the index read.' },
    last_idx_scan: { kind: 'gauge', unit: 'timestamp', since: '16', doc: 'Latest scan of the index.' },
  },
})

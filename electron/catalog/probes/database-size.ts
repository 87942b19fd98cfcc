import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'database-size',
  doc: 'Size of each database on disk.',
  shape: 'rows',
  scope: 'instance',
  every: 600,
  timeout: 30,
  marked: { wholeEvery: 3600, keeps: ['data_size'] },
  internal: ['mark'],
  sql: {
    // Looking at all files of a database, which waits for no lock, is dear; it only grows by what is written. That is counted when the transaction has ended, which shows by its id, by the index
    // it builds or by being prepared; by a standby never; and of a vacuum, which may make files shorter, not at all: it is seen within the hour.
    '13': `
      select datid, database, mark::text as mark, case when (not ended or mark <> all ($1::int8[])) and (has_database_privilege(oid, 'connect') or pg_has_role('pg_read_all_stats', 'usage'))
          then pg_database_size(oid) end as data_size
      from (select oid, oid::text as datid, datname::text as database,
          (oid::int8 << 32) # (pg_stat_get_db_tuples_inserted(oid) + pg_stat_get_db_tuples_updated(oid) + pg_stat_get_db_tuples_deleted(oid)) as mark,
          not pg_is_in_recovery() and pg_has_role('pg_read_all_stats', 'usage') and current_setting('track_counts')::bool
            and oid not in (select datid from pg_stat_get_activity(null) where datid is not null and backend_xid is not null
              union all select datid from pg_stat_get_progress_info('CREATE INDEX') where datid is not null union all select dbid from pg_prepared_xact() where dbid is not null) as ended
        from pg_database where not datistemplate) d`,
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    database: { kind: 'label', doc: 'Name of the database.' },
    data_size: { kind: 'gauge', unit: 'bytes', doc: 'Size on disk.' },
  },
})

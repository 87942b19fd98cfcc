import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'temp-files',
  doc: 'Temporary files that exist now, by tablespace.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {
    // A function in the FROM clause is refused before CASE is evaluated, so the folders are read by statements within the statement.
    '13': `
      select t.oid::text as spcoid, t.spcname::text as tablespace, substring(t.found from '<files>([0-9]+)</files>') as files, coalesce(substring(t.found from '<size>([0-9]+)</size>'), '0') as size
      from (
        select s.oid, s.spcname, query_to_xml(format('select count(*) as files, sum(size) as size from pg_ls_tmpdir(%s)', s.oid), false, false, '')::text as found
        from pg_tablespace s where s.spcname <> 'pg_global' and has_function_privilege('pg_ls_tmpdir(oid)', 'execute')) t`,
  },
  columns: {
    spcoid: { kind: 'key', doc: 'Oid of the tablespace.' },
    tablespace: { kind: 'label', doc: 'Name of the tablespace.' },
    files: { kind: 'gauge', doc: 'Temporary files.' },
    size: { kind: 'gauge', unit: 'bytes', doc: 'Their size.' },
  },
})

import { defineProbe } from '../define.ts'

/** All views have the process, database and relation in common; what counts as done differs. */
const part = (view: string, command: string, done: string, total: string): string => `
    select p.pid, p.datname, p.datid, p.relid, ${command} as command, p.phase, ${done} as done, ${total} as total from ${view} p`

const progress = (copy: boolean): string => `
  select p.pid::text as pid, p.datname::text as database,
    case when p.datid = (select oid from pg_database where datname = current_database()) then p.relid::regclass::text else p.relid::text end as relation,
    p.command, p.phase, p.done, p.total, case when p.total > 0 then least(100, 100.0 * p.done / p.total) end as done_perc,
    extract(epoch from clock_timestamp() - a.xact_start) as age_s, (a.backend_type = 'autovacuum worker')::text as is_autovacuum
  from (
    ${[
      part('pg_stat_progress_vacuum', "'VACUUM'", 'p.heap_blks_scanned', 'p.heap_blks_total'),
      part('pg_stat_progress_analyze', "'ANALYZE'", 'p.sample_blks_scanned', 'p.sample_blks_total'),
      part('pg_stat_progress_create_index', 'p.command', 'greatest(p.blocks_done, p.tuples_done)', 'greatest(p.blocks_total, p.tuples_total)'),
      part('pg_stat_progress_cluster', 'p.command', 'p.heap_blks_scanned', 'p.heap_blks_total'),
      ...(copy ? ["\n    select p.pid, p.datname, p.datid, p.relid, p.command, 'copying', p.bytes_processed, p.bytes_total from pg_stat_progress_copy p"] : []),
    ].join('\n    union all')}) p
    left join pg_stat_activity a on a.pid = p.pid`

export default defineProbe({
  id: 'progress',
  doc: 'How far running vacuums, analyzes, index builds, table rewrites and copies have come.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  sql: { '13': progress(false), '14': progress(true) },
  columns: {
    pid: { kind: 'label', doc: 'Process id.' },
    database: { kind: 'label', doc: 'Database.' },
    relation: { kind: 'label', doc: 'Relation worked on; its oid when it is in another database.' },
    command: { kind: 'label', doc: 'VACUUM, ANALYZE, CREATE INDEX, CLUSTER, COPY FROM ….' },
    phase: { kind: 'label', doc: 'What it does now.' },
    is_autovacuum: { kind: 'label', doc: 'true when autovacuum began it.' },
    done: { kind: 'gauge', doc: 'Blocks, rows or (copy) bytes done in this phase.' },
    total: { kind: 'gauge', doc: 'Of so many; none when unknown.' },
    done_perc: { kind: 'gauge', unit: 'percent', scale: 100, doc: 'Part that is done.' },
    age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long it has run.' },
  },
})

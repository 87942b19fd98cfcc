import { defineProbe } from '../define.ts'

/** What changes whenever an entry is called or planned, and by how many bits it is shifted so that two entries have the same seldom. Shifts cannot overflow. */
const MARK_OF = { queryid: 0, calls: 22, plans: 11, userid: 42, dbid: 33 }
const MARK = `(${Object.entries(MARK_OF)
  .map(([name, bits]) => (bits === 0 ? `s.${name}` : `s.${name}::int8 << ${String(bits)}`))
  .join(') # (')})`
/** Should two marks be equal by chance, the row comes with its next change. */
const KNOWN = '$1::int8[]'
/**
 * From 14 the server hashes the list itself, which costs less than a join; in a CASE, or the planner would estimate the condition by each of thousands of marks
 * (2 ms). Before, and so for the extension as 13 has it, it would compare all with all.
 */
const HASHED = `case when (${MARK}) = any (${KNOWN}) then false else true end`

/** A time in ms, to the µs: seventeen digits of a float would cost more to write and to send. */
const ms = (time: string): string => `round(${time} * 1000) / 1000`

/**
 * Statement for one version of the extension. Expressions for what was renamed or came later, in whose place there is no column; what most statements never do comes in one
 * cell (`packed`). Sorted, so that all rows are there before the first is sent: to wake who reads while the others are still being made took a tenth of the time.
 */
function statements(e: {
  readonly toplevel?: string
  readonly since?: string
  readonly hashed?: boolean
  readonly read?: string
  readonly write?: string
  readonly tempRead?: string
  readonly tempWrite?: string
  readonly walFull?: string
  readonly workers?: readonly [string, string]
  readonly plans?: readonly [string, string]
}): string {
  const [read, write] = [e.read ?? 's.blk_read_time', e.write ?? 's.blk_write_time']
  return `
  select s.dbid, s.userid, s.queryid, ${e.toplevel ?? "'true'"} as toplevel,
    s.calls, s.rows, ${ms('s.total_exec_time')} as total_time, s.plans, ${ms('s.total_plan_time')} as total_plan_time, s.shared_blks_hit, s.shared_blks_read,
    case when s.shared_blks_dirtied + s.shared_blks_written + s.wal_records > 0
      then concat_ws(',', s.shared_blks_dirtied, s.shared_blks_written, s.wal_records, s.wal_fpi, s.wal_bytes) else '' end as writes,
    case when s.local_blks_hit + s.local_blks_read + s.local_blks_dirtied + s.local_blks_written + s.temp_blks_read + s.temp_blks_written > 0
      then concat_ws(',', s.local_blks_hit, s.local_blks_read, s.local_blks_dirtied, s.local_blks_written, s.temp_blks_read, s.temp_blks_written) else '' end as spills,
    case when ${read} + ${write} > 0 then concat(${ms(read)}, ',', ${ms(write)}, ',', ${e.tempRead ? ms(e.tempRead) : 'null'}, ',', ${e.tempWrite ? ms(e.tempWrite) : 'null'})
      when (select current_setting('track_io_timing')::bool) then ${e.tempRead ? "''" : "'0,0'"} end as block_times,
    ${e.walFull === undefined ? '' : `${e.walFull} as wal_buffers_full,`}
    ${e.workers === undefined ? '' : `${e.workers[0]} as parallel_workers_to_launch, ${e.workers[1]} as parallel_workers_launched,`}
    ${e.plans === undefined ? '' : `${e.plans[0]} as generic_plan_calls, ${e.plans[1]} as custom_plan_calls,`}
    ${e.since ?? 'null::text'} as counting_since
  from {schema}.pg_stat_statements(false) s
    ${e.hashed ? '' : `left join unnest(${KNOWN}) as u (mark) on u.mark = ${MARK}`}
  where s.queryid is not null and ${e.hashed ? HASHED : 'u.mark is null'}
  order by s.queryid`
}

const top = {
  toplevel: 's.toplevel::text',
  since: '(select extract(epoch from stats_reset)::text from {schema}.pg_stat_statements_info)',
  hashed: true,
} as const
const temp = {
  read: 's.blk_read_time + s.temp_blk_read_time',
  write: 's.blk_write_time + s.temp_blk_write_time',
  tempRead: 's.temp_blk_read_time',
  tempWrite: 's.temp_blk_write_time',
} as const
const renamed = {
  ...top,
  ...temp,
  since: 'extract(epoch from s.stats_since)::text',
  read: '(s.shared_blk_read_time + s.local_blk_read_time + s.temp_blk_read_time)',
  write: '(s.shared_blk_write_time + s.local_blk_write_time + s.temp_blk_write_time)',
} as const
const workers = { ...renamed, walFull: 's.wal_buffers_full', workers: ['s.parallel_workers_to_launch', 's.parallel_workers_launched'] } as const

export default defineProbe({
  id: 'statements',
  doc: 'What each statement cost, from pg_stat_statements, without its text.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  timeout: 30,
  changedOnly: true,
  marked: { wholeEvery: 21_600, of: MARK_OF },
  packed: {
    writes: ['shared_blks_dirtied', 'shared_blks_written', 'wal_records', 'wal_fpi', 'wal_bytes'],
    spills: ['local_blks_hit', 'local_blks_read', 'local_blks_dirtied', 'local_blks_written', 'temp_blks_read', 'temp_blks_written'],
    block_times: ['blk_read_time', 'blk_write_time', 'temp_blk_read_time', 'temp_blk_write_time'],
  },
  needs: { extension: 'pg_stat_statements' },
  switch: 'queries',
  internal: ['counting_since'],
  origin: 'counting_since',
  looksUp: {
    sql: 'select k::text as oid, (select datname from pg_database where oid = k) as database, pg_get_userbyid(k) as user_name from unnest($1::oid[]) as k',
    from: { database: 'dbid', user_name: 'userid' },
  },
  // Never with a LIMIT: a row that comes and goes would be counted from zero again and again.
  sql: {
    '1.8': statements({}),
    '1.9': statements(top),
    '1.10': statements({ ...top, ...temp, read: '(s.blk_read_time + s.temp_blk_read_time)', write: '(s.blk_write_time + s.temp_blk_write_time)' }),
    '1.11': statements(renamed),
    '1.12': statements(workers),
    '1.13': statements({ ...workers, plans: ['s.generic_plan_calls', 's.custom_plan_calls'] }),
  },
  columns: {
    dbid: { kind: 'key', doc: 'Oid of the database.' },
    userid: { kind: 'key', doc: 'Oid of the user.' },
    queryid: { kind: 'key', doc: 'Query id of the server; none for what the filters of query monitoring left out, added up.' },
    toplevel: { kind: 'key', doc: 'Whether it was called by the client rather than inside a function.' },
    database: { kind: 'label', computed: true, doc: 'Database it ran in.' },
    user_name: { kind: 'label', computed: true, doc: 'User who ran it.' },
    query_md5_id: { kind: 'label', computed: true, doc: 'Id of the normalised statement, the same on every server and version.' },
    command_type: { kind: 'label', computed: true, doc: 'What the statement is: SELECT, INSERT, VACUUM …' },
    calls: { kind: 'counter', doc: 'Executions.' },
    rows: { kind: 'counter', doc: 'Rows retrieved or affected.' },
    total_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent executing.' },
    plans: { kind: 'counter', doc: 'Plannings (needs pg_stat_statements.track_planning).' },
    total_plan_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent planning (needs pg_stat_statements.track_planning).' },
    shared_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks found in the buffer cache.' },
    shared_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks read into the buffer cache.' },
    shared_blks_dirtied: { kind: 'counter', unit: 'blocks', doc: 'Blocks changed in the buffer cache.' },
    shared_blks_written: { kind: 'counter', unit: 'blocks', doc: 'Blocks the statement itself had to write out.' },
    local_blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary tables found in memory.' },
    local_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary tables read.' },
    local_blks_dirtied: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary tables changed.' },
    local_blks_written: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary tables written.' },
    temp_blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary files read, for sorts and hashes.' },
    temp_blks_written: { kind: 'counter', unit: 'blocks', doc: 'Blocks of temporary files written, for sorts and hashes.' },
    blk_read_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent reading blocks, temporary files included (needs track_io_timing).' },
    blk_write_time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time spent writing blocks, temporary files included (needs track_io_timing).' },
    temp_blk_read_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '1.10', doc: 'The part of it spent reading temporary files.' },
    temp_blk_write_time: { kind: 'counter', unit: 'ms', scale: 1000, since: '1.10', doc: 'The part of it spent writing temporary files.' },
    wal_records: { kind: 'counter', doc: 'WAL records made.' },
    wal_fpi: { kind: 'counter', doc: 'Full page images in the WAL.' },
    wal_bytes: { kind: 'counter', unit: 'bytes', doc: 'WAL made.' },
    wal_buffers_full: { kind: 'counter', since: '1.12', doc: 'Times the WAL buffers were full.' },
    parallel_workers_to_launch: { kind: 'counter', since: '1.12', doc: 'Parallel workers planned.' },
    parallel_workers_launched: { kind: 'counter', since: '1.12', doc: 'Parallel workers that could be started.' },
    generic_plan_calls: { kind: 'counter', since: '1.13', doc: 'Executions with a generic plan.' },
    custom_plan_calls: { kind: 'counter', since: '1.13', doc: 'Executions with a plan of their own.' },
  },
})

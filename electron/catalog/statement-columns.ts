import type { ReportColumnForm } from './define.ts'

/** Who a row about statements belongs to. */
export const STATEMENT = {
  pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
  database: { label: 'database', doc: 'Database the statement ran in' },
  user: { label: 'user_name', doc: 'User who ran it' },
  query_md5_id: { label: 'query_md5_id', doc: 'Query id across servers and versions' },
  queryid: { label: 'queryid', doc: 'Query id of the server' },
} as const satisfies Record<string, ReportColumnForm>

/** What statements cost, in the order every report about them has it. */
export const COSTS = {
  calls: { from: 'calls', doc: 'Executions' },
  rows: { from: 'rows', doc: 'Rows retrieved or affected' },
  total_time: { from: 'total_time', unit: 'ms', doc: 'Time spent executing' },
  blk_read_time: { from: 'blk_read_time', unit: 'ms', doc: 'Time spent reading blocks' },
  blk_write_time: { from: 'blk_write_time', unit: 'ms', doc: 'Time spent writing blocks' },
  shared_blks_hit: { from: 'shared_blks_hit', unit: 'blocks', doc: 'Blocks found in the buffer cache' },
  shared_blks_read: { from: 'shared_blks_read', unit: 'blocks', doc: 'Blocks read into the buffer cache' },
  shared_blks_dirtied: { from: 'shared_blks_dirtied', unit: 'blocks', doc: 'Blocks changed in the buffer cache' },
  shared_blks_written: { from: 'shared_blks_written', unit: 'blocks', doc: 'Blocks the statement itself had to write out' },
  local_blks_hit: { from: 'local_blks_hit', unit: 'blocks', doc: 'Blocks of temporary tables found in memory' },
  local_blks_read: { from: 'local_blks_read', unit: 'blocks', doc: 'Blocks of temporary tables read' },
  local_blks_dirtied: { from: 'local_blks_dirtied', unit: 'blocks', doc: 'Blocks of temporary tables changed' },
  local_blks_written: { from: 'local_blks_written', unit: 'blocks', doc: 'Blocks of temporary tables written' },
  temp_blks_read: { from: 'temp_blks_read', unit: 'blocks', doc: 'Blocks of temporary files read' },
  temp_blks_written: { from: 'temp_blks_written', unit: 'blocks', doc: 'Blocks of temporary files written' },
  wal_bytes: { from: 'wal_bytes', unit: 'bytes', doc: 'WAL made' },
} as const satisfies Record<string, ReportColumnForm>

const mean: NonNullable<ReportColumnForm['of']> = ({ total_time: time, calls }) =>
  typeof time === 'number' && typeof calls === 'number' && calls > 0 ? time / calls : null

export const TEXT_AND_MEAN = {
  text: { text: true, doc: 'Normalised text' },
  mean_time: { of: mean, unit: 'ms', doc: 'Time of one execution' },
  first_seen: { seen: 'first', doc: 'First reading of the range in which it ran' },
  last_seen: { seen: 'last', doc: 'Last reading of the range in which it ran' },
} as const satisfies Record<string, ReportColumnForm>

import { defineProbe } from '../define.ts'

const since = (view: string, as: string): string => `extract(epoch from ${view}.stats_reset)::text as ${as}`

const CLEANER = `b.buffers_clean, b.maxwritten_clean, b.buffers_alloc, ${since('b', 'cleaner_since')}`

/** Until 16 one view held the checkpointer's, the background writer's and the backends' counters. */
const ALL_IN_BGWRITER = `
    b.checkpoints_timed, b.checkpoints_req, b.checkpoint_write_time, b.checkpoint_sync_time, b.buffers_checkpoint, ${since('b', 'checkpoints_since')},
    b.buffers_backend, b.buffers_backend_fsync, ${since('b', 'backends_since')}, ${CLEANER}`

/** From 17 on: backends' own writes are in pg_stat_io, whose cells are null where the operation is impossible. */
const split = (written: string): string => `
    c.num_timed as checkpoints_timed, c.num_requested as checkpoints_req, c.write_time as checkpoint_write_time, c.sync_time as checkpoint_sync_time,
    c.buffers_written as buffers_checkpoint, ${since('c', 'checkpoints_since')},
    i.buffers_backend, i.buffers_backend_fsync, i.backends_since, ${CLEANER}
  from pg_stat_bgwriter b, pg_stat_checkpointer c, pg_stat_wal w,
    (select ${written} as buffers_backend, sum(coalesce(fsyncs, 0)) as buffers_backend_fsync, extract(epoch from min(stats_reset))::text as backends_since
     from pg_stat_io where backend_type = 'client backend' and object <> 'wal') i`

const WAL = `w.wal_records, w.wal_fpi, w.wal_bytes, w.wal_buffers_full, ${since('w', 'wal_since')},`
const NO_WAL = 'null::int8 as wal_records, null::int8 as wal_fpi, null::numeric as wal_bytes, null::int8 as wal_buffers_full, null::text as wal_since,'

export default defineProbe({
  id: 'background',
  doc: 'Checkpoints, the background writer, what backends had to write themselves, and the WAL.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['checkpoints_since', 'cleaner_since', 'backends_since', 'wal_since'],
  sql: {
    '13': `select ${NO_WAL} ${ALL_IN_BGWRITER} from pg_stat_bgwriter b`,
    '14': `select ${WAL} ${ALL_IN_BGWRITER} from pg_stat_bgwriter b, pg_stat_wal w`,
    '17': `select ${WAL} ${split('sum(coalesce(writes, 0) + coalesce(extends, 0))')}`,
    // operations may write several blocks at once from 18 on, so the bytes are counted
    '18': `select ${WAL} ${split("round(sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) / current_setting('block_size')::numeric)")}`,
  },
  columns: {
    checkpoints_timed: { kind: 'counter', origin: 'checkpoints_since', doc: 'Checkpoints started by timeout.' },
    checkpoints_req: { kind: 'counter', origin: 'checkpoints_since', doc: 'Checkpoints started on demand, for instance because the WAL grew.' },
    checkpoint_write_time: { kind: 'counter', unit: 'ms', scale: 1000, origin: 'checkpoints_since', doc: 'Time checkpoints spent writing.' },
    checkpoint_sync_time: { kind: 'counter', unit: 'ms', scale: 1000, origin: 'checkpoints_since', doc: 'Time checkpoints spent making files durable.' },
    buffers_checkpoint: { kind: 'counter', unit: 'blocks', origin: 'checkpoints_since', doc: 'Blocks written by checkpoints.' },
    buffers_clean: { kind: 'counter', unit: 'blocks', origin: 'cleaner_since', doc: 'Blocks written by the background writer.' },
    maxwritten_clean: { kind: 'counter', origin: 'cleaner_since', doc: 'Rounds the background writer broke off because it had written enough.' },
    buffers_backend: {
      kind: 'counter',
      unit: 'blocks',
      origin: 'backends_since',
      doc: 'Blocks that backends had to write themselves (from 17 on client backends only).',
    },
    buffers_backend_fsync: { kind: 'counter', origin: 'backends_since', doc: 'Times a backend had to make a file durable itself.' },
    buffers_alloc: { kind: 'counter', unit: 'blocks', origin: 'cleaner_since', doc: 'Buffers allocated.' },
    wal_records: { kind: 'counter', since: '14', origin: 'wal_since', doc: 'WAL records made.' },
    wal_fpi: { kind: 'counter', since: '14', origin: 'wal_since', doc: 'Full page images in the WAL.' },
    wal_bytes: { kind: 'counter', unit: 'bytes', since: '14', origin: 'wal_since', doc: 'WAL made.' },
    wal_buffers_full: { kind: 'counter', since: '14', origin: 'wal_since', doc: 'Times the WAL buffers were full.' },
  },
})

/**
 * How the demo's server differs from a fresh one. Memory is a laptop's, the buffers are too small for the data so that there is I/O, the log of changes is short so that
 * there are checkpoints, and waits have times.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'watchpost-demo',
  unix_socket_directories: '',
  max_connections: '60',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  track_io_timing: 'on',
  track_wal_io_timing: 'on',
  track_functions: 'pl',
  shared_buffers: '6MB',
  work_mem: '512kB',
  maintenance_work_mem: '4MB',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '48MB',
  checkpoint_timeout: '60s',
  autovacuum_naptime: '20s',
  vacuum_cost_delay: '10ms',
  vacuum_cost_limit: '60',
  // Starts and ends, but not what a statement did wrong: the log stays short.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

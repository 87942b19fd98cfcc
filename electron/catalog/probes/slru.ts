import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'slru',
  doc: 'The small caches of the server: transaction states, multixacts, notifications, subtransactions.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  changedOnly: true,
  internal: ['counting_since'],
  origin: 'counting_since',
  sql: {
    '13': `
      select s.name, s.blks_zeroed, s.blks_hit, s.blks_read, s.blks_written, s.blks_exists, s.flushes, s.truncates, extract(epoch from s.stats_reset)::text as counting_since
      from pg_stat_slru s`,
  },
  columns: {
    name: { kind: 'key', doc: 'Name of the cache.' },
    blks_zeroed: { kind: 'counter', unit: 'blocks', doc: 'Blocks made.' },
    blks_hit: { kind: 'counter', unit: 'blocks', doc: 'Blocks found in the cache.' },
    blks_read: { kind: 'counter', unit: 'blocks', doc: 'Blocks read.' },
    blks_written: { kind: 'counter', unit: 'blocks', doc: 'Blocks written.' },
    blks_exists: { kind: 'counter', unit: 'blocks', doc: 'Blocks asked about.' },
    flushes: { kind: 'counter', doc: 'Times its changes were written out.' },
    truncates: { kind: 'counter', doc: 'Times its beginning was removed.' },
  },
})

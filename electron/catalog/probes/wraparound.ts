import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'wraparound',
  doc: 'How old the oldest unfrozen transaction of each database is, and how fast ids are used up.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {
    '13': `
      select d.oid::text as datid, d.datname::text as database, age(d.datfrozenxid) as xid_age, mxid_age(d.datminmxid) as mxid_age,
        current_setting('autovacuum_freeze_max_age')::int8 as freeze_max_age, pg_snapshot_xmax(pg_current_snapshot())::text as xids
      from pg_database d`,
  },
  columns: {
    datid: { kind: 'key', doc: 'Oid of the database.' },
    database: { kind: 'label', doc: 'Name of the database.' },
    xid_age: { kind: 'gauge', doc: 'Transactions since the oldest one that is not frozen; at 2,147 million the server stops.' },
    mxid_age: { kind: 'gauge', doc: 'Multixacts since the oldest one that is not cleaned up.' },
    freeze_max_age: { kind: 'gauge', doc: 'Age at which autovacuum begins to freeze by force.' },
    xids: { kind: 'counter', doc: 'Transaction ids used up, by the whole server.' },
    days_left: {
      kind: 'gauge',
      scale: 10,
      computed: true,
      doc: 'Days until ids run out at the pace since connecting, were nothing frozen; none before an hour has passed.',
    },
  },
})

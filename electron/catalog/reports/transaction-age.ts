import { defineReport } from '../define.ts'

export default defineReport({
  id: 'transaction-age',
  own: true,
  title: 'Age of transaction ids',
  doc: 'How far each database is from running out of transaction ids.',
  shape: 'series',
  reads: ['wraparound'],
  group: ['database'],
  compute: true,
  columns: {
    time: { time: true, doc: 'When it was read' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    xid_age: { from: 'xid_age', agg: 'last', doc: 'Transactions since the oldest one that is not frozen' },
    xid_age_max: { from: 'xid_age', agg: 'max', doc: 'The most of them' },
    mxid_age: { from: 'mxid_age', agg: 'last', doc: 'Multixacts since the oldest one that is not cleaned up' },
    freeze_max_age: { from: 'freeze_max_age', agg: 'last', doc: 'Age at which autovacuum begins to freeze by force' },
    xids: { from: 'xids', doc: 'Transaction ids used up, by the whole server' },
    days_left: { from: 'days_left', agg: 'last', doc: 'Days until ids run out at the present pace, were nothing frozen' },
  },
})

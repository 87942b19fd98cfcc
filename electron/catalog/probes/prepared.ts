import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'prepared',
  doc: 'Transactions prepared for a two-phase commit and not ended.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  sql: {
    '13': `
      select p.gid, p.database::text as database, p.owner::text as user_name, extract(epoch from clock_timestamp() - p.prepared) as age_s, age(p.transaction) as xid_age
      from pg_prepared_xacts p`,
  },
  columns: {
    gid: { kind: 'label', doc: 'Id the transaction was given.' },
    database: { kind: 'label', doc: 'Database.' },
    user_name: { kind: 'label', doc: 'User who prepared it.' },
    age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long ago it was prepared.' },
    xid_age: { kind: 'gauge', doc: 'Transactions since.' },
  },
})

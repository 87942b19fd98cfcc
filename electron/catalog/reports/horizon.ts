import { defineReport } from '../define.ts'

export default defineReport({
  id: 'horizon',
  own: true,
  title: 'Who holds back vacuum',
  doc: 'Transactions, slots, prepared transactions and standbys that kept dead rows from being cleaned up, at each reading.',
  shape: 'raw',
  reads: ['horizon'],
  columns: {
    time: { time: true, doc: 'Instant of the reading' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    kind: { label: 'kind', doc: 'backend, slot, prepared or standby' },
    holder: { label: 'holder', doc: 'Process id, name of the slot, or id of the prepared transaction' },
    database: { label: 'database', doc: 'Database' },
    user_name: { label: 'user_name', doc: 'User' },
    application_name: { label: 'application_name', doc: 'Application, or plugin of a slot' },
    state: { label: 'state', doc: 'State of the holder' },
    xact_age_s: { from: 'xact_age_s', unit: 's', doc: 'Age of the transaction' },
    xmin_age: { from: 'xmin_age', doc: 'Transactions since the one it holds' },
  },
})

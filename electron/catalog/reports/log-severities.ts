import { defineReport } from '../define.ts'

export default defineReport({
  id: 'log-severities',
  own: true,
  title: 'Log over time',
  doc: 'How much the server logged, by kind and severity.',
  shape: 'series',
  reads: ['log-messages'],
  group: ['kind', 'severity'],
  compute: true,
  columns: {
    time: { time: true, doc: 'End of the reading' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    kind: { label: 'kind', doc: 'error, deadlock, warning, slow statement, lock wait … or other' },
    severity: { label: 'severity', doc: 'LOG, WARNING, ERROR, FATAL or PANIC' },
    entries: { from: 'entries', doc: 'Entries of the log' },
  },
})

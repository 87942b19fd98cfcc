import { defineReport } from '../define.ts'

export default defineReport({
  id: 'log-messages',
  own: true,
  title: 'Log messages',
  doc: 'What the server logged, and how often: every entry of its log is counted.',
  shape: 'grouped',
  reads: ['log-messages'],
  group: ['kind', 'severity', 'sqlstate', 'database', 'message'],
  // Slow statements have a report of their own.
  keep: (label) => label('kind') !== 'slow statement',
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    kind: { label: 'kind', doc: 'error, deadlock, warning, lock wait, autovacuum, checkpoint … or other' },
    severity: { label: 'severity', doc: 'LOG, WARNING, ERROR, FATAL or PANIC' },
    sqlstate: { label: 'sqlstate', doc: 'Code of the error' },
    database: { label: 'database', doc: 'Database of the session' },
    message: { label: 'message', doc: 'The message, without numbers and values; none for those beyond 300 different ones in a minute' },
    entries: { from: 'entries', doc: 'How often it was logged' },
    left_out: { from: 'left_out', doc: 'Of them those whose text was not kept, because there were too many' },
    first_logged: { seen: 'first', doc: 'First reading of the range that had it' },
    last_logged: { seen: 'last', doc: 'Last reading of the range that had it' },
  },
  by: ['entries', 'left_out'],
})

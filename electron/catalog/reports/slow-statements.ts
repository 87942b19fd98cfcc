import { defineReport } from '../define.ts'

export default defineReport({
  id: 'slow-statements',
  own: true,
  title: 'Slow statements',
  doc: 'Statements that the server logged because they took longer than log_min_duration_statement, added up by what they do.',
  shape: 'grouped',
  reads: ['log-messages'],
  group: ['database', 'query_md5_id'],
  keep: (label) => label('kind') === 'slow statement',
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    query_md5_id: { label: 'query_md5_id', doc: 'Query id across servers and versions; none for what could not be read' },
    entries: { from: 'entries', doc: 'How often it was slow' },
    duration: { from: 'duration', unit: 'ms', doc: 'How long they took together' },
    mean_duration: {
      of: ({ duration, entries }) => (typeof duration === 'number' && typeof entries === 'number' && entries > 0 ? duration / entries : null),
      unit: 'ms',
      doc: 'How long one of them took',
    },
    longest: { from: 'longest', agg: 'max', unit: 'ms', doc: 'The longest' },
    last_logged: { seen: 'last', doc: 'Last reading of the range that had it' },
    text: { text: true, doc: 'Normalised text' },
  },
  by: ['duration', 'entries', 'longest', 'mean_duration'],
})

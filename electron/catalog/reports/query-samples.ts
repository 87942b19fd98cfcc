import { defineReport } from '../define.ts'
import { STATEMENT } from '../statement-columns.ts'

// Not for developers: values of the data are in it.
export default defineReport({
  id: 'query-samples',
  own: true,
  title: 'Samples of a query',
  doc: 'One statement as sessions sent it, with its values: at most one sample an hour.',
  shape: 'raw',
  reads: ['query-samples'],
  statement: true,
  columns: {
    time: { from: 'seen_at', unit: 'timestamp', doc: 'When a session was seen running it' },
    ...STATEMENT,
    application_name: { label: 'application_name', doc: 'Name the application gave itself' },
    query_age_s: { from: 'query_age_s', unit: 's', doc: 'How long it had been running then' },
    truncated: { label: 'truncated', show: (cut) => cut === 'true', doc: 'Whether the text was cut, by track_activity_query_size or here' },
    sample: { label: 'sample', doc: 'The statement with its values' },
  },
})

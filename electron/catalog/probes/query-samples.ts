import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'query-samples',
  doc: 'Statements as sessions sent them, with their values: at most one per query and hour, none where the privacy setting drops literals. Only what SELECT, INSERT, UPDATE, DELETE, MERGE and VALUES are is kept, never a utility statement.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  switch: 'samples',
  // The collector takes them out of the samples of sessions.
  sql: {},
  columns: {
    query_md5_id: { kind: 'label', doc: 'Id of the normalised statement, the same on every server and version.' },
    queryid: { kind: 'label', since: '14', doc: 'Query id of the server (needs compute_query_id).' },
    database: { kind: 'label', doc: 'Database of the session.' },
    user_name: { kind: 'label', doc: 'User of the session.' },
    application_name: { kind: 'label', doc: 'Name the application gave itself; none when empty.' },
    sample: { kind: 'label', doc: 'The statement with its values.' },
    truncated: { kind: 'label', doc: 'Whether the text was cut: by track_activity_query_size, or here.' },
    seen_at: { kind: 'gauge', unit: 'timestamp', doc: 'When the session was seen running it.' },
    query_age_s: { kind: 'gauge', unit: 's', scale: 1000, doc: 'How long it had been running then.' },
  },
})

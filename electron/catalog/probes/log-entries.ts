import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'log-entries',
  doc: 'Entries of the server’s log one by one, at most 100 of a reading and errors first, without values of users.',
  shape: 'samples',
  scope: 'instance',
  every: 60,
  // Made by the collector out of the log.
  sql: {},
  columns: {
    logged_at: { kind: 'gauge', unit: 'timestamp', doc: 'When it was logged.' },
    kind: { kind: 'label', doc: 'What it is about: error, deadlock, slow statement ….' },
    severity: { kind: 'label', doc: 'LOG, WARNING, ERROR, FATAL or PANIC.' },
    sqlstate: { kind: 'label', doc: 'Code of the error.' },
    database: { kind: 'label', doc: 'Database of the session.' },
    user_name: { kind: 'label', doc: 'User of the session.' },
    application_name: { kind: 'label', doc: 'Name the application gave itself.' },
    client_host_name: { kind: 'label', doc: 'Address the session comes from.' },
    pid: { kind: 'label', doc: 'Process id.' },
    message: { kind: 'label', doc: 'The message, without values.' },
    detail: { kind: 'label', doc: 'Its detail, without values; of a deadlock who waited for whom, and the statements.' },
    context: { kind: 'label', doc: 'Where it happened, without values.' },
    command_type: { kind: 'label', doc: 'What the statement is: SELECT, INSERT ….' },
    query_md5_id: { kind: 'label', doc: 'Id of the normalised statement.' },
    duration: { kind: 'gauge', unit: 'ms', scale: 1000, doc: 'Duration it tells.' },
  },
})

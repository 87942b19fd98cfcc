import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'log-messages',
  doc: 'How often the server logged what: every entry is counted, by what it says without values of users.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  // Made by the collector out of the log.
  sql: {},
  columns: {
    kind: {
      kind: 'key',
      doc: 'error, deadlock, warning, slow statement, lock wait, autovacuum, autoanalyze, checkpoint, temporary file, connection … or other.',
    },
    severity: { kind: 'key', doc: 'LOG, WARNING, ERROR, FATAL or PANIC.' },
    sqlstate: { kind: 'key', doc: 'Code of the error; none where the prefix of the log does not tell it.' },
    database: { kind: 'key', doc: 'Database; none for processes of the server, or where the prefix does not tell it.' },
    message_id: { kind: 'key', doc: 'Identifies the message; none for those beyond 300 different ones in a reading, counted together.' },
    message: { kind: 'label', doc: 'What the entries say, without numbers and values.' },
    query_md5_id: { kind: 'label', doc: 'Id of the normalised statement, for slow statements.' },
    entries: { kind: 'counter', doc: 'Entries of the log.' },
    left_out: { kind: 'counter', doc: 'Of them those whose text was not kept, because there were too many.' },
    duration: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Durations they tell, added up.' },
    longest: { kind: 'gauge', unit: 'ms', scale: 1000, doc: 'The longest of them.' },
  },
})

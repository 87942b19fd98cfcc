import { LOG_ENTRY } from '../log-columns.ts'
import { defineReport } from '../define.ts'

export default defineReport({
  id: 'log-entries',
  own: true,
  title: 'Log entries',
  doc: 'Entries of the server’s log one by one, as far as they were kept: errors first, at most 100 of a minute.',
  shape: 'raw',
  reads: ['log-entries'],
  columns: LOG_ENTRY,
})

import { LOG_ENTRY } from '../log-columns.ts'
import { defineReport } from '../define.ts'

export default defineReport({
  id: 'deadlocks',
  own: true,
  title: 'Deadlocks',
  doc: 'Deadlocks as the server’s log tells them: who waited for whom, and with which statements.',
  shape: 'raw',
  reads: ['log-entries'],
  keep: (label) => label('kind') === 'deadlock',
  columns: LOG_ENTRY,
})

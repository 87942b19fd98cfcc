import { defineReport } from '../define.ts'
import { COSTS, STATEMENT, TEXT_AND_MEAN } from '../statement-columns.ts'

export default defineReport({
  id: 'query',
  title: 'Query details',
  doc: 'What one statement cost, minute by minute.',
  shape: 'series',
  reads: ['statements'],
  group: ['database', 'user', 'query_md5_id', 'queryid'],
  statement: true,
  columns: { time: { time: true, doc: 'End of the minute’s reading' }, ...STATEMENT, ...COSTS, ...TEXT_AND_MEAN },
  developer: true,
})

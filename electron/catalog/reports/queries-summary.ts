import { defineReport } from '../define.ts'
import { COSTS, STATEMENT } from '../statement-columns.ts'

export default defineReport({
  id: 'queries-summary',
  title: 'Queries summary',
  doc: 'What all statements cost in the range, by database, also those that the filters of query monitoring left out.',
  shape: 'grouped',
  reads: ['statements'],
  group: ['database'],
  columns: {
    pg_instance: STATEMENT.pg_instance,
    database: STATEMENT.database,
    ...COSTS,
    perc_90: { percentile: 0.9, unit: 'ms', doc: 'Mean time that 90 % of the executions stayed within' },
    perc_95: { percentile: 0.95, unit: 'ms', doc: 'Mean time that 95 % of the executions stayed within' },
    perc_99: { percentile: 0.99, unit: 'ms', doc: 'Mean time that 99 % of the executions stayed within' },
  },
  developer: true,
})

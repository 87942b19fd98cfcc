import { defineReport } from '../define.ts'
import { growthOf } from '../growth-columns.ts'

export default defineReport({
  id: 'database-growth',
  own: true,
  title: 'Growth of databases',
  doc: 'How the databases grow, and how large they will be in 30 days.',
  shape: 'grouped',
  reads: ['database-size'],
  group: ['database'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    ...growthOf('data_size'),
  },
  by: ['growth_per_day', 'growth', 'size', 'forecast_30d'],
})

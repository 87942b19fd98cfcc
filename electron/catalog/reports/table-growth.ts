import { defineReport } from '../define.ts'
import { growthOf } from '../growth-columns.ts'

export default defineReport({
  id: 'table-growth',
  own: true,
  title: 'Growth of tables',
  doc: 'How the tables grow, with their TOAST tables and without indexes, and how large they will be in 30 days.',
  shape: 'grouped',
  reads: ['tables'],
  group: ['database', 'schema_name', 'rel_name'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    schema_name: { label: 'schema_name', doc: 'Schema' },
    rel_name: { label: 'rel_name', doc: 'Table' },
    ...growthOf('size'),
  },
  by: ['growth_per_day', 'growth', 'size', 'forecast_30d'],
})

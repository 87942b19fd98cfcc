import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'statistics',
  doc: 'The server counts what it does.',
  sql: "select current_setting('track_counts') as counts, current_setting('track_activities') as activities",
  ok: (row) => row['counts'] === 'on' && row['activities'] === 'on',
  hint: 'Without it there are neither sessions nor tables. As superuser: ALTER SYSTEM SET track_counts = on; ALTER SYSTEM SET track_activities = on; SELECT pg_reload_conf()',
  blocks: false,
  affects: ['session-history', 'tables', 'indexes', 'pg-instance'],
  mend: { 'self-hosted': 'ALTER SYSTEM SET track_counts = on;\nALTER SYSTEM SET track_activities = on;\nSELECT pg_reload_conf();' },
})

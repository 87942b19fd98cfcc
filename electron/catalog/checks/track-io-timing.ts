import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'track-io-timing',
  doc: 'The time of reads and writes is measured.',
  sql: "select current_setting('track_io_timing') as setting",
  ok: (row) => row['setting'] === 'on',
  hint: 'Without it read and write times are unknown. As superuser: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf()',
  blocks: false,
  affects: ['top-queries', 'queries-summary', 'query', 'pg-instance'],
  mend: {
    'self-hosted': 'ALTER SYSTEM SET track_io_timing = on;\nSELECT pg_reload_conf();',
    rds: '-- set track_io_timing to 1 in the parameter group',
    aurora: "-- set track_io_timing to 1 in the cluster's parameter group",
    'cloud-sql': '-- set the flag track_io_timing to on',
    azure: '-- set track_io_timing to ON in the server parameters',
    aiven: '-- set track_io_timing to on in the advanced configuration',
  },
})

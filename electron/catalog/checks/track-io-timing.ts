import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'track-io-timing',
  doc: 'The time of reads and writes is measured.',
  sql: "select current_setting('track_io_timing') as setting",
  ok: (row) => row['setting'] === 'on',
  hint: 'Without it read and write times are unknown. As superuser: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf()',
  blocks: false,
})

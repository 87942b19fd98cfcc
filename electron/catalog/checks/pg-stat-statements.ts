import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'pg-stat-statements',
  doc: 'pg_stat_statements is loaded and made in the database we connect to.',
  sql: "select current_setting('pg_stat_statements.max', true) is not null as loaded, exists (select from pg_extension where extname = 'pg_stat_statements') as made",
  ok: (row) => row['loaded'] === 't' && row['made'] === 't',
  hint: 'Without it there are no query statistics. Add it to shared_preload_libraries, restart the server, then in the database: CREATE EXTENSION pg_stat_statements',
  blocks: false,
})

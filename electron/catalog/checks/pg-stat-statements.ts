import { defineCheck } from '../define.ts'

const CREATE = 'in the database of the connection: CREATE EXTENSION pg_stat_statements'

export default defineCheck({
  id: 'pg-stat-statements',
  doc: 'pg_stat_statements is loaded and made in the database we connect to.',
  sql: "select current_setting('pg_stat_statements.max', true) is not null as loaded, exists (select from pg_extension where extname = 'pg_stat_statements') as made",
  ok: (row) => row['loaded'] === 't' && row['made'] === 't',
  hint: 'Without it there are no query statistics. Add it to shared_preload_libraries, restart the server, then in the database: CREATE EXTENSION pg_stat_statements',
  blocks: false,
  affects: ['top-queries', 'queries-summary', 'query', 'top-consumers'],
  mend: {
    'self-hosted':
      "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements' (together with what is there already); restart the server; CREATE EXTENSION pg_stat_statements",
    rds: `In the parameter group add pg_stat_statements to shared_preload_libraries and reboot; ${CREATE}`,
    aurora: `In the cluster's parameter group add pg_stat_statements to shared_preload_libraries and reboot; ${CREATE}`,
    'cloud-sql': `It is loaded already; ${CREATE}`,
    azure: `In the server parameters add pg_stat_statements to azure.extensions and shared_preload_libraries and restart; ${CREATE}`,
    aiven: `It is loaded already; ${CREATE}`,
  },
})

import { defineCheck } from '../define.ts'

const CREATE = '\nCREATE EXTENSION pg_stat_statements;'
const IN_DATABASE = 'in the database of the connection:'

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
      "-- together with what is in it already, separated by commas:\nALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements';\n" +
      `-- restart the server, then ${IN_DATABASE}${CREATE}`,
    rds: `-- in the parameter group add pg_stat_statements to shared_preload_libraries and reboot, then ${IN_DATABASE}${CREATE}`,
    aurora: `-- in the cluster's parameter group add pg_stat_statements to shared_preload_libraries and reboot, then ${IN_DATABASE}${CREATE}`,
    'cloud-sql': `-- it is loaded already; ${IN_DATABASE}${CREATE}`,
    azure: `-- in the server parameters add pg_stat_statements to azure.extensions and shared_preload_libraries and restart, then ${IN_DATABASE}${CREATE}`,
    aiven: `-- it is loaded already; ${IN_DATABASE}${CREATE}`,
  },
})

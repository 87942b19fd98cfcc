import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'query-id',
  doc: 'The server tells which statement a session runs (from 14 on).',
  sql: `
    select current_setting('server_version_num')::int >= 140000 as offered, current_setting('compute_query_id', true) as setting,
      current_setting('pg_stat_statements.max', true) is not null as asked_for`,
  ok: (row) => row['offered'] !== 't' || row['setting'] === 'on' || row['setting'] === 'regress' || (row['setting'] === 'auto' && row['asked_for'] === 't'),
  hint: 'Without it sessions are matched to statements by their text alone. As superuser: ALTER SYSTEM SET compute_query_id = on; SELECT pg_reload_conf()',
  blocks: false,
  affects: ['session-history'],
  mend: {
    'self-hosted': 'ALTER SYSTEM SET compute_query_id = on;\nSELECT pg_reload_conf();',
    rds: '-- set compute_query_id to on in the parameter group',
    aurora: "-- set compute_query_id to on in the cluster's parameter group",
    azure: '-- set compute_query_id to ON in the server parameters',
  },
})

import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'pg-monitor',
  doc: 'The user may see what other users do.',
  sql: "select pg_has_role('pg_read_all_stats', 'usage') as member",
  ok: (row) => row['member'] === 't',
  hint: 'Without it only our own sessions and statements are seen. As superuser: GRANT pg_monitor TO <user>',
  blocks: false,
  affects: ['session-history', 'top-queries', 'queries-summary', 'query', 'data-size', 'pg-instance-infos'],
  // the administrators of the large services are members with the right to grant it
  mend: { 'self-hosted': 'GRANT pg_monitor TO <user>;' },
})

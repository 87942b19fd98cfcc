import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'function-rights',
  doc: 'The user may look at the sizes of the folders of the WAL and of temporary files.',
  sql: "select has_function_privilege('pg_ls_waldir()', 'execute') and has_function_privilege('pg_ls_tmpdir(oid)', 'execute') as allowed",
  ok: (row) => row['allowed'] === 't',
  hint: 'Without it the size of the WAL is unknown. As superuser: GRANT pg_monitor TO <user>',
  blocks: false,
  affects: ['pg-instance-infos', 'top-consumers'],
  mend: { 'self-hosted': 'GRANT pg_monitor TO <user>;' },
})

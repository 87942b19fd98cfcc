import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'version',
  doc: 'The server is PostgreSQL 13 or newer.',
  sql: "select current_setting('server_version_num')::int as num",
  ok: (row) => Number(row['num']) >= 130000,
  hint: 'Watchpost reads PostgreSQL 13 and newer; upgrade the server.',
  blocks: true,
  affects: [],
  mend: { 'self-hosted': '-- upgrade the server' },
})

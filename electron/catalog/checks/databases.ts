import { defineCheck } from '../define.ts'

export default defineCheck({
  id: 'databases',
  doc: 'The user may connect to every database.',
  sql: `
    select count(*) as closed from pg_database
    where datallowconn and not datistemplate and not has_database_privilege(oid, 'connect')
      and datname not in ('rdsadmin', 'azure_maintenance', 'azure_sys', 'cloudsqladmin', 'alloydbadmin', 'alloydbmetadata')`,
  ok: (row) => row['closed'] === '0',
  hint: 'Tables and indexes of databases that cannot be entered are not seen. As their owner: GRANT CONNECT ON DATABASE … TO <user>',
  blocks: false,
  affects: ['tables', 'indexes'],
  mend: {
    'self-hosted':
      "-- tells the statements to run, of each database as its owner:\nSELECT format('GRANT CONNECT ON DATABASE %I TO %s;', datname, $$<user>$$) FROM pg_database WHERE datallowconn AND NOT datistemplate AND NOT has_database_privilege($$<user>$$::regrole, oid, 'connect');",
  },
})

import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'passwords',
  doc: 'Roles that may log in and whose password is valid for a limited time.',
  shape: 'rows',
  scope: 'instance',
  every: 3600,
  sql: {
    '13': `
      select r.oid::text as userid, r.rolname::text as user_name, (r.rolname = current_user)::text as ours,
        extract(epoch from r.rolvaliduntil) * 1000 as valid_until
      from pg_roles r where r.rolcanlogin and isfinite(r.rolvaliduntil)`,
  },
  columns: {
    userid: { kind: 'key', doc: 'Oid of the role.' },
    user_name: { kind: 'label', doc: 'Name of the role.' },
    ours: { kind: 'label', doc: 'Whether we log in as it ourselves.' },
    valid_until: { kind: 'gauge', unit: 'timestamp', doc: 'Until when its password is valid.' },
  },
})

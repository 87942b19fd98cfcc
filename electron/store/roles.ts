import type { WriteDb } from './db.ts'
import type { Config, StoredRole } from './store.ts'

interface RoleRow {
  readonly name: string
  readonly access: string
}

// Written by putRole below.
const roleOf = ({ name, access }: RoleRow): StoredRole => ({ name, access: JSON.parse(access) as StoredRole['access'] })

export function createRoles(db: WriteDb): Pick<Config, 'roles' | 'role' | 'putRole' | 'dropRole'> {
  const all = db.prepare<[], RoleRow>('select name, access from role order by name')
  const one = db.prepare<[string], RoleRow>('select name, access from role where name = ?')
  const put = db.prepare<RoleRow>('insert into role (name, access) values (@name, @access) on conflict do update set access = @access')
  const drop = db.prepare<[string]>('delete from role where name = ?')
  return {
    roles: () => all.all().map(roleOf),
    role(name) {
      const row = one.get(name)
      return row && roleOf(row)
    },
    putRole({ name, access }) {
      put.run({ name, access: JSON.stringify(access) })
    },
    dropRole(name) {
      drop.run(name)
    },
  }
}

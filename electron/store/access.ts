import type { WriteDb } from './db.ts'
import type { Config, StoredUser } from './store.ts'

interface UserRow {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly password_hash: string | null
  readonly privilege: StoredUser['privilege']
  readonly profile: StoredUser['profile']
  readonly live_360: number
  readonly roles: string
  readonly comment: string
  readonly ldap: number
}

const userOf = ({ password_hash, live_360, roles, ldap, ...row }: UserRow): StoredUser => ({
  ...row,
  passwordHash: password_hash,
  live360: live_360,
  // Written by rowOf below.
  roles: JSON.parse(roles) as readonly string[],
  ldap: ldap === 1,
})

const rowOf = ({ passwordHash, live360, roles, ldap, ...user }: Omit<StoredUser, 'id'>): Omit<UserRow, 'id'> => ({
  ...user,
  password_hash: passwordHash,
  live_360: live360,
  roles: JSON.stringify(roles),
  ldap: ldap ? 1 : 0,
})

/** Users. Logins and e-mail addresses are unique, whatever their case. */
export function createAccess(db: WriteDb): Pick<Config, 'users' | 'userByName' | 'userById' | 'addUser' | 'updateUser' | 'dropUser'> {
  const columns = 'id, login, email, password_hash, privilege, profile, live_360, roles, comment, ldap'
  const all = db.prepare<[], UserRow>(`select ${columns} from user order by id`)
  const byId = db.prepare<[number], UserRow>(`select ${columns} from user where id = ?`)
  // A login may look like somebody else's e-mail address; the address is whose it is.
  const byName = db.prepare<{ name: string }, UserRow>(`select ${columns} from user where email = @name or login = @name order by email = @name desc limit 1`)
  const insert = db.prepare<Omit<UserRow, 'id'>>(
    `insert into user (login, email, password_hash, privilege, profile, live_360, roles, comment, ldap)
     values (@login, @email, @password_hash, @privilege, @profile, @live_360, @roles, @comment, @ldap)`,
  )
  const update = db.prepare<UserRow>(
    `update user set login = @login, email = @email, password_hash = @password_hash, privilege = @privilege, profile = @profile, live_360 = @live_360,
       roles = @roles, comment = @comment, ldap = @ldap where id = @id`,
  )
  const drop = db.prepare<[number]>('delete from user where id = ?')

  return {
    users: () => all.all().map(userOf),
    userByName(name) {
      const row = byName.get({ name })
      return row && userOf(row)
    },
    userById(id) {
      const row = byId.get(id)
      return row && userOf(row)
    },
    addUser(user) {
      const id = Number(insert.run(rowOf(user)).lastInsertRowid)
      return { ...user, id }
    },
    updateUser(id, change) {
      const row = byId.get(id)
      if (row === undefined) throw new Error(`there is no user ${String(id)}`)
      const { id: _, ...user } = userOf(row)
      update.run({ id, ...rowOf({ ...user, ...change }) })
    },
    dropUser(id) {
      drop.run(id)
    },
  }
}

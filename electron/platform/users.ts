import type * as z from 'zod'
import type { NewUser, RoleUser, User, UserChange, UserEntry } from '../../shared/model/access.ts'
import type { Clock } from '../kernel/clock.ts'
import { fail } from '../kernel/problem.ts'
import type { Config, StoredUser } from '../store/store.ts'
import { hashPassword } from './password.ts'
import { isFullAdmin } from './rights.ts'

/** The users, as administrators keep them. An e-mail address names one, whatever its case. */
export interface Users {
  list(): User[]
  entries(): UserEntry[]
  /** Fails with `user.unknown`, as do `change` and `remove`. */
  show(email: string): User
  /** Returns the login: the part of the address before `@`, or all of it when that is taken. Fails with `user.exists`, `role.unassignable`. */
  add(email: string, given: NewUser): Promise<string>
  /** A change of password or privilege ends every token of the user. Fails with `user.last-admin`, `role.unassignable`. */
  change(email: string, given: UserChange): Promise<void>
  remove(email: string): void
  /** Ends every access token of the user. Fails with `user.unknown`. */
  signOut(email: string): void
  /** Fails with `user.unassignable`, `role.unassignable`, `user.last-admin`. Somebody who has the role keeps it. */
  assign(email: string, role: string): void
  /** Fails with `role.unremovable`, whatever is wrong: so it is published. */
  unassign(email: string, role: string): void
  ofRole(role: string): z.infer<typeof RoleUser>[]
}

const shown = ({ id, login, email, profile, privilege, roles, live360, comment }: StoredUser): User => ({
  id,
  login,
  email,
  profile,
  privilege,
  roles: [...roles],
  live_360: live360,
  comment,
})

/** What existing clients send as `role` for a user who sees every instance. */
const NO_RESTRICTION = 'No restriction'

/** The roles a request names; undefined when it names none. */
function rolesIn({ roles, role }: UserChange, config: Config): readonly string[] | undefined {
  if (roles !== undefined) return [...new Set(roles)]
  if (role === undefined) return undefined
  return role === '' || (role === NO_RESTRICTION && config.role(role) === undefined) ? [] : [role]
}

export function createUsers(config: Config, clock: Clock): Users {
  const find = (email: string): StoredUser | undefined => {
    const found = config.userByName(email)
    return found?.email.toLowerCase() === email.toLowerCase() ? found : undefined
  }
  const get = (email: string): StoredUser => find(email) ?? fail('user.unknown', { email })

  const checkRoles = (roles: readonly string[]): void => {
    const unknown = roles.find((name) => config.role(name) === undefined)
    if (unknown !== undefined) fail('role.unassignable', { role: unknown })
  }

  /** Refuses what would leave nobody who can put things right. */
  const keepAdmin = (user: StoredUser, after: StoredUser | undefined): void => {
    const stays = config.users().some((one) => (one.id === user.id ? after !== undefined && isFullAdmin(after) : isFullAdmin(one)))
    if (isFullAdmin(user) && !stays) fail('user.last-admin', { email: user.email })
  }

  const update = (user: StoredUser, change: Partial<StoredUser>): void => {
    const after = { ...user, ...change }
    keepAdmin(user, after)
    config.updateUser(user.id, change)
    if (change.passwordHash !== undefined || after.privilege !== user.privilege) config.dropTokens({ user: user.id })
  }

  const loginOf = (email: string): string => {
    const short = email.slice(0, email.indexOf('@'))
    return config.users().some(({ login }) => login.toLowerCase() === short.toLowerCase()) ? email : short
  }

  return {
    list: () => config.users().map(shown),
    entries: () => {
      const users = config.users()
      const full = users.filter(isFullAdmin)
      const last = config.lastSignIns()
      const tokens = Map.groupBy(config.tokens(clock.now()), ({ user }) => user)
      return users.map((user) => ({
        ...shown(user),
        ldap: user.ldap,
        last_admin: full.length === 1 && full[0]?.id === user.id,
        last_sign_in: last.get(user.id) ?? null,
        tokens: tokens.get(user.id)?.length ?? 0,
      }))
    },
    show: (email) => shown(get(email)),
    add: async (email, given) => {
      const ldap = given.ldap === true
      if (find(email) !== undefined) fail('user.exists', { email })
      checkRoles(rolesIn(given, config) ?? [])
      if (!ldap && given.password === undefined) fail('request.invalid', { field: 'password', why: 'is missing; only users of the directory (ldap) have none' })
      const passwordHash = ldap || given.password === undefined ? null : await hashPassword(given.password)
      // Others may have been quicker while the password was hashed.
      if (find(email) !== undefined) fail('user.exists', { email })
      const roles = rolesIn(given, config) ?? []
      checkRoles(roles)
      const { privilege = 'admin', profile = 'data admin', live_360: live360 = 1, comment = '' } = given
      return config.addUser({ login: loginOf(email), email, passwordHash, privilege, profile, live360, roles, comment, ldap }).login
    },
    change: async (email, given) => {
      if (get(email).ldap && given.password !== undefined)
        fail('request.invalid', { field: 'password', why: 'is kept by the directory server; change it there' })
      const passwordHash = given.password === undefined ? undefined : await hashPassword(given.password)
      const user = get(email)
      const roles = rolesIn(given, config)
      checkRoles(roles ?? [])
      const { privilege, profile, live_360: live360, comment } = given
      update(user, {
        ...(passwordHash !== undefined && { passwordHash }),
        ...(privilege !== undefined && { privilege }),
        ...(profile !== undefined && { profile }),
        ...(live360 !== undefined && { live360 }),
        ...(roles !== undefined && { roles }),
        ...(comment !== undefined && { comment }),
      })
    },
    remove: (email) => {
      const user = get(email)
      keepAdmin(user, undefined)
      config.dropUser(user.id)
    },
    signOut: (email) => {
      config.dropTokens({ user: get(email).id })
    },
    assign: (email, role) => {
      const user = find(email) ?? fail('user.unassignable', { email })
      checkRoles([role])
      if (!user.roles.includes(role)) update(user, { roles: [...user.roles, role] })
    },
    unassign: (email, role) => {
      const user = find(email)
      if (user?.roles.includes(role) !== true) return fail('role.unremovable')
      update(user, { roles: user.roles.filter((one) => one !== role) })
    },
    ofRole: (role) =>
      config
        .users()
        .filter(({ roles }) => roles.includes(role))
        .map(({ id, login, email, profile, privilege, live360 }) => ({ id, login, email, profile, privilege, role, live_360: live360 })),
  }
}

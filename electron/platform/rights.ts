import type { Privilege, StoredRole, StoredUser } from '../store/store.ts'

/**
 * What an operation of users needs, and the only place where it is judged: who has the privilege, and the profile `data admin`. The right
 * `developer` is what a developer has too: session history, queries, locks, instance information, and what is one's own.
 */
const RIGHTS = {
  developer: { privilege: 'read', developer: true },
  read: { privilege: 'read', developer: false },
  'read write': { privilege: 'read write', developer: false },
  admin: { privilege: 'admin', developer: false },
} as const satisfies Record<string, { readonly privilege: Privilege; readonly developer: boolean }>

export type UserRight = keyof typeof RIGHTS

export const isUserRight = (right: string): right is UserRight => Object.hasOwn(RIGHTS, right)

const RANK: Readonly<Record<Privilege, number>> = { read: 0, 'read write': 1, admin: 2 }

/** What a user lacks for a right, in words; undefined when nothing. */
export function lacking({ privilege, profile }: StoredUser, right: UserRight): string | undefined {
  const needed = RIGHTS[right]
  if (RANK[privilege] < RANK[needed.privilege]) return needed.privilege
  return profile === 'developer' && !needed.developer ? 'the profile data admin' : undefined
}

/** Which instances somebody sees: those that carry every tag of one of the elements. null is no restriction, an empty list is none at all. */
export type Sees = StoredRole['access'] | null

/**
 * Somebody who can put everything right again: an administrator of everything. One of them stays, always, and with a password kept here:
 * a directory may be down, or its settings wrong.
 */
export const isFullAdmin = ({ privilege, profile, roles, ldap }: StoredUser): boolean =>
  privilege === 'admin' && profile === 'data admin' && roles.length === 0 && !ldap

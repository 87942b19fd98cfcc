import type { Operation } from '../../shared/api/client.ts'
import type { Privilege, StoredRole, StoredUser } from '../store/store.ts'

/**
 * What an operation of users needs, and the only place where it is judged: who has the privilege, and the profile `data admin`. The right
 * `developer` is what a developer has too: session history, queries, locks, instance information, and what is one's own. `live` looks into a
 * running server (its sessions now, a plan made now) and `live write` reaches into it (ends a statement or a session): both need `live_360`.
 */
const RIGHTS = {
  developer: { privilege: 'read', developer: true, live: false },
  read: { privilege: 'read', developer: false, live: false },
  'read write': { privilege: 'read write', developer: false, live: false },
  admin: { privilege: 'admin', developer: false, live: false },
  live: { privilege: 'read', developer: true, live: true },
  'live write': { privilege: 'read write', developer: false, live: true },
} as const satisfies Record<string, { readonly privilege: Privilege; readonly developer: boolean; readonly live: boolean }>

export type UserRight = keyof typeof RIGHTS

export const isUserRight = (right: string): right is UserRight => Object.hasOwn(RIGHTS, right)

const RANK: Readonly<Record<Privilege, number>> = { read: 0, 'read write': 1, admin: 2 }

/** What a user lacks for a right, in words; undefined when nothing. */
export function lacking({ privilege, profile, live360 }: StoredUser, right: UserRight): string | undefined {
  const needed = RIGHTS[right]
  if (RANK[privilege] < RANK[needed.privilege]) return needed.privilege
  if (needed.live && live360 !== 1) return 'live_360'
  return profile === 'developer' && !needed.developer ? 'the profile data admin' : undefined
}

/** What of an agent looks into a running server (its sessions now, a plan made now), or reaches into it. */
const LIVE = /\/(?:sessions|explain|cancel|terminate)(?:\/|$)/

/** Looking needs `read`, switching a connection on and off `read write`, everything else an administrator; what is live is a right of its own. */
export function relayRight({ method, path }: Pick<Operation, 'method' | 'path'>): UserRight {
  if (LIVE.test(path)) return /\/(?:cancel|terminate)(?:\/|$)/.test(path) ? 'live write' : 'live'
  if (method === 'GET') return 'read'
  return method === 'PATCH' && /\/(?:en|dis)able$/.test(path) ? 'read write' : 'admin'
}

/** Which instances somebody sees: those that carry every tag of one of the elements. null is no restriction, an empty list is none at all. */
export type Sees = StoredRole['access'] | null

/**
 * Somebody who can put everything right again: an administrator of everything. One of them stays, always, and with a password kept here:
 * a directory may be down, or its settings wrong.
 */
export const isFullAdmin = ({ privilege, profile, roles, ldap }: StoredUser): boolean =>
  privilege === 'admin' && profile === 'data admin' && roles.length === 0 && !ldap

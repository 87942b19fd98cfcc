import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import type { Config, Privilege, StoredUser } from '../store/store.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createThrottle } from './throttle.ts'

/** How long an access token lives. */
const TOKEN_MS = 24 * 3600 * 1000
/** A ticket is traded at once, by a page that was just opened. */
const TICKET_MS = 60_000
const SHORTEST_PASSWORD = 8

/** A user who has proved who they are; `expires` is the token's end, ms since the epoch. */
export interface UserCaller {
  readonly user: StoredUser
  readonly expires: number
}

/** 256 random bits as text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token or license key. They are random, so that a plain hash is enough and may be looked up. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const RANK: Readonly<Record<Privilege, number>> = { read: 0, 'read write': 1, admin: 2 }

/** A privilege includes those before it. */
export const mayDo = (user: StoredUser, needed: Privilege): boolean => RANK[user.privilege] >= RANK[needed]

/** Takes `Authorization: Basic …` apart; undefined when it is not of that form. */
function basicOf(header: string | undefined): { name: string; password: string } | undefined {
  const [, encoded] = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Users, passwords and tokens: who is it, and may they. */
export interface Access {
  /** Makes the first administrator when there is no user at all. */
  firstAdmin(): Promise<{ email: string; login: string; password: Secret } | undefined>
  /** The user of HTTP Basic credentials. Fails with `credentials.wrong` or `credentials.throttled`. */
  signIn(authorization: string | undefined, address: string): Promise<StoredUser>
  /** A fresh access token; only its hash is kept. */
  issue(user: StoredUser): string
  /** A token of the first administrator that is good for one request within a minute, and kept nowhere: how the desktop's window signs in. */
  ticket(): string
  /** Whose token it is, while it is valid. */
  byToken(token: string): UserCaller | undefined
  /** Ends every token of the user. */
  changePassword(user: StoredUser, old: string, password: string): Promise<void>
}

export function createAccess(config: Config, clock: Clock): Access {
  const throttle = createThrottle(clock)
  /** When each ticket ends, by its hash. */
  const tickets = new Map<string, number>()

  const verify = async (name: string, address: string, password: string): Promise<StoredUser | undefined> => {
    const seconds = throttle.begin(address, name)
    if (seconds > 0) fail('credentials.throttled', { seconds })
    const user = config.userByName(name)
    if (!(await verifyPassword(password, user?.passwordHash ?? null))) return undefined
    throttle.succeeded(address, name)
    return user
  }

  return {
    firstAdmin: async () => {
      if (config.users().length > 0) return undefined
      const password = randomBytes(18).toString('base64url')
      const passwordHash = await hashPassword(password)
      const { email, login } = config.addUser({
        login: 'admin',
        email: 'admin@localhost',
        passwordHash,
        privilege: 'admin',
        profile: 'data admin',
        live360: 1,
        roles: [],
        comment: 'The first administrator',
        ldap: false,
      })
      return { email, login, password: new Secret(password) }
    },
    signIn: async (authorization, address) => {
      const given = basicOf(authorization)
      if (given === undefined) fail('credentials.wrong')
      return (await verify(given.name, address, given.password)) ?? fail('credentials.wrong')
    },
    issue: (user) => {
      const token = randomSecret()
      config.dropTokens({ expiredAt: clock.now() })
      config.putToken(hashSecret(token), user.id, clock.now() + TOKEN_MS)
      return token
    },
    ticket: () => {
      const ticket = randomSecret()
      for (const [hash, ends] of tickets) if (ends <= clock.now()) tickets.delete(hash)
      tickets.set(hashSecret(ticket), clock.now() + TICKET_MS)
      return ticket
    },
    byToken: (token) => {
      const hash = hashSecret(token)
      const ticketEnds = tickets.get(hash)
      if (ticketEnds !== undefined) {
        tickets.delete(hash)
        const user = config.users().find((one) => one.privilege === 'admin')
        return user === undefined || ticketEnds <= clock.now() ? undefined : { user, expires: ticketEnds }
      }
      const stored = config.tokenByHash(hash)
      if (stored === undefined || stored.expires <= clock.now()) return undefined
      const user = config.users().find((one) => one.id === stored.user)
      return user === undefined ? undefined : { user, expires: stored.expires }
    },
    changePassword: async (user, old, password) => {
      if (user.ldap) fail('request.invalid', { field: 'password', why: 'is kept by the directory server; change it there' })
      if (password.length < SHORTEST_PASSWORD) fail('request.invalid', { field: 'password', why: `must have at least ${SHORTEST_PASSWORD} characters` })
      if ((await verify(user.login, 'signed in', old)) === undefined) fail('request.invalid', { field: 'old_password', why: 'is wrong' })
      config.updateUser(user.id, { passwordHash: await hashPassword(password) })
      config.dropTokens({ user: user.id })
    },
  }
}

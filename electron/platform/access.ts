import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/log.ts'
import { fail, Problem } from '../kernel/problem.ts'
import type { Config, StoredUser } from '../store/store.ts'
import type { Directory } from './directory.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { isFullAdmin, type Sees } from './rights.ts'
import type { SignIns } from './sign-ins.ts'
import { createThrottle } from './throttle.ts'

/** How long an access token lives. */
const TOKEN_MS = 24 * 3600 * 1000
/** A ticket is traded at once, by a page that was just opened. */
const TICKET_MS = 60_000

/** A user who has proved who they are; `expires` is the token's end, ms since the epoch. */
export interface UserCaller {
  readonly user: StoredUser
  readonly expires: number
  /** The instances their roles show now. */
  readonly sees: Sees
  /** Where they ask from, '' when that does not matter. */
  readonly address: string
  /** What is kept of the token. */
  readonly tokenHash: string
  /** It was a one-time ticket: this is a sign-in. */
  readonly oneTime: boolean
}

/** What is asked of a token besides whose it is. `lasting` in ms. */
export interface TokenWish {
  readonly name?: string
  readonly lasting?: number
  readonly address?: string
}

/** A user who came with name and password. */
export interface BasicCaller {
  readonly user: StoredUser
  readonly address: string
}

/** 256 random bits as text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token or license key. They are random, so that a plain hash is enough and may be looked up. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Takes `Authorization: Basic …` apart; undefined when it is not of that form. */
function basicOf(header: string | undefined): { name: string; password: string } | undefined {
  const [, encoded] = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Users, passwords and tokens: who is it, and may they. */
/** Told once. */
export interface FirstAdmin {
  readonly email: string
  readonly login: string
  readonly password: Secret
}

export interface Access {
  /** Makes the first administrator when there is no user at all. `tell` comes before it is kept: a crash between must not leave a password that nobody knows. */
  firstAdmin(tell?: (first: FirstAdmin) => void): Promise<FirstAdmin | undefined>
  /** The user of HTTP Basic credentials. Fails with `credentials.wrong` or `credentials.throttled`. */
  signIn(authorization: string | undefined, address: string): Promise<StoredUser>
  /** A fresh access token; only its hash is kept. */
  issue(user: StoredUser, wish?: TokenWish): string
  /** A token of the first administrator that is good for one request within a minute, and kept nowhere: how the desktop's window signs in. */
  ticket(): string
  /** Whose token it is, while it is valid. */
  byToken(token: string, address?: string): UserCaller | undefined
  /** Tries a password within the limit of attempts. Fails with `credentials.throttled`. */
  limited<V extends { readonly kind: string }>(address: string, name: string, attempt: () => Promise<V>): Promise<V>
  /** Ends the token the caller came with. */
  end(caller: UserCaller): void
  /** Ends every token of the user; returns them as they are now. */
  changePassword(user: StoredUser, old: string, password: string): Promise<StoredUser>
}

export function createAccess(config: Config, clock: Clock, directory: Directory, signIns: SignIns): Access {
  const throttle = createThrottle(clock)
  /** When each ticket ends, by its hash. */
  const tickets = new Map<string, number>()

  /** The user as they are now, while they can still sign in by what they signed in with: judging takes time, in which they may be changed. */
  const current = (user: StoredUser): StoredUser | undefined => {
    const now = config.userById(user.id)
    return now?.passwordHash === user.passwordHash && now.ldap === user.ldap ? now : undefined
  }

  const limited: Access['limited'] = async (address, name, attempt) => {
    const seconds = throttle.begin(address, name)
    if (seconds > 0) fail('credentials.throttled', { seconds })
    const verdict = await attempt()
    if (verdict.kind === 'right') throttle.succeeded(address, name)
    return verdict
  }

  const verify = async (name: string, address: string, password: string): Promise<StoredUser | undefined> => {
    const user = config.userByName(name)
    const { kind } = await limited(address, name, async () => {
      const right = user?.ldap === true ? await directory.verify(user, password) : await verifyPassword(password, user?.passwordHash ?? null)
      return { kind: right ? 'right' : 'wrong' }
    })
    return kind === 'right' && user !== undefined ? current(user) : undefined
  }

  const seesOf = ({ roles }: StoredUser): Sees => (roles.length === 0 ? null : roles.flatMap((name) => config.role(name)?.access ?? []))

  return {
    limited,
    firstAdmin: async (tell) => {
      if (config.users().length > 0) return undefined
      const password = randomBytes(18).toString('base64url')
      const passwordHash = await hashPassword(password)
      const first = { email: 'admin@localhost', login: 'admin', password: new Secret(password) }
      tell?.(first)
      config.addUser({
        login: first.login,
        email: first.email,
        passwordHash,
        privilege: 'admin',
        profile: 'data admin',
        live360: 1,
        roles: [],
        comment: 'The first administrator',
        ldap: false,
      })
      return first
    },
    signIn: async (authorization, address) => {
      const given = basicOf(authorization)
      if (given === undefined) fail('credentials.wrong')
      const named = config.userByName(given.name)
      try {
        const user = await verify(given.name, address, given.password)
        if (user !== undefined) return user
      } catch (error) {
        if (error instanceof Problem && error.code === 'credentials.throttled') signIns.throttled(named, address, Number(error.facts['seconds']))
        throw error
      }
      const why =
        named === undefined ? 'There is no user of the name that was given' : named.ldap ? 'The directory did not accept the password' : 'Wrong password'
      signIns.failed(named, address, why)
      return fail('credentials.wrong')
    },
    issue: (asked, { name = '', lasting = TOKEN_MS, address = '' } = {}) => {
      const user = current(asked) ?? fail('credentials.wrong')
      if (user.privilege !== asked.privilege) fail('credentials.wrong')
      const token = randomSecret()
      config.dropTokens({ expiredAt: clock.now() })
      const issued = clock.now()
      config.putToken({ hash: hashSecret(token), user: user.id, expires: issued + lasting, name, issued, address })
      return token
    },
    ticket: () => {
      const ticket = randomSecret()
      for (const [hash, ends] of tickets) if (ends <= clock.now()) tickets.delete(hash)
      tickets.set(hashSecret(ticket), clock.now() + TICKET_MS)
      return ticket
    },
    byToken: (token, address = '') => {
      const tokenHash = hashSecret(token)
      const callerOf = (user: StoredUser | undefined, expires: number, oneTime: boolean): UserCaller | undefined =>
        user === undefined || expires <= clock.now() ? undefined : { user, expires, sees: seesOf(user), address, tokenHash, oneTime }
      const ticketEnds = tickets.get(tokenHash)
      if (ticketEnds !== undefined) {
        tickets.delete(tokenHash)
        return callerOf(config.users().find(isFullAdmin), ticketEnds, true)
      }
      const stored = config.tokenByHash(tokenHash)
      return stored && callerOf(config.userById(stored.user), stored.expires, false)
    },
    end: ({ tokenHash }) => {
      config.dropTokens({ hash: tokenHash })
    },
    changePassword: async (user, old, password) => {
      if (user.ldap) fail('request.invalid', { field: 'password', why: 'is kept by the directory server; change it there' })
      if ((await verify(user.login, 'signed in', old)) === undefined) fail('request.invalid', { field: 'old_password', why: 'is wrong' })
      const passwordHash = await hashPassword(password)
      if (current(user) === undefined) fail('request.invalid', { field: 'old_password', why: 'is wrong' })
      config.updateUser(user.id, { passwordHash })
      config.dropTokens({ user: user.id })
      return { ...user, passwordHash }
    },
  }
}

/** Users, roles, sign-in and settings, as the platform's interface takes and shows them. */
import * as z from 'zod'
import { TagFilter } from './report.ts'
import { CollectionRate, Connection, SslMode } from './server.ts'

/** A privilege includes those before it. */
const Privilege = z.enum(['read', 'read write', 'admin'])
type Privilege = z.infer<typeof Privilege>

/** `developer`: session history, queries, locks and instance information only. */
const Profile = z.enum(['developer', 'data admin'])
type Profile = z.infer<typeof Profile>

/** Names a user in paths; a colon would end the name in HTTP Basic credentials. */
export const Email = z
  .string()
  .max(254, 'must have at most 254 characters')
  .regex(/^[^\s\p{Cc}@:]+@[^\s\p{Cc}@:]+$/u, 'must be an e-mail address')

export const RoleName = z
  .string()
  .min(1, 'must not be empty')
  .max(128, 'must have at most 128 characters')
  .regex(/^[^\p{Cc}/\\]+$/u, 'must not contain control characters, "/" or "\\"')
  .refine((name) => name.trim() === name, 'must not begin or end with a blank')

const SHORTEST_PASSWORD = 8
export const Password = z.string().min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`).max(1024, 'must have at most 1024 characters')

/** The right to the live screens: 0, 1, "0" or "1". */
const Live360 = z.union([z.literal([0, 1]), z.literal(['0', '1'])]).transform(Number)

/** What an instance must carry, all of it. Without any filter it would be every instance. */
const AccessElement = z.object({ filters: z.array(TagFilter).min(1, 'must name at least one tag filter').max(100, 'must have at most 100 entries') })
/** Which instances a role shows: those that match one of the elements; none when there is none. */
export const RoleAccess = z.array(AccessElement).max(1000, 'must have at most 1000 entries')
export type RoleAccess = z.infer<typeof RoleAccess>

const Names = z.array(z.string()).max(1000, 'must have at most 1000 entries')
const userFields = {
  password: Password,
  privilege: Privilege,
  profile: Profile,
  live_360: Live360,
  roles: Names,
  /** Deprecated: one role; `roles` wins. '' is none. */
  role: z.string(),
  comment: z.string().max(2000, 'must have at most 2000 characters'),
}
/** Without `password` only for users of the directory. */
export const NewUser = z
  .object({ ...userFields, ldap: z.boolean() })
  .partial()
  .default({})
export type NewUser = z.infer<typeof NewUser>
export const UserChange = z.object(userFields).partial().default({})
export type UserChange = z.infer<typeof UserChange>

export const User = z.object({
  id: z.number(),
  login: z.string(),
  email: z.string(),
  profile: Profile,
  privilege: Privilege,
  roles: z.array(z.string()),
  live_360: z.number(),
  comment: z.string(),
})
export type User = z.infer<typeof User>

/** A user as the screen lists them; `last_admin`: may be neither deleted, nor demoted, nor restricted. */
export const UserEntry = User.extend({
  ldap: z.boolean(),
  last_admin: z.boolean(),
  /** ms since the epoch; null: never, as far as is known */
  last_sign_in: z.number().nullable(),
  /** How many access tokens of theirs are valid now. */
  tokens: z.number(),
})
export type UserEntry = z.infer<typeof UserEntry>

export const RoleUser = User.pick({ id: true, login: true, email: true, profile: true, privilege: true }).extend({ role: z.string(), live_360: z.number() })

export const Role = z.object({ name: z.string(), access: z.array(z.object({ filters: z.array(TagFilter) })) })
export type Role = z.infer<typeof Role>

/** A role as the screen lists it: its users' e-mail addresses, and the instances it shows now. */
export const RoleEntry = Role.extend({ users: z.array(z.string()), instances: z.array(z.string()) })
export type RoleEntry = z.infer<typeof RoleEntry>

/** Of a role that is being made: what it would show. */
export const RolePreview = z.object({ instances: z.array(z.string()), unknown_tags: z.array(z.string()) })
export type RolePreview = z.infer<typeof RolePreview>

/** A tag and the values that instances carry now. */
export const KnownTag = z.object({ tag: z.string(), values: z.array(z.string()) })
export type KnownTag = z.infer<typeof KnownTag>

/** The user who asks. `restricted`: their roles leave out some instances. */
export const Session = z.object({
  email: z.string(),
  login: z.string(),
  privilege: Privilege,
  profile: Profile,
  live_360: z.number(),
  roles: z.array(z.string()),
  restricted: z.boolean(),
  ldap: z.boolean(),
  organization_name: z.string(),
  /** ms since the epoch */
  expires: z.number(),
})
export type Session = z.infer<typeof Session>

/** A valid access token of the one who asks; `id` is the beginning of its hash. */
export const OwnToken = z.object({
  id: z.string(),
  /** '' for that of a sign-in */
  name: z.string(),
  /** ms since the epoch */
  issued: z.number(),
  expires: z.number(),
  /** Where it was asked for from, '' when that is not known. */
  address: z.string(),
  /** The one this was asked with. */
  present: z.boolean(),
})
export type OwnToken = z.infer<typeof OwnToken>

/** No token lives longer than a day. */
const LONGEST_TOKEN_HOURS = 24
export const NewToken = z
  .object({
    name: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    hours: z.number().int().min(1).max(LONGEST_TOKEN_HOURS),
  })
  .strict()

/** One write or sign-in: who, when, what, before and after. Secrets never appear. */
const AuditEntry = z.object({
  id: z.number(),
  /** ms since the epoch */
  time: z.number(),
  /** '' where nobody is known by the name that was given. */
  login: z.string(),
  email: z.string(),
  address: z.string(),
  /** The operation's id in the interface's description, or `signIn`. */
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  /** What was sent; null: nothing. */
  request: z.unknown(),
  /** What it was about, before and after; null: it did not exist, or has no state that could be shown. */
  before: z.unknown(),
  after: z.unknown(),
  /** '' when it was done; else the sentence of the refusal, or that its end is not known. */
  failure: z.string(),
})
type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first; `next` is the `before` of the following page, null on the last one; `operations` are all that there are entries of. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.number().nullable(), operations: z.array(z.string()) })
export type AuditPage = z.infer<typeof AuditPage>

const digits = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}, in digits`
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((value) => value >= least && value <= most, words)
}
export const AuditQuery = z.object({
  /** Entries with a smaller id. */
  before: digits(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: digits(1, 1000).default(100),
  /** Login or e-mail address of the one who wrote. */
  user: z.string().optional(),
  operation: z.string().optional(),
  /** Part of the path. */
  path: z.string().optional(),
  /** ms since the epoch; `to` is exclusive */
  from: digits(0, Number.MAX_SAFE_INTEGER).optional(),
  to: digits(0, Number.MAX_SAFE_INTEGER).optional(),
})

const days = (most: number) => z.number().int().min(1).max(most)
/** How long what is kept. Whichever limit comes first. */
const Retention = z.object({
  /** samples and minutes */
  minutes_days: days(3660),
  hours_days: days(3660),
  days_days: days(36_600),
  /** of all readings together */
  bytes: z
    .number()
    .int()
    .min(64 * 1024 ** 2)
    .max(1024 ** 5),
})
export const PlatformSettings = z.object({
  organization_name: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  /** IANA name */
  time_zone: z.string(),
  retention: Retention,
  audit_days: days(36_600),
  /** Passwords of agentless connections are shown to nobody. */
  mask_passwords: z.boolean(),
})
export type PlatformSettings = z.infer<typeof PlatformSettings>
export const PlatformSettingsChange = PlatformSettings.extend({ retention: Retention.partial().strict() }).partial().strict()

/**
 * How users of the directory prove who they are: by a bind as themselves. Their DN is made from `user_dn`, or found by `search`; in both
 * `{login}` and `{email}` stand for the user's. Passwords travel encrypted (`ldaps://`, or `start_tls`), except to this very machine.
 */
export const LdapSettings = z
  .object({
    url: z
      .string()
      .max(512)
      .regex(/^ldaps?:\/\/[^\s\p{Cc}/@?#\\]+\/?$/u, 'must be of the form ldap://host:port or ldaps://host:port'),
    start_tls: z.boolean().default(false),
    /** PEM of the authority that signed the server's certificate; '' is the system's store. */
    ca: z.string().max(100_000).default(''),
    /** For instance `uid={login},ou=people,dc=example,dc=org`; '' when the user is searched. */
    user_dn: z.string().max(1000).default(''),
    search: z
      .object({
        base: z.string().max(1000),
        /** For instance `(&(objectClass=person)(mail={email}))`. */
        filter: z.string().min(1).max(1000),
        /** Who searches; '' is nobody in particular. */
        bind_dn: z.string().max(1000).default(''),
        /** Never shown; left out, or sent as it is shown: the one that is kept. */
        bind_password: z.string().max(1024).optional(),
      })
      .strict()
      .nullable()
      .default(null),
  })
  .strict()
export type LdapSettings = z.infer<typeof LdapSettings>
export const LdapTest = z.object({ user: z.string(), password: z.string() }).strict()
export const LdapTestReply = z.object({ ok: z.boolean(), cause: z.string() })

/** An agentless connection as the screen lists it; the password is masked. */
export const PoolEntry = z.object({
  connection: Connection,
  /** `<host>@<name>` */
  pg_instance: z.string(),
  /** Why it is not connected, '' when it is. */
  cause: z.string(),
  version: z.string().nullable(),
  queries_paused: z.string(),
  tables_paused: z.string(),
  /** why texts of new statements are not read, or seldom; '' when nothing hinders */
  texts_paused: z.string(),
  /** what watching costs the server, ms a minute, over the last ten; null while that is not known */
  cost: z.number().nullable(),
  /** by how much readings are spread because watching costs more than 1 % of a core; 1: not at all */
  stretch: z.number(),
  collection_rate: CollectionRate.nullable(),
  database: z.string(),
  sslmode: SslMode,
  /** The privacy setting: false keeps values of statements from leaving the server. */
  literals: z.boolean(),
  /** Whether plans are estimated. */
  plans: z.boolean(),
})
export type PoolEntry = z.infer<typeof PoolEntry>
/** What the published interface cannot change; a collection rate of null is the usual one. */
export const PoolChange = z
  .object({ collection_rate: CollectionRate.nullable(), database: z.string().min(1).max(1024), sslmode: SslMode, literals: z.boolean(), plans: z.boolean() })
  .partial()
  .strict()

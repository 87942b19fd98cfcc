/**
 * What the platform knows of keeping: readings in, columns out. It speaks of readings, instances and objects, not of blobs or SQL,
 * so that another engine could stand behind it.
 */
import type { BlockFlag, Envelope } from '../../shared/model/sample.ts'
import type { Alerts } from './alerts.ts'
import type { CountBlock, CountRequest } from './counted.ts'
import type { ObjectTable } from './object-table.ts'

/** An instance as it is stored. `id` is ours and small; (agent, connection) is its identity, `label` its unique name `<server>@<name>`. */
export interface Instance {
  readonly id: number
  readonly agent: string
  readonly connection: string
  readonly label: string
  readonly server: string
  readonly name: string
  readonly host: string
  readonly port: number
  readonly tags: Readonly<Record<string, string>>
  readonly cpus: number | null
  /** ms since the epoch */
  readonly firstSeen: number
  readonly lastSeen: number
  /** false: its connection was disabled or deleted, and nothing is expected of it. */
  readonly watched: boolean
}

/**
 * Who a row of a keyed probe belongs to: its key columns and the latest of its labels. A probe of shape `rows` with labels and no key has one object per
 * instance, which holds them.
 */
export interface StoredObject {
  readonly id: number
  readonly instance: number
  readonly probe: string
  readonly values: Readonly<Record<string, string | null>>
  /** ms since the epoch */
  readonly firstSeen: number
  /** Behind by up to a day, because it is written that seldom. */
  readonly lastSeen: number
}

export interface ScanRequest {
  readonly probe: string
  readonly instances: readonly number[]
  /** ms since the epoch; a reading belongs to the range that contains its end: from <= end < to */
  readonly from: number
  readonly to: number
  /** Names of the columns wanted; others are not decoded. */
  readonly columns: readonly string[]
  /** Rows of these objects only; the readings are all there, also those that then have no row. */
  readonly objects?: ReadonlySet<number>
  /**
   * Only totals per object are wanted. Blocks then are spans of any length with each object once: counters are summed, gauges are as `gauges` says. The
   * answer equals the one from minutes (but for the rounding of sums that are not whole numbers): days and hours are used where they lie wholly inside the
   * range and nothing has come since they were rolled up, readings themselves at the edges. Of samples there are no totals: they come as they are.
   */
  readonly totals?: true
  /** Each block is only good until the next one is asked for: its memory is used again, which is quicker than to get some. */
  readonly passing?: true
}

/** A gauge over a span, entry by row; NaN where it was null in every reading. */
export interface GaugeSpan {
  readonly last: Float64Array
  readonly max: Float64Array
  /** Of the values that were not null, and how many they were. */
  readonly sum: Float64Array
  readonly count: Float64Array
}

/** A run of consecutive readings of one instance. Row r of reading i lies at first[i] <= r < first[i + 1]. */
export interface ScanBlock {
  readonly instance: number
  readonly readings: number
  readonly begin: Float64Array
  readonly end: Float64Array
  /** readings + 1 entries */
  readonly first: Uint32Array
  readonly flags: readonly (readonly BlockFlag[])[]
  readonly rows: number
  /** Object id per row; only for keyed probes. */
  readonly object?: ArrayLike<number>
  /** Counters and gauges; NaN is null. */
  readonly numbers: Readonly<Record<string, ArrayLike<number>>>
  /** Key and label columns of sample probes: `values[codes[row]]`. */
  readonly labels: Readonly<Record<string, { readonly codes: ArrayLike<number>; readonly values: readonly (string | null)[] }>>
  /**
   * There when the block is a span added up, as one reading: because totals were asked for, or because only hours or days are kept of that time. `numbers`
   * then are sums of counters and averages of gauges.
   */
  readonly span?: {
    /** End of the first and of the last reading that the row's object was in, ms. */
    readonly first: Float64Array
    readonly last: Float64Array
    readonly gauges: Readonly<Record<string, GaugeSpan>>
  }
}

/** Reading; safe beside a writer. */
export interface ReadHistory {
  /** Everything that `read` reads is of one instant, whatever is stored meanwhile. */
  together<T>(read: () => T): T
  instances(): readonly Instance[]
  /** Blocks in order of instance and time; only readings whose end lies in the range are in them. Minutes where they are kept, else hours, else days. */
  scan(request: ScanRequest): Iterable<ScanBlock>
  /** Samples by some of their labels, in order of instance; of each instance first what is kept by day, then by hour, then the samples in order of time. */
  count(request: CountRequest): Iterable<CountBlock>
  /** Every object of a probe on the given instances, by id. */
  objects(probe: string, instances: readonly number[]): ReadonlyMap<number, StoredObject>
  /** The same of one instance, kept in memory for the next question. Nothing for a probe that is not known. */
  objectTable(probe: string, instance: number): ObjectTable | undefined
  /** Texts by `query_md5_id`; unknown ones are left out. */
  texts(md5s: Iterable<string>): ReadonlyMap<string, string>
  /** The newest reading's end per instance for a probe, ms; instances without one are left out. */
  newest(probe: string): ReadonlyMap<number, number>
}

/** Writing: one transaction per call. What an agent sent is durable (fsync) when it is said to be stored; what is made of it may take a moment more. */
export interface WriteHistory extends ReadHistory {
  /** Where it is, for those who read it in another thread. */
  readonly file: string
  /** Highest sequence number stored for an agent, durable or not; 0 when none. */
  highWater(agent: string): number
  /**
   * Stores what is above the agent's high-water mark, in order, and moves the mark, all in one transaction. Readings more than 5 minutes
   * after `now` are re-stamped and flagged. Returns the new mark.
   */
  append(agent: string, envelopes: readonly Envelope[], now: number): number
  /** The same, in one transaction with what else is submitted at about the same time; resolves when durable. */
  submit(agent: string, envelopes: readonly Envelope[], now: number): Promise<number>
  /** Packs and rolls up one complete hour or day, in a thread beside. False when there was nothing to do at that time (ms since the epoch). */
  compact(now: number): Promise<boolean>
  /**
   * Deletes some of what ended before these times, and of the objects and texts that nothing refers to any more: one short transaction a call. True
   * while there may be more.
   */
  expire(before: Kept): boolean
  /**
   * Counts some samples that ended before these times by hour, and hours of them by day, and deletes what was counted. True while there may be more; to be
   * called before `expire`, which deletes without counting.
   */
  fade(before: Kept): Promise<boolean>
  /** Bytes that readings take on disk, and bytes of the file that are free for new ones. */
  size(): { readonly used: number; readonly free: number }
  /** Gives some free bytes of the file back to the disk: one short transaction. */
  shrink(): void
  close(): void
}

/** From when on readings are kept, by resolution; ms since the epoch. Samples and minutes go first, days last. */
export interface Kept {
  readonly minutes: number
  readonly hours: number
  readonly days: number
}

/** A privilege includes those before it. */
export type Privilege = 'read' | 'read write' | 'admin'

export interface StoredUser {
  readonly id: number
  readonly login: string
  readonly email: string
  /** scrypt, or null for LDAP users */
  readonly passwordHash: string | null
  readonly privilege: Privilege
  readonly profile: 'developer' | 'data admin'
  readonly live360: number
  readonly roles: readonly string[]
  readonly comment: string
  readonly ldap: boolean
}

/** Which instances its users see: those that carry every tag of one of the elements. */
export interface StoredRole {
  readonly name: string
  readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[]
}

/** One write. `request`, `before` and `after` are JSON without secrets. */
export interface StoredAudit {
  readonly id: number
  /** ms since the epoch */
  readonly time: number
  readonly login: string
  readonly email: string
  readonly address: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly request: unknown
  readonly before: unknown
  readonly after: unknown
  readonly failure: string
}

export interface StoredToken {
  readonly hash: string
  readonly user: number
  readonly expires: number
  /** What its user calls it; '' for that of a sign-in. */
  readonly name: string
  readonly issued: number
  /** Where it was asked for from, '' when that is not known. */
  readonly address: string
}

/** An agent that may upload, and that the app may steer. */
export interface StoredAgent {
  readonly id: string
  readonly name: string
  /** null: uploads only, its management interface is not known */
  readonly url: string | null
  /** accepted public key (SHA-256, base64) of its certificate; null: none was accepted yet */
  readonly pin: string | null
  /** SHA-256 (hex) of the certificate as it was accepted */
  readonly fingerprint: string | null
  readonly embedded: boolean
}

/** A license key of an agent. Times are ms since the epoch. */
export interface StoredLicenseKey {
  /** SHA-256, by which an upload's key is found */
  readonly hash: string
  readonly agent: string
  /** The key itself, sealed by the vault, for steering the agent. */
  readonly sealed: string
  readonly issued: number
  /** Not accepted from then on; null: no end. */
  readonly ends: number | null
  readonly revoked: number | null
  /** When the agent first came with it. */
  readonly firstUsed: number | null
}

/** The small database of what people decided: users, tokens, agents, settings. */
export interface Config {
  users(): readonly StoredUser[]
  userByName(emailOrLogin: string): StoredUser | undefined
  userById(id: number): StoredUser | undefined
  addUser(user: Omit<StoredUser, 'id'>): StoredUser
  updateUser(id: number, change: Partial<Omit<StoredUser, 'id'>>): void
  putToken(token: StoredToken): void
  tokenByHash(hash: string): StoredToken | undefined
  /** Those valid at that time, of everybody or of one user; the newest first. */
  tokens(at: number, user?: number): readonly StoredToken[]
  /** Those that meet every condition given. */
  dropTokens(where: { readonly user?: number; readonly expiredAt?: number; readonly hash?: string }): void
  signedIn(user: number, at: number): void
  /** By the users' ids; who never did is not in it. */
  lastSignIns(): ReadonlyMap<number, number>
  /** Their tokens go with them. */
  dropUser(id: number): void
  roles(): readonly StoredRole[]
  role(name: string): StoredRole | undefined
  putRole(role: StoredRole): void
  dropRole(name: string): void
  /** Makes an entry before its write; returns its id, by which it is ended. */
  beginAudit(entry: Omit<StoredAudit, 'id'>): number
  endAudit(id: number, after: unknown, failure: string): void
  /** Newest first. `path` is a part of it. */
  audit(where: {
    readonly before?: number | undefined
    readonly limit: number
    readonly user?: string | undefined
    readonly operation?: string | undefined
    readonly path?: string | undefined
    /** ms since the epoch, `to` exclusive */
    readonly from?: number | undefined
    readonly to?: number | undefined
  }): readonly StoredAudit[]
  /** The operations there are entries of. */
  auditOperations(): readonly string[]
  forgetAudit(before: number): void
  agents(): readonly StoredAgent[]
  putAgent(agent: StoredAgent): void
  /** Its license keys go with it. */
  dropAgent(id: string): void
  /** Every key of the agent, newest first. */
  licenseKeys(agent: string): readonly StoredLicenseKey[]
  licenseKey(hash: string): StoredLicenseKey | undefined
  /** Adds it, or changes end, revocation and first use. */
  putLicenseKey(key: StoredLicenseKey): void
  setting(name: string): string | undefined
  putSetting(name: string, value: string): void
  readonly alerts: Alerts
  close(): void
}

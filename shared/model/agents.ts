import * as z from 'zod'

/** Agents as the platform registers, watches and steers them. Times are ms since the epoch. */

export const AgentName = z
  .string()
  .min(1, 'must not be empty')
  .max(128, 'must have at most 128 characters')
  .regex(/^[^\p{Cc}]+$/u, 'must not contain control characters')
  .refine((name) => name.trim() === name, 'must not begin or end with a blank')

/** Where an agent's management interface answers: scheme, host and port, nothing else. */
export const AgentUrl = z
  .string()
  .max(512, 'must have at most 512 characters')
  .regex(/^https:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?\/?$/i, 'must be of the form https://host:port')
  .refine((text) => Number(/:(\d+)\/?$/.exec(text)?.[1] ?? '443') <= 65_535, 'must have a port up to 65535')
  .transform((text) => text.toLowerCase().replace(/\/$/, ''))

export const Fingerprint = z
  .string()
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256 fingerprint: 64 hex digits'))

/** What a certificate is known by: sha256 of it in hex, and the pin, sha256 of its public key in base64. */
export const Certificate = z.object({ fingerprint: z.string(), pin: z.string() })
export type Certificate = z.infer<typeof Certificate>

export const AgentState = z.enum([
  'online', //              it answers and accepts its license key
  'stopped', //             the embedded agent, stopped: `startAgent` starts it
  'unreachable', //         nothing answers as it should; `cause` says why
  'certificate-unknown', // first contact: nothing secret is sent until `acceptCertificate` accepts what was seen
  'certificate-changed', // another public key than the accepted one: blocked until `acceptCertificate`
  'key-refused', //         it answers, and does not accept the license key kept here
  'key-missing', //         no license key of it is valid here: issue one
  'uploads-only', //        no address is known: it may upload and cannot be steered
])
export type AgentState = z.infer<typeof AgentState>

export const AgentEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** null: uploads only */
  url: z.string().nullable(),
  /** Part of this program: it cannot be deleted, moved or revoked, and can be started from here. */
  embedded: z.boolean(),
  state: AgentState,
  /** Why it is not online, a sentence; '' when it is. */
  cause: z.string(),
  /** When that was found out; null: not yet. */
  checked: z.number().nullable(),
  /** Since when it has been so, as far as this platform has seen since its start. */
  since: z.number(),
  certificate: z.object({ accepted: Certificate.nullable(), seen: Certificate.nullable() }),
  /** What the agent said at the last successful contact; null while there was none since the start. */
  version: z.string().nullable(),
  /** Its host's name: the `server` of its instances. */
  server: z.string().nullable(),
  port: z.number().nullable(),
  upload_server: z.object({ host: z.string(), port: z.number() }).nullable(),
  /** Why its uploads do not go through as the agent sees it, '' when they do. */
  upload_cause: z.string().nullable(),
  connections: z.object({ declared: z.number(), running: z.number() }).nullable(),
  /** How far this platform's clock is ahead of the agent host's, ms. */
  clock_offset_ms: z.number().nullable(),
  /** The newest upload that was stored here. */
  last_upload: z.number().nullable(),
  /** The newest contact of the agent with this platform's ingest, with data or without. */
  last_contact: z.number().nullable(),
  /** A rotation that the agent has not yet taken up. */
  rotating: z.boolean(),
})
export type AgentEntry = z.infer<typeof AgentEntry>

export const NewAgent = z
  .object({
    name: AgentName,
    /** Left out: it uploads and is not steered from here. */
    url: AgentUrl.nullable().default(null),
    /** The key it is started with; left out: one is issued and told once. */
    license_key: z.string().min(16, 'must have at least 16 characters').max(256, 'must have at most 256 characters').optional(),
  })
  .strict()

/** A change of `url` forgets the accepted certificate: the next contact is a first one. `license_key` takes the place of every key before. */
export const AgentChange = z
  .object({
    name: AgentName,
    url: AgentUrl.nullable(),
    license_key: z.string().min(16, 'must have at least 16 characters').max(256, 'must have at most 256 characters'),
  })
  .partial()
  .strict()

/** `license_key` only where it was issued here, and only in this one answer. */
export const AddedAgent = z.object({ agent: AgentEntry, license_key: z.string().optional() })
export type AddedAgent = z.infer<typeof AddedAgent>

export const LicenseKey = z.object({
  /** Names the key and does not tell it. */
  id: z.string(),
  state: z.enum([
    'valid',
    'grace', //   replaced by a rotation, and still accepted until `ends`
    'ended', //   its grace period is over, or another key took its place
    'revoked',
  ]),
  issued: z.number(),
  /** null: it has no end */
  ends: z.number().nullable(),
  /** When the agent first used it here; null: never. */
  first_used: z.number().nullable(),
})
export type LicenseKey = z.infer<typeof LicenseKey>

/** How long the old key goes on working beside the new one. */
export const Rotation = z
  .object({ grace_hours: z.number().int().min(1).max(720).default(24) })
  .strict()
  .default({ grace_hours: 24 })

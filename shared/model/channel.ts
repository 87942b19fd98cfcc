/** Channels: who is told about problems, and how. Times are ms since the epoch. */
import * as z from 'zod'

const Words = (most: number) => z.string().max(most, `must have at most ${most} characters`)

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be of the form HH:MM')
/** In the platform's time zone. What is still open at their end is told then. */
const QuietHours = z.object({ from: ClockTime, to: ClockTime, except_critical: z.boolean().default(false) }).strict()

const Address = z
  .string()
  .max(254, 'must have at most 254 characters')
  .regex(/^[^\s\p{Cc}@<>,;"]+@[^\s\p{Cc}@<>,;"]+$/u, 'must be an e-mail address')

export const MailTarget = z
  .object({
    kind: z.literal('mail'),
    host: z.string().min(1, 'must not be empty').max(255),
    port: z.number().int().min(1).max(65535),
    /** tls: encrypted from the start; starttls: encrypted before anything is sent, or not at all; none: only to this machine itself. */
    security: z.enum(['tls', 'starttls', 'none']),
    user: Words(254).default(''),
    /** Left out in a change: as it was. Never shown. */
    password: Words(1024).optional(),
    /** PEM of the only authorities to believe; '' is the system's store. */
    ca: Words(100_000).default(''),
    from: Address,
    to: z.array(Address).min(1, 'must name at least one address').max(100, 'must have at most 100 entries'),
  })
  .strict()
export const WebhookTarget = z
  .object({
    kind: z.literal('webhook'),
    url: z
      .string()
      .max(2000)
      .regex(/^https:\/\/[^\s\p{Cc}@\\]+$/u, 'must be an https:// address without a user'),
    /** Signs every delivery. Left out in a change: as it was. Never shown. */
    secret: Words(1024).optional(),
    ca: Words(100_000).default(''),
  })
  .strict()
export const DesktopTarget = z.object({ kind: z.literal('desktop') }).strict()
export const Target = z.discriminatedUnion('kind', [MailTarget, WebhookTarget, DesktopTarget])
export type Target = z.infer<typeof Target>

const channelFields = {
  name: z.string().min(1, 'must not be empty').max(128, 'must have at most 128 characters'),
  enabled: z.boolean(),
  /** Problems below it are not told. */
  least: z.enum(['WARNING', 'CRITICAL']),
  quiet_hours: QuietHours.nullable(),
}
export const NewChannel = z
  .object({
    ...channelFields,
    enabled: channelFields.enabled.default(true),
    least: channelFields.least.default('WARNING'),
    quiet_hours: channelFields.quiet_hours.default(null),
    target: Target,
  })
  .strict()
export const ChannelChange = z
  .object({ ...channelFields, target: Target })
  .partial()
  .strict()
/** Without password and secret; `secret_set` says whether there is one. */
export const Channel = z.object({
  id: z.number(),
  ...channelFields,
  target: z.discriminatedUnion('kind', [
    MailTarget.omit({ password: true }).extend({ secret_set: z.boolean() }),
    WebhookTarget.omit({ secret: true }).extend({ secret_set: z.boolean() }),
    DesktopTarget,
  ]),
  /** The latest delivery, and why it failed ('' when it did not); null: none yet. */
  last: z.object({ at: z.number(), failure: z.string() }).nullable(),
  waiting: z.number(),
})
export type Channel = z.infer<typeof Channel>

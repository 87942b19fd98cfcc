import * as z from 'zod'

/** What stands for a password where it is not shown. Sent back, it means the one that is kept. */
export const MASK = '••••••••'

/** A connection's name: part of the label `<server>@<name>`, so neither `@` nor slashes may occur in it. */
export const ConnectionName = z
  .string()
  .min(1, 'must not be empty')
  .max(128, 'must have at most 128 characters')
  .regex(/^[^\p{Cc}/\\@]+$/u, 'must not contain control characters, "/", "\\" or "@"')
  .refine((name) => name.trim() === name, 'must not begin or end with a blank')

export const Port = z.number().int().min(1).max(65535)

/** Tags travel as one string, `key=value[,key=value]`; the empty string is no tag at all. */
export const Tags = z.string().superRefine((text, ctx) => {
  const bad = tagProblem(text)
  if (bad !== null) ctx.addIssue({ code: 'custom', message: bad })
})

/** Why a tag string is not acceptable, or null. */
function tagProblem(text: string): string | null {
  if (text === '') return null
  const seen = new Set<string>()
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, at).trim()
    const value = pair.slice(at + 1).trim()
    if (at < 1 || key === '' || value === '' || value.includes('=')) return 'must be of the form key=value[,key=value]'
    if (seen.has(key)) return `names the tag "${key}" twice`
    if (BUILT_IN_TAGS.has(key)) return `names "${key}", which is a built-in tag`
    seen.add(key)
  }
  return null
}

/** Tags that every instance carries by itself; a custom tag cannot take their name. */
export const BUILT_IN_TAGS: ReadonlySet<string> = new Set(['pg_instance', 'server', 'pg_version', 'type'])

/** Takes a valid tag string apart. */
export function parseTags(text: string): Record<string, string> {
  const tags: Record<string, string> = {}
  if (text === '') return tags
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=')
    tags[pair.slice(0, at).trim()] = pair.slice(at + 1).trim()
  }
  return tags
}

export const CollectionRate = z.enum(['low', 'high'])

/** How a session to PostgreSQL is secured: libpq's names. */
export const SslMode = z.enum(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'])

/** What the interface shows of a connection, in the documented order of keys. `password` is returned in clear because the document says so. */
export const Connection = z.object({
  name: z.string(),
  host: z.string(),
  port: Port,
  user: z.string(),
  password: z.string(),
  tags: z.string(),
  enabled: z.boolean(),
  connected: z.boolean(),
  'collection-rate': z.string(),
  samples: z.boolean(),
  'lock-monitoring': z.boolean(),
  'lock-monitoring-delay': z.number(),
  'table-monitoring': z.boolean(),
  'query-monitoring': z.boolean(),
  'query-monitoring-optimize': z.boolean(),
  'query-monitoring-min-calls': z.number(),
  'query-monitoring-min-time': z.number(),
})
export type Connection = z.infer<typeof Connection>

/** What is kept of a declared connection; `id` survives a change of everything else. */
export interface ConnectionSettings {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly sslmode: z.infer<typeof SslMode>
  readonly tags: string
  readonly enabled: boolean
  readonly collectionRate: z.infer<typeof CollectionRate>
  readonly samples: boolean
  /** The privacy setting: false keeps values of statements from leaving the server at all. Texts, ids and plans are without them in either case. */
  readonly literals: boolean
  /** Whether plans are estimated (EXPLAIN, never ANALYZE). */
  readonly plans: boolean
  readonly lockMonitoring: boolean
  /** seconds */
  readonly lockMonitoringDelay: number
  readonly tableMonitoring: boolean
  readonly queryMonitoring: boolean
  readonly queryMonitoringOptimize: boolean
  readonly queryMonitoringMinCalls: number
  /** seconds */
  readonly queryMonitoringMinTime: number
}

/** What a connection is watched with unless somebody says otherwise; address, name and login are its own. */
export const USUAL_SETTINGS = {
  enabled: true,
  collectionRate: 'low',
  samples: true,
  literals: true,
  plans: true,
  lockMonitoring: true,
  lockMonitoringDelay: 30,
  tableMonitoring: true,
  queryMonitoring: true,
  queryMonitoringOptimize: true,
  queryMonitoringMinCalls: 0,
  queryMonitoringMinTime: 0,
} as const satisfies Partial<ConnectionSettings>

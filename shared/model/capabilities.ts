import * as z from 'zod'
import type { Port, SslMode } from './server.ts'

/** What a server can tell us, as we would connect to it. */
export const Capabilities = z.object({
  connected: z.boolean(),
  /** why not, '' when connected */
  cause: z.string(),
  version: z.string().nullable(),
  role: z.enum(['primary', 'standby']).nullable(),
  provider: z.enum(['self-hosted', 'rds', 'aurora', 'cloud-sql', 'azure', 'aiven']).nullable(),
  pooled: z.boolean(),
  host: z.boolean(),
  checks: z
    .array(
      z.object({
        id: z.string(),
        doc: z.string(),
        ok: z.boolean(),
        blocks: z.boolean(),
        hint: z.string(),
        mend: z.string(),
        affects: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  /** what each report can show of it; none while it cannot be connected to */
  reports: z.array(z.object({ id: z.string(), title: z.string(), state: z.enum(['works', 'partly', 'nothing']), why: z.string() })).readonly(),
})
export type Capabilities = z.infer<typeof Capabilities>

/** Where and as whom to connect, to see what would come of it. */
export interface Tried {
  readonly host: string
  readonly port: z.infer<typeof Port>
  readonly user: string
  readonly password: string
  readonly database: string
  readonly sslmode: z.infer<typeof SslMode>
}

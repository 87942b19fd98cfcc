import * as z from 'zod'
import { Port, SslMode, type ConnectionSettings, USUAL_SETTINGS } from '../../../shared/model/server.ts'
import { checkServer } from '../../collector/ready.ts'
import { fail } from '../../kernel/problem.ts'
import { route } from '../api.ts'
import { DatabaseHost, Name, Named, Text } from '../fields.ts'

const Capabilities = z.object({
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
})

const Tested = z
  .object({ host: DatabaseHost, port: Port, user: Name, password: Text.default(''), database: Name.default('postgres'), sslmode: SslMode.default('prefer') })
  .strict()

/** What a connection that was not saved would be watched with. */
const unsaved = (address: z.output<typeof Tested>): ConnectionSettings => ({
  ...address,
  id: '',
  name: '',
  tags: '',
  ...USUAL_SETTINGS,
})

export default [
  route({
    id: 'testConnection',
    method: 'POST',
    path: '/api/app/connections/test',
    right: 'key',
    own: true,
    doc: 'Connects without saving anything: whether it works, what the server can tell, and what would mend the rest.',
    body: Tested,
    reply: [200, Capabilities],
    handler: (_, { body, gone }) => checkServer(unsaved(body), gone),
  }),
  route({
    id: 'getCapabilities',
    method: 'GET',
    path: '/api/app/connections/:connection_name/capabilities',
    right: 'key',
    own: true,
    doc: 'What the server of a declared connection can tell, asked now, and what would mend the rest.',
    params: Named,
    reply: [200, Capabilities],
    fails: ['connection.unknown'],
    handler: ({ connections }, { params: { connection_name: name }, gone }) => {
      const { collectionRate, ...stored } = connections.find(name) ?? fail('connection.unknown', { name })
      return checkServer({ ...stored, collectionRate: collectionRate ?? 'low' }, gone)
    },
  }),
]

import * as z from 'zod'
import { Capabilities } from '../../../shared/model/capabilities.ts'
import { Port, SslMode } from '../../../shared/model/server.ts'
import { route } from '../api.ts'
import { DatabaseHost, Name, Named, Text } from '../fields.ts'
import { tryAddress, tryDeclared } from '../try.ts'

const Tested = z
  .object({ host: DatabaseHost, port: Port, user: Name, password: Text.default(''), database: Name.default('postgres'), sslmode: SslMode.default('prefer') })
  .strict()

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
    handler: (_, { body, gone }) => tryAddress(body, gone),
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
    handler: ({ connections }, { params, gone }) => tryDeclared(connections, params.connection_name, gone),
  }),
]

import * as z from 'zod'
import { Connection, Port, SslMode, Tags } from '../../../shared/model/server.ts'
import { fail } from '../../kernel/problem.ts'
import { route } from '../api.ts'
import { DatabaseHost, Name, Named, Status, Text } from '../fields.ts'

const NewConnection = z.object({
  host: DatabaseHost,
  port: Port,
  user: Name,
  password: Text.default(''),
  tags: Tags,
  database: Name.default('postgres'),
  sslmode: SslMode.default('prefer'),
})

const ChangedConnection = z
  .object({ host: DatabaseHost, port: Port, user: Name, password: Text, tags: Tags, database: Name, sslmode: SslMode })
  .partial()
  .default({})

/** The fields that were sent. */
const given = (body: z.output<typeof ChangedConnection>) => {
  const { host, port, user, password, tags, database, sslmode } = body
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(tags !== undefined && { tags }),
    ...(database !== undefined && { database }),
    ...(sslmode !== undefined && { sslmode }),
  }
}

export default [
  route({
    id: 'listConnections',
    method: 'GET',
    path: '/api/connections',
    right: 'key',
    doc: 'The declared connections.',
    reply: [200, z.array(Connection)],
    handler: ({ connections }) => [...connections.list()],
  }),
  route({
    id: 'enableConnections',
    method: 'PATCH',
    path: '/api/connections/enable',
    right: 'key',
    doc: 'Enables all connections.',
    reply: [200, Status],
    handler: async ({ connections }) => {
      await connections.changeAll({ enabled: true })
      return { status: 'OK' }
    },
  }),
  route({
    id: 'disableConnections',
    method: 'PATCH',
    path: '/api/connections/disable',
    right: 'key',
    doc: 'Disables all connections; their sessions are closed.',
    reply: [200, Status],
    handler: async ({ connections }) => {
      await connections.changeAll({ enabled: false })
      return { status: 'OK' }
    },
  }),
  route({
    id: 'addConnection',
    method: 'POST',
    path: '/api/connections/:connection_name',
    right: 'key',
    doc: 'Declares a connection and begins to monitor it. Answers when it is connected, or after 5 s with the cause why it is not.',
    params: Named,
    body: NewConnection,
    reply: [201, Status],
    fails: ['connection.exists'],
    handler: async ({ connections }, { params: { connection_name: name }, body }) => {
      const cause = await connections.add(name, body)
      return { status: cause === '' ? 'Connection created and connected!' : `Connection created, not connected: ${cause}` }
    },
  }),
  route({
    id: 'getConnection',
    method: 'GET',
    path: '/api/connections/:connection_name',
    right: 'key',
    doc: 'A declared connection.',
    params: Named,
    reply: [200, Connection],
    fails: ['connection.unknown'],
    handler: ({ connections }, { params }) => connections.show(params.connection_name),
  }),
  route({
    id: 'updateConnection',
    method: 'PUT',
    path: '/api/connections/:connection_name',
    right: 'key',
    doc: 'Changes what is sent and leaves the rest. A change of address or login reconnects.',
    params: Named,
    body: ChangedConnection,
    reply: [200, Status],
    fails: ['connection.update-unknown', 'connection.password-needed'],
    handler: async ({ connections, state }, { params: { connection_name: name }, body }) => {
      const before = connections.find(name) ?? fail('connection.update-unknown', { name })
      const moves = (['host', 'port', 'user'] as const).some((key) => body[key] !== undefined && body[key] !== before[key])
      if (state.settings.maskPasswords && moves && body.password === undefined) fail('connection.password-needed', { name })
      await connections.change(name, given(body))
      return { status: 'Connection updated!' }
    },
  }),
  route({
    id: 'deleteConnection',
    method: 'DELETE',
    path: '/api/connections/:connection_name',
    right: 'key',
    doc: 'Removes a connection; its session is closed.',
    params: Named,
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params }) => {
      await connections.remove(params.connection_name)
      return { status: 'Connection deleted!' }
    },
  }),
]

import * as z from 'zod'
import { PoolChange, PoolEntry } from '../../../shared/model/access.ts'
import { Capabilities } from '../../../shared/model/capabilities.ts'
import { Connection, ConnectionName, Port, SslMode, Tags } from '../../../shared/model/server.ts'
import { QUANTITIES, SWITCHES, type Quantity, type Switch } from '../../../shared/model/switches.ts'
import type { AnyRoute } from '../../kernel/route.ts'
import {
  addConnection,
  changeConnection,
  listPool,
  poolEntry,
  removeConnection,
  resumeQueries,
  showConnection,
  tryAddress,
  tryDeclared,
  tuneConnection,
} from '../agentless.ts'
import { route, type PlatformApi } from '../context.ts'

const HOME = '/ds-api/pool/pg-instances'
const OWN_HOME = '/ds-api/app/pool/pg-instances'

const Named = z.object({ connection_name: ConnectionName })
const Status = z.object({ status: z.string() })
const Host = z
  .string()
  .min(1, 'must not be empty')
  .max(255, 'must have at most 255 characters')
  .regex(/^[^\s\p{Cc}/\\@?#]+$/u, 'must be a host name or an address, nothing else')
const Text = z
  .string()
  .max(1024, 'must have at most 1024 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
const Name = Text.min(1, 'must not be empty')
const address = { host: Host, port: Port, user: Name, password: Text, tags: Tags }
const extra = { database: Name, sslmode: SslMode }

const digits = (most: number) => {
  const words = `must be a whole number from 0 to ${most}, in digits`
  return z
    .string()
    .regex(/^\d{1,12}$/, words)
    .transform(Number)
    .refine((value) => value <= most, words)
}

const camel = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A switch: the one of the connection itself where it is published, the others beside it. */
const turn = ({ name, says, sets }: Switch, on: boolean): AnyRoute<PlatformApi> => {
  const verb = on ? 'enable' : 'disable'
  return route({
    id: `${verb}Agentless${camel(name)}`,
    method: 'PATCH',
    path: name === '' ? `${HOME}/:connection_name/${verb}` : `${OWN_HOME}/:connection_name/${verb}-${name}`,
    right: name === '' ? 'read write' : 'admin',
    ...(name !== '' && { own: true as const }),
    doc: `Switch ${name === '' ? 'an agentless connection' : `${says.toLowerCase()} of an agentless connection`} ${on ? 'on' : 'off'}.`,
    params: Named,
    reply: [200, Status],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: async (api, { params, caller }) => {
      if (name === 'query-monitoring' && on) await resumeQueries(api, caller, params.connection_name)
      else await changeConnection(api, caller, params.connection_name, sets(on))
      return { status: `${says} ${on ? 'enabled' : 'disabled'}!` }
    },
  })
}

const quantity = ({ name, doc, upTo, says, sets }: Quantity): AnyRoute<PlatformApi> =>
  route({
    id: `setAgentless${camel(name)}`,
    method: 'PATCH',
    path: `${OWN_HOME}/:connection_name/${name}/:value`,
    right: 'admin',
    own: true,
    doc,
    params: Named.extend({ value: digits(upTo) }),
    reply: [200, Status],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: async (api, { params, caller }) => {
      await changeConnection(api, caller, params.connection_name, sets(params.value))
      return { status: says(params.value) }
    },
  })

export default [
  route({
    id: 'addAgentless',
    method: 'POST',
    path: `${HOME}/:connection_name`,
    right: 'admin',
    doc: 'Declare a connection that the platform watches itself. Answers when it is connected, or after 5 s with the cause why it is not.',
    params: Named,
    body: z.object({ ...address, database: Name.default('postgres'), sslmode: SslMode.default('prefer') }),
    reply: [201, Status],
    fails: ['pool.exists', 'pool.unavailable'],
    handler: async (api, { params, body }) => ({ status: await addConnection(api, params.connection_name, body) }),
  }),
  route({
    id: 'getAgentless',
    method: 'GET',
    path: `${HOME}/:connection_name`,
    right: 'read',
    doc: 'An agentless connection; the password is shown to administrators only.',
    params: Named,
    reply: [200, Connection],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: (api, { params, caller }) => showConnection(api, caller, params.connection_name),
  }),
  route({
    id: 'updateAgentless',
    method: 'PUT',
    path: `${HOME}/:connection_name`,
    right: 'admin',
    doc: 'Change what is sent and leave the rest. A change of address or login reconnects.',
    params: Named,
    body: z
      .object({ ...address, ...extra })
      .partial()
      .default({}),
    reply: [200, Status],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: async (api, { params, body, caller }) => {
      await changeConnection(api, caller, params.connection_name, body)
      return { status: 'Connection updated!' }
    },
  }),
  route({
    id: 'deleteAgentless',
    method: 'DELETE',
    path: `${HOME}/:connection_name`,
    right: 'admin',
    doc: 'Remove an agentless connection; what was read of it stays.',
    params: Named,
    reply: [200, Status],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: async (api, { params, caller }) => {
      await removeConnection(api, caller, params.connection_name)
      return { status: 'Connection deleted!' }
    },
  }),
  ...SWITCHES.flatMap((one) => [turn(one, true), turn(one, false)]),
  ...QUANTITIES.map(quantity),
  route({
    id: 'listAgentless',
    method: 'GET',
    path: OWN_HOME,
    right: 'read',
    own: true,
    doc: 'The agentless connections and how they are; passwords are masked.',
    reply: [200, z.array(PoolEntry)],
    handler: (api, { caller }) => listPool(api, caller),
  }),
  route({
    id: 'getAgentlessEntry',
    method: 'GET',
    path: `${OWN_HOME}/:connection_name`,
    right: 'read',
    own: true,
    doc: 'An agentless connection and how it is; its password is masked.',
    params: Named,
    reply: [200, PoolEntry],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: (api, { params, caller }) => poolEntry(api, caller, params.connection_name),
  }),
  route({
    id: 'testAgentless',
    method: 'POST',
    path: '/ds-api/app/pool/test',
    right: 'admin',
    own: true,
    doc: 'Connects from the platform without saving anything: whether it works, what the server can tell, and what would mend the rest.',
    body: z
      .object({ host: Host, port: Port, user: Name, password: Text.default(''), database: Name.default('postgres'), sslmode: SslMode.default('prefer') })
      .strict(),
    reply: [200, Capabilities],
    fails: ['pool.unavailable'],
    handler: (api, { body, gone }) => tryAddress(api, body, gone),
  }),
  route({
    id: 'getAgentlessCapabilities',
    method: 'GET',
    path: `${OWN_HOME}/:connection_name/capabilities`,
    right: 'read',
    own: true,
    doc: 'What the server of an agentless connection can tell, asked now, and what would mend the rest.',
    params: Named,
    reply: [200, Capabilities],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: (api, { params, caller, gone }) => tryDeclared(api, caller, params.connection_name, gone),
  }),
  route({
    id: 'tuneAgentless',
    method: 'PATCH',
    path: `${OWN_HOME}/:connection_name`,
    right: 'admin',
    own: true,
    doc: 'Change what the published interface cannot: the collection rate (null: low), the database connected to, how the session is secured, whether samples may hold literals, whether plans are estimated.',
    params: Named,
    body: PoolChange,
    reply: [200, Status],
    fails: ['pool.unknown', 'pool.unavailable'],
    handler: async (api, { params, body, caller }) => {
      await tuneConnection(api, caller, params.connection_name, body)
      return { status: 'Connection updated!' }
    },
  }),
]

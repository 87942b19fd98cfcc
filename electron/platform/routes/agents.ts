import * as z from 'zod'
import { AddedAgent, AgentChange, AgentEntry, Fingerprint, LicenseKey, NewAgent, Rotation } from '../../../shared/model/agents.ts'
import { Port } from '../../../shared/model/server.ts'
import { agentRoute, route } from '../context.ts'
import { acceptCertificate, addAgent, changeAgent, entryOf, listAgents, removeAgent, rotateKey, startEmbedded } from '../registry.ts'

const One = z.object({ agent: z.string() })
const Status = z.object({ status: z.string() })
const HOME = '/ds-api/app/agents'
const own = { own: true, right: 'admin' } as const

export default [
  route({
    ...own,
    id: 'listAgents',
    method: 'GET',
    path: HOME,
    doc: 'The registered agents and how they are. Answers what is known and looks again behind the answer.',
    reply: [200, z.array(AgentEntry)],
    handler: listAgents,
  }),
  route({
    ...own,
    id: 'addAgent',
    method: 'POST',
    path: HOME,
    doc: 'Register an agent. Without a license key one is issued, and told in this answer only. Its certificate is shown and must be accepted before anything is sent to it.',
    body: NewAgent,
    reply: [201, AddedAgent],
    fails: ['agent.exists', 'agent.key-known'],
    handler: (api, { body }) => addAgent(api, body),
  }),
  route({
    ...own,
    id: 'getAgent',
    method: 'GET',
    path: `${HOME}/:agent`,
    doc: 'A registered agent, looked at now.',
    params: One,
    reply: [200, AgentEntry],
    fails: ['agent.unknown'],
    handler: (api, { params }) => entryOf(api, api.agents.get(params.agent), 'now'),
  }),
  route({
    ...own,
    id: 'changeAgent',
    method: 'PATCH',
    path: `${HOME}/:agent`,
    doc: 'Change the name, the address or the license key of an agent. Another address needs its certificate accepted again.',
    params: One,
    body: AgentChange,
    reply: [200, AgentEntry],
    fails: ['agent.unknown', 'agent.exists', 'agent.embedded', 'agent.key-known'],
    handler: (api, { params, body }) => changeAgent(api, params.agent, body),
  }),
  route({
    ...own,
    id: 'deleteAgent',
    method: 'DELETE',
    path: `${HOME}/:agent`,
    doc: 'Remove an agent: its license keys end at once, what it has uploaded stays.',
    params: One,
    reply: [200, Status],
    fails: ['agent.unknown', 'agent.embedded'],
    handler: (api, { params }) => removeAgent(api, params.agent),
  }),
  route({
    ...own,
    id: 'acceptCertificate',
    method: 'PUT',
    path: `${HOME}/:agent/certificate`,
    doc: 'Accept the certificate that the agent shows now, when it has this fingerprint. From then on only its public key is believed.',
    params: One,
    body: z.object({ fingerprint: Fingerprint }).strict(),
    reply: [200, AgentEntry],
    fails: ['agent.unknown', 'agent.embedded', 'agent.certificate', 'agent.unreachable'],
    handler: (api, { params, body }) => acceptCertificate(api, params.agent, body.fingerprint),
  }),
  route({
    ...own,
    id: 'startAgent',
    method: 'POST',
    path: `${HOME}/:agent/start`,
    doc: 'Start the embedded agent after it was stopped, on another port if one is given. A running one is left as it is.',
    params: One,
    body: z.object({ port: Port.optional() }).strict().default({}),
    reply: [201, AgentEntry],
    fails: ['agent.unknown', 'agent.start'],
    handler: (api, { params, body }) => startEmbedded(api, api.agents.get(params.agent), body.port),
  }),
  agentRoute({
    id: 'startOwnAgent',
    method: 'POST',
    path: '/ds-api/app/agent/start',
    right: 'agent',
    own: true,
    doc: 'The same for the command line, with the license key of the embedded agent.',
    reply: [201, Status],
    fails: ['token.missing', 'token.wrong', 'agent.start'],
    handler: async (api, { caller }) => {
      await startEmbedded(api, caller.agent)
      return { status: 'Agent started' }
    },
  }),
  route({
    ...own,
    id: 'listLicenseKeys',
    method: 'GET',
    path: `${HOME}/:agent/license-keys`,
    doc: 'The license keys of an agent, newest first; never the keys themselves.',
    params: One,
    reply: [200, z.array(LicenseKey)],
    fails: ['agent.unknown'],
    handler: ({ agents, keys }, { params }) => [...keys.list(agents.get(params.agent).id)],
  }),
  route({
    ...own,
    id: 'issueLicenseKey',
    method: 'POST',
    path: `${HOME}/:agent/license-keys`,
    doc: 'Issue a license key to an agent that has no valid one. It is told in this answer only.',
    params: One,
    reply: [201, z.object({ license_key: z.string() })],
    fails: ['agent.unknown', 'agent.key-valid'],
    handler: ({ agents, keys, contacts }, { params }) => {
      const key = keys.issue(agents.get(params.agent))
      contacts.forget(params.agent)
      return { license_key: key.reveal() }
    },
  }),
  route({
    ...own,
    id: 'rotateLicenseKey',
    method: 'POST',
    path: `${HOME}/:agent/license-keys/rotate`,
    doc: 'Put a new license key in the place of the present one. The agent takes it up with its next upload by itself; until `ends` both work.',
    params: One,
    body: Rotation,
    reply: [201, z.object({ ends: z.number() })],
    fails: ['agent.unknown', 'agent.key-missing'],
    handler: (api, { params, body }) => rotateKey(api, params.agent, body.grace_hours),
  }),
  route({
    ...own,
    id: 'revokeLicenseKey',
    method: 'DELETE',
    path: `${HOME}/:agent/license-keys/:key`,
    doc: 'End a license key at once: uploads with it are refused from now on.',
    params: One.extend({ key: z.string() }),
    reply: [200, Status],
    fails: ['agent.unknown', 'agent.embedded', 'agent.key-unknown'],
    handler: ({ agents, keys, contacts }, { params }) => {
      keys.revoke(agents.get(params.agent), params.key)
      contacts.forget(params.agent)
      return { status: 'License key revoked' }
    },
  }),
]

import * as z from 'zod'
import { agentApi } from '../../../shared/api/agent.generated.ts'
import type { Operation } from '../../../shared/api/client.ts'
import type { AnyRoute } from '../../kernel/route.ts'
import { route, type PlatformApi } from '../context.ts'
import { filledPath } from '../relay.ts'
import { relayScope } from '../relay-scope.ts'
import { relayRight } from '../rights.ts'

/** Largest body an operation of the agent takes, bytes. */
const BODY_LIMIT = 1024 * 1024

const Params = z.record(z.string(), z.string())

function relayOf([name, operation]: readonly [string, Operation]): AnyRoute<PlatformApi> {
  const { method, path } = operation
  return route({
    id: `relay${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    method,
    path: `/ds-api/app/agents/:agent${path}`,
    right: relayRight(operation),
    own: true,
    doc: `${method} ${path} of a registered agent; passwords are masked.`,
    params: Params,
    rawBody: BODY_LIMIT,
    body: z.instanceof(Buffer),
    // In the agent's interface every POST answers 201, everything else 200.
    reply: [method === 'POST' ? 201 : 200, z.unknown()],
    fails: ['agent.unknown', 'agent.unreachable', 'agent.refused', 'connection.unknown', 'right.restricted'],
    handler: async (api, { params, body, caller }) => {
      const { relay, contacts } = api
      const agent = params['agent'] ?? ''
      const scope = relayScope(api, caller, agent)
      scope.check(operation, params['connection_name'])
      const answer = await relay.send(agent, method, filledPath(path, params), body)
      if (method !== 'GET') contacts.forget(agent)
      return scope.narrow(operation, answer)
    },
  })
}

export default Object.entries(agentApi).map(relayOf)

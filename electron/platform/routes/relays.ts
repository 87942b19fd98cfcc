import * as z from 'zod'
import { fail } from '../../kernel/problem.ts'
import type { AnyRoute, Method } from '../../kernel/route.ts'
import type { Privilege } from '../../store/store.ts'
import { route, type PlatformApi } from '../context.ts'

/** An operation of the agent's interface, as far as a relay needs it. */
interface AgentOperation {
  readonly method: Method
  readonly path: string
  readonly status: number
}

const OPERATIONS: readonly AgentOperation[] = [
  { method: 'GET', path: '/api/agent/status', status: 200 },
  { method: 'PUT', path: '/api/agent/stop', status: 200 },
  { method: 'GET', path: '/api/connections', status: 200 },
  { method: 'PATCH', path: '/api/connections/enable', status: 200 },
  { method: 'PATCH', path: '/api/connections/disable', status: 200 },
  { method: 'POST', path: '/api/connections/:connection_name', status: 201 },
  { method: 'GET', path: '/api/connections/:connection_name', status: 200 },
  { method: 'PUT', path: '/api/connections/:connection_name', status: 200 },
  { method: 'DELETE', path: '/api/connections/:connection_name', status: 200 },
  { method: 'PATCH', path: '/api/connections/:connection_name/enable', status: 200 },
  { method: 'PATCH', path: '/api/connections/:connection_name/disable', status: 200 },
]

/** Largest body an operation of the agent takes, bytes. */
const BODY_LIMIT = 1024 * 1024

/** Looking needs `read`, switching a connection on and off `read write`, everything else an administrator. */
function rightOf({ method, path }: AgentOperation): Privilege {
  if (method === 'GET') return 'read'
  return method === 'PATCH' && /^\/api\/connections\/.*(?:en|dis)able/.test(path) ? 'read write' : 'admin'
}

const Params = z.record(z.string(), z.string())

const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function relayOf(operation: AgentOperation): AnyRoute<PlatformApi> {
  const { method, path, status } = operation
  return route({
    id: `agent:${method} ${path}`,
    method,
    path: `/ds-api/app/agents/:agent${path}`,
    right: rightOf(operation),
    own: true,
    doc: `${method} ${path} of a registered agent; passwords are masked.`,
    params: Params,
    rawBody: BODY_LIMIT,
    body: z.instanceof(Buffer),
    reply: [status, z.unknown()],
    fails: ['agent.unknown', 'agent.unreachable', 'agent.refused', 'right.missing'],
    handler: ({ relay }, { params, body, caller }) => {
      if (caller.user.profile === 'developer') fail('right.missing', { user: caller.user.login, right: 'the profile data admin' })
      return relay.send(params['agent'] ?? '', method, filled(path, params), body)
    },
  })
}

export default OPERATIONS.map(relayOf)

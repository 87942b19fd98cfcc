import * as z from 'zod'
import { ErrorBody } from '../../shared/model/problem.ts'
import { httpsClient, Unreachable, type HttpsClient, type HttpsReply } from '../kernel/client.ts'
import { fail, Problem } from '../kernel/problem.ts'
import type { Method } from '../kernel/route.ts'
import type { StoredAgent } from '../store/store.ts'
import type { Agents } from './agents.ts'

/** What stands for a password in everything relayed. Sent back, it means the one that is kept. */
export const MASK = '••••••••'

/** A POST that waits for a connection takes the agent 5 s; a test upload goes through a proxy besides. */
const TIMEOUT_MS = 20_000

/** What an agent refused, told on with its own status and sentence. */
class Relayed extends Problem {
  readonly #status: number
  constructor(status: number, error: string) {
    super('agent.refused', { error })
    this.#status = status
  }
  override get status(): number {
    return this.#status
  }
}

export interface Relay {
  /** Sends a request to the agent's management interface with its license key, and answers what it said, passwords masked. */
  send(agent: string, method: Method, path: string, body: Buffer): Promise<unknown>
  close(): Promise<void>
}

/** Replaces every password, at whatever depth; an empty one is shown to be empty. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'password' && one !== '' ? MASK : masked(one)]))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The body without a password that is only the mask; anything that is no object is the agent's to judge. */
function unmasked(body: Buffer): Buffer {
  const value = z.record(z.string(), z.unknown()).safeParse(parsed(body)).data
  if (value?.['password'] !== MASK) return body
  const { password: _mask, ...rest } = value
  return Buffer.from(JSON.stringify(rest))
}

const Login = z.object({ host: z.unknown(), port: z.unknown(), user: z.unknown(), password: z.unknown() }).partial()

/**
 * A connection whose password the caller cannot see must not be pointed at a server of theirs: a change of host, port or user needs the
 * password again.
 */
function checkRedirect(current: unknown, body: Buffer): void {
  const before = Login.safeParse(current).data ?? {}
  const change = Login.safeParse(parsed(body)).data ?? {}
  if (change.password !== undefined || before.password === undefined || before.password === '') return
  for (const field of ['host', 'port', 'user'] as const) {
    if (change[field] !== undefined && change[field] !== before[field])
      fail('request.invalid', { field: 'password', why: `must be given again when ${field} changes` })
  }
}

function answerOf(agent: StoredAgent, reply: HttpsReply): unknown {
  const value = parsed(reply.body)
  if (reply.status < 300) return masked(value)
  if (reply.status === 401) fail('agent.unreachable', { agent: agent.name, why: 'it does not accept the license key kept for it here' })
  const said = ErrorBody.safeParse(value).data?.error ?? `it answered with status ${reply.status}`
  throw new Relayed(reply.status === 500 ? 502 : reply.status, said)
}

export function createRelay(agents: Agents): Relay {
  const clients = new Map<string, HttpsClient>()

  const clientOf = (pin: string): HttpsClient => {
    const client = clients.get(pin) ?? httpsClient({ trust: { pin } })
    clients.set(pin, client)
    return client
  }

  const exchange = async (agent: StoredAgent, method: Method, path: string, body: Buffer): Promise<HttpsReply> => {
    const { url, pin, name } = agent
    if (url === null || pin === null) fail('agent.unreachable', { agent: name, why: 'its management interface is not known here' })
    const headers = { 'api-token': agents.keyOf(agent).reveal(), 'content-type': 'application/json' }
    try {
      return await clientOf(pin).request({ method, url: `${url}${path}`, headers, timeoutMs: TIMEOUT_MS, ...(body.length > 0 && { body }) })
    } catch (error) {
      if (error instanceof Unreachable) fail('agent.unreachable', { agent: name, why: error.message })
      throw error
    }
  }

  return {
    send: async (id, method, path, body) => {
      const agent = agents.get(id)
      const sent = unmasked(body)
      if (method === 'PUT' && path.startsWith('/api/connections/')) checkRedirect(parsed((await exchange(agent, 'GET', path, Buffer.alloc(0))).body), sent)
      return answerOf(agent, await exchange(agent, method, path, sent))
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}

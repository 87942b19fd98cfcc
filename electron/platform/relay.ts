import * as z from 'zod'
import { ErrorBody } from '../../shared/model/problem.ts'
import { MASK } from '../../shared/model/server.ts'
import { httpsClient, Unreachable, type HttpsClient, type HttpsReply } from '../kernel/client.ts'
import { fail, Problem } from '../kernel/problem.ts'
import type { Method } from '../kernel/route.ts'
import type { StoredAgent } from '../store/store.ts'
import type { LicenseKeys } from './license-keys.ts'

/** A POST that waits for a connection takes the agent 5 s; a test upload goes through a proxy besides. */
const TIMEOUT_MS = 20_000

/** For a look at whether it is there. */
export const LOOK_MS = 5_000

/** The longest answer that is taken: a thousand connections are half of it. */
const ANSWER_LIMIT = 2 * 1024 * 1024

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
  /** The answer as it came. Fails with `agent.unreachable`, or throws what happened when nobody trustworthy answered. @throws Unreachable */
  exchange(agent: StoredAgent, method: Method, path: string, body: Buffer, timeoutMs?: number): Promise<HttpsReply>
  close(): Promise<void>
}

/** Deeper than any answer of an agent; what is beyond would be a stack overflow for whoever walks through it. */
const DEPTH = 8
const alien = (agent: string): never => fail('agent.unreachable', { agent, why: 'what answers there is not an agent of this program' })

/** Replaces every password, at whatever depth; an empty one is shown to be empty. */
function masked(value: unknown, agent = '', depth = 0): unknown {
  if (depth > DEPTH) return alien(agent)
  if (Array.isArray(value)) return value.map((one) => masked(one, agent, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'password' && one !== '' ? MASK : masked(one, agent, depth + 1)]))
}

export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A path of the agent's with its names filled in. */
export function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    // An address with a dot as a segment is another address, whatever the encoding.
    if (/^\.{0,2}$/.test(value)) fail('request.invalid', { field: name, why: 'must not be empty, "." or ".."' })
    return encodeURIComponent(value)
  })
}

/** A proxy is set as a whole: without its password it would have none, so the agent is told that it is the one it keeps. */
const WHOLE: ReadonlySet<string> = new Set(['/api/proxy'])

/** The body without a password that is only the mask; anything that is no object is the agent's to judge. */
function unmasked(path: string, body: Buffer): Buffer {
  if (WHOLE.has(path)) return body
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
  const { status } = reply
  if (status === 200 || status === 201) return typeof value === 'object' && value !== null ? masked(value, agent.name) : alien(agent.name)
  if (status === 401) fail('agent.unreachable', { agent: agent.name, why: 'it does not accept the license key kept for it here' })
  const said = ErrorBody.safeParse(value).data?.error.slice(0, 1000)
  if (said === undefined || status < 400) return alien(agent.name)
  throw new Relayed(status >= 500 ? 502 : status, said)
}

export function createRelay(keys: LicenseKeys, get: (id: string) => StoredAgent): Relay {
  const clients = new Map<string, HttpsClient>()

  const clientOf = (pin: string): HttpsClient => {
    const client = clients.get(pin) ?? httpsClient({ trust: { pin } })
    clients.set(pin, client)
    return client
  }

  const exchange: Relay['exchange'] = async ({ id, url, pin, name }, method, path, body, timeoutMs = TIMEOUT_MS) => {
    if (url === null) return fail('agent.unreachable', { agent: name, why: 'its management interface is not known here' })
    if (pin === null) return fail('agent.unreachable', { agent: name, why: 'its certificate has not been accepted here yet' })
    const steering = keys.steering(id)
    let reply: HttpsReply | undefined
    // During a rotation it is the agent that decides when it goes on to the new key.
    for (const key of steering) {
      const headers = { 'api-token': key.reveal(), 'content-type': 'application/json' }
      reply = await clientOf(pin).request({ method, url: `${url}${path}`, headers, timeoutMs, maxBytes: ANSWER_LIMIT, ...(body.length > 0 && { body }) })
      if (reply.status !== 401) return reply
    }
    return reply ?? fail('agent.key-missing', { agent: name })
  }

  /** Nobody answered: said as the failure of this agent. */
  const told = async (agent: StoredAgent, method: Method, path: string, body: Buffer): Promise<HttpsReply> => {
    try {
      return await exchange(agent, method, path, body)
    } catch (error) {
      if (error instanceof Unreachable) fail('agent.unreachable', { agent: agent.name, why: error.message })
      throw error
    }
  }

  return {
    exchange,
    send: async (id, method, path, body) => {
      const agent = get(id)
      const sent = unmasked(path, body)
      if (method === 'PUT' && path.startsWith('/api/connections/')) checkRedirect(parsed((await told(agent, 'GET', path, Buffer.alloc(0))).body), sent)
      return answerOf(agent, await told(agent, method, path, sent))
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}

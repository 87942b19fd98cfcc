import * as z from 'zod'
import type { AuditPage, AuditQuery } from '../../shared/model/access.ts'
import { MASK } from '../../shared/model/server.ts'
import { wordsOf } from '../kernel/words.ts'
import type { AnyRoute, Input } from '../kernel/route.ts'
import type { UserCaller } from './access.ts'
import type { AgentCaller } from './license-keys.ts'
import type { PlatformApi } from './context.ts'
import { filledPath, LOOK_MS, parsed } from './relay.ts'
import type { UserRight } from './rights.ts'
import { auditDays } from './settings.ts'

/**
 * Who has written what. Every operation of users that may write goes through here, by its place in the route table, so that none can be
 * forgotten: the entry is made before the write, with the state before it, and ended after it. The state of something is what the operation
 * that shows it answers.
 */

type AnyInput = Omit<Input<undefined, undefined, undefined, UserCaller | AgentCaller>, 'params' | 'body'> & { readonly params: unknown; readonly body: unknown }

const DAY = 86_400_000
const Names = z.record(z.string(), z.string())

/** Asking is not writing, although it needs a body. */
const ASKS: ReadonlySet<string> = new Set(['previewRole', 'testLdap'])
/** What anybody may do for themselves and is a write all the same. */
const OWN: ReadonlySet<string> = new Set(['changeOwnPassword', 'addOwnToken', 'endOwnToken'])
/** What a license key may do besides uploading. */
const BY_KEY: ReadonlySet<string> = new Set(['startOwnAgent'])
const WRITING: ReadonlySet<string> = new Set<UserRight>(['read write', 'live write', 'admin'])

export const isWrite = ({ id, method, right }: AnyRoute): boolean => OWN.has(id) || BY_KEY.has(id) || (method !== 'GET' && WRITING.has(right) && !ASKS.has(id))

/** The route table with every write in the log. */
export const audited = (routes: readonly AnyRoute<PlatformApi>[]): readonly AnyRoute<PlatformApi>[] =>
  routes.map((route) => (isWrite(route) ? logged(route, showingOf(route, routes)) : route))

type Handle = (api: PlatformApi, input: AnyInput) => unknown
// Their types were checked where the routes were written; in the list of all they are lost (see AnyRoute).
const handlerOf = (route: AnyRoute<PlatformApi>): Handle => route.handler as Handle

const AGENT = '/ds-api/app/agents/:agent'

/** What is at an agent is asked for with little patience; the agent itself is shown without a look at it. */
function shownAtAgent(path: string): Handle | undefined {
  if (path !== AGENT && !path.startsWith(`${AGENT}/`)) return undefined
  return async ({ agents, relay }, { params }) => {
    const names = Names.parse(params)
    const agent = agents.get(names['agent'] ?? '')
    if (path === AGENT) return agent
    const { status, body } = await relay.exchange(agent, 'GET', filledPath(path.slice(AGENT.length), names), Buffer.alloc(0), LOOK_MS)
    return status === 200 ? parsed(body) : null
  }
}

/** The operation that shows what a write is about: that of the same path, or of the nearest one above it that names a single thing. */
function showingOf({ path }: AnyRoute, routes: readonly AnyRoute<PlatformApi>[]): Handle | undefined {
  // What is set of an agent as a whole is told with its state.
  if (path.startsWith(`${AGENT}/api/agent/`)) return shownAtAgent(`${AGENT}/api/agent/status`)
  const names = (one: string): boolean => path === one || (path.startsWith(`${one}/`) && /\/:\w+$/.test(one))
  const [nearest] = routes.filter((one) => one.method === 'GET' && names(one.path)).sort((a, b) => b.path.length - a.path.length)
  if (nearest === undefined) return undefined
  return shownAtAgent(nearest.path) ?? handlerOf(nearest)
}

function logged(route: AnyRoute<PlatformApi>, show: Handle | undefined): AnyRoute<PlatformApi> {
  const { id, method, path } = route
  const look = async (api: PlatformApi, input: AnyInput): Promise<unknown> => {
    try {
      return scrubbed(await show?.(api, { ...input, body: undefined }))
    } catch {
      // It does not exist, or cannot be seen: what was asked and what came of it is told all the same.
      return null
    }
  }
  const handler: Handle = async (api, input) => {
    const { config, clock, log } = api
    const who = whoOf(input.caller)
    config.forgetAudit(clock.now() - auditDays(config) * DAY)
    const entry = config.beginAudit({
      time: clock.now(),
      ...who,
      operation: id,
      method,
      path: filled(path, input.params),
      request: scrubbed(Buffer.isBuffer(input.body) ? parsed(input.body) : input.body),
      before: await look(api, input),
      after: null,
      failure: 'Its end is not known: the program ended before it',
    })
    try {
      const answer = await handlerOf(route)(api, input)
      config.endAudit(entry, await look(api, input), '')
      log.info({ user: who.login, operation: id, path: filled(path, input.params) }, 'written')
      return answer
    } catch (error) {
      config.endAudit(entry, null, wordsOf(error))
      throw error
    }
  }
  return { ...route, handler }
}

/** An agent is told by its name. */
const whoOf = (caller: UserCaller | AgentCaller): { readonly login: string; readonly email: string; readonly address: string } =>
  'agent' in caller
    ? { login: `agent ${caller.agent.name}`, email: '', address: caller.address }
    : { login: caller.user.login, email: caller.user.email, address: caller.address }

const filled = (path: string, params: unknown): string => {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

const SECRET = /password|secret|token|license_key|private|sealed|credential|api[-_]?key/i
const DEPTH = 12

/** A value without what must not be kept: secrets by their names, key files by their form. */
function scrubbed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*/g, MASK)
  if (typeof value !== 'object' || value === null || depth > DEPTH) return depth > DEPTH ? null : value
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET.test(name) && typeof one === 'string' && one !== '' ? MASK : scrubbed(one, depth + 1)]),
  )
}

export function auditPage({ config }: PlatformApi, { limit, ...where }: z.output<typeof AuditQuery>): AuditPage {
  const found = config.audit({ ...where, limit: limit + 1 })
  const entries = found.slice(0, limit)
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null, operations: [...config.auditOperations()] }
}

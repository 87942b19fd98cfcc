/** Calls of the platform's interface. Every failure is an `ApiProblem`: one sentence, and what kind it is. */
import type { LoadReply, LoadRequest, OverviewReply, TopReply, TopRequest } from '../../shared/model/activity.ts'
import type { TagFilter } from '../../shared/model/report.ts'
import type { Connection } from '../../shared/model/server.ts'
import { formatUtc } from '../../shared/units.ts'
import { useSession } from '../app/state.ts'
import { learnServerTime, now } from './clock.ts'

/** status 0: no answer at all. 401: signed out. 403: refused. */
export class ApiProblem extends Error {
  readonly status: number
  readonly requestId: string | undefined
  constructor(status: number, message: string, requestId?: string) {
    super(message)
    this.status = status
    this.requestId = requestId
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// The platform's own documents say what a reply looks like; it is checked there against the same schemas, so it is taken as told here.
async function call<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const token = useSession.getState().token ?? ''
  const reply = await send(path, {
    method,
    headers: { 'user-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (reply.status === 401) useSession.getState().refuse(token)
  return (await read(reply)) as T
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store', redirect: 'error' })
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    throw new ApiProblem(0, 'The platform does not answer.')
  }
}

async function read(reply: Response): Promise<unknown> {
  const text = await reply.text()
  const value = parse(text)
  if (reply.ok) return value
  const said = typeof value === 'object' && value !== null ? { error: undefined, request_id: undefined, ...value } : { error: undefined, request_id: undefined }
  const sentence = typeof said.error === 'string' ? said.error : `The platform answered with status ${String(reply.status)}.`
  throw new ApiProblem(reply.status, sentence, typeof said.request_id === 'string' ? said.request_id : undefined)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Trades name and password for a token. */
export async function signIn(user: string, password: string): Promise<string> {
  const basic = btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))
  const reply = await send('/ds-api/user-token', { method: 'POST', headers: { authorization: `Basic ${basic}` } })
  const value = await read(reply)
  if (typeof value === 'object' && value !== null && 'user-token' in value && typeof value['user-token'] === 'string') return value['user-token']
  throw new ApiProblem(reply.status, 'The platform did not hand out a token.')
}

export async function overview(signal?: AbortSignal): Promise<OverviewReply> {
  const sentAt = now()
  const reply = await call<OverviewReply>('GET', '/ds-api/app/overview', undefined, signal)
  learnServerTime(reply.time, sentAt, now())
  return reply
}

export const load = (request: LoadRequest, signal?: AbortSignal) => call<LoadReply>('POST', '/ds-api/app/activity/load', request, signal)
export const top = (request: TopRequest, signal?: AbortSignal) => call<TopReply>('POST', '/ds-api/app/activity/top', request, signal)
export const startDemo = () => call<unknown>('POST', '/ds-api/app/demo')

export interface ReportScope {
  readonly from: number
  readonly to: number
  readonly filters: readonly TagFilter[]
}
const common = ({ from, to, filters }: ReportScope) => ({ utc_time: true, from: formatUtc(from), to: formatUtc(to), filters, output: 'json' })

/** Counters of statements, as the reports name them. Null is "not collected". */
export interface QueryCounters {
  readonly calls: number | null
  readonly rows: number | null
  readonly total_time: number | null
  readonly blk_read_time: number | null
  readonly blk_write_time: number | null
  readonly shared_blks_hit: number | null
  readonly shared_blks_read: number | null
  readonly shared_blks_dirtied: number | null
  readonly shared_blks_written: number | null
  readonly local_blks_hit: number | null
  readonly local_blks_read: number | null
  readonly local_blks_dirtied: number | null
  readonly local_blks_written: number | null
  readonly temp_blks_read: number | null
  readonly temp_blks_written: number | null
  readonly wal_bytes: number | null
}
export interface QueryRow extends QueryCounters {
  readonly pg_instance: string
  readonly database: string | null
  readonly user: string | null
  readonly query_md5_id: string | null
  readonly queryid: string | null
  readonly text: string | null
  readonly mean_time: number | null
  readonly first_seen: string | null
  readonly last_seen: string | null
}
export interface SummaryRow extends QueryCounters {
  readonly pg_instance: string
  readonly database: string | null
  readonly perc_90: number | null
  readonly perc_95: number | null
  readonly perc_99: number | null
}
export interface QueryMinute extends QueryCounters {
  readonly time: string
}

export const topQueries = (scope: ReportScope, by: string, limit: number, signal?: AbortSignal) =>
  call<QueryRow[]>('POST', '/ds-api/activity/top-queries', { ...common(scope), by, limit }, signal)
export const queriesSummary = (scope: ReportScope, signal?: AbortSignal) =>
  call<SummaryRow[]>('POST', '/ds-api/activity/queries-summary', common(scope), signal)
export const queryMinutes = (scope: ReportScope, md5: string, signal?: AbortSignal) =>
  call<QueryMinute[]>('POST', '/ds-api/activity/query', { ...common(scope), query_md5_id: md5 }, signal)

/** The management interface of an agent, relayed by the platform with the agent's key; passwords come masked. */
const agentPath = (agent: string, path: string) => `/ds-api/app/agents/${encodeURIComponent(agent)}${path}`
const connectionPath = (agent: string, name: string) => agentPath(agent, `/api/connections/${encodeURIComponent(name)}`)

export interface Status {
  readonly status: string
}
export interface NewConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly tags: string
  readonly database?: string
  readonly sslmode?: string
}

export const connections = (agent: string, signal?: AbortSignal) => call<Connection[]>('GET', agentPath(agent, '/api/connections'), undefined, signal)
/** What the agent knows of its connections besides their settings. */
export interface AgentHealth {
  readonly connections: readonly { readonly name: string; readonly cause: string; readonly queries_paused: string }[]
}
export const connectionHealth = (agent: string, signal?: AbortSignal) => call<AgentHealth>('GET', agentPath(agent, '/api/app/health'), undefined, signal)
export const addConnection = (agent: string, name: string, body: NewConnection) => call<Status>('POST', connectionPath(agent, name), body)
export const updateConnection = (agent: string, name: string, body: Partial<NewConnection>) => call<Status>('PUT', connectionPath(agent, name), body)
export const deleteConnection = (agent: string, name: string) => call<Status>('DELETE', connectionPath(agent, name))
/** `enable`, `disable-samples`, `lock-monitoring-delay/30` … */
export const switchConnection = (agent: string, name: string, operation: string) => call<Status>('PATCH', `${connectionPath(agent, name)}/${operation}`)
export const switchAll = (agent: string, enabled: boolean) => call<Status>('PATCH', agentPath(agent, `/api/connections/${enabled ? 'enable' : 'disable'}`))

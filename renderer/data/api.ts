/** Calls of the platform's interface and, through its relay, of an agent's. Every failure is an `ApiProblem` with a sentence. */
import { agentApi, type AgentApi } from '../../shared/api/agent.generated.ts'
import { ApiProblem, createClient, type Call, type Client } from '../../shared/api/client.ts'
import { platformApi, type PlatformApi } from '../../shared/api/platform.generated.ts'
import { formatUtc } from '../../shared/units.ts'
import { useSession } from '../app/state.ts'
import { learnServerTime, now } from './clock.ts'

export { ApiProblem }
export type LoadReply = PlatformApi['activityLoad']['reply']
export type TopReply = PlatformApi['activityTop']['reply']
export type TopRow = TopReply['lists'][string]['rows'][number]
export type CompareReply = PlatformApi['activityCompare']['reply']
export type OverviewReply = PlatformApi['overview']['reply']
export type NewConnection = AgentApi['addConnection']['body']

async function send(
  call: Call,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly body: string }> {
  const init = {
    method: call.method,
    headers: { ...headers, ...(call.body === undefined ? {} : { 'content-type': 'application/json' }) },
    cache: 'no-store',
    redirect: 'error',
  } as const
  try {
    const reply = await fetch(call.url, { ...init, ...(call.body === undefined ? {} : { body: call.body }), ...(signal === undefined ? {} : { signal }) })
    return { status: reply.status, body: await reply.text() }
  } catch (cause) {
    throw new ApiProblem(0, 'The platform does not answer.', { cause })
  }
}

/** With the session's token; a token that is refused ends the session. */
export async function signed(call: Call, signal: AbortSignal | undefined) {
  const token = useSession.getState().token ?? ''
  const reply = await send(call, { 'user-token': token }, signal)
  if (reply.status === 401) useSession.getState().refuse(token)
  return reply
}

/** Every operation of the platform by its id. */
export const platform = createClient<PlatformApi, AbortSignal>(platformApi, signed)

/** An agent's management interface, relayed by the platform with the agent's key; passwords come masked. */
export const agentClient = (agent: string): Client<AgentApi, AbortSignal> =>
  createClient<AgentApi, AbortSignal>(agentApi, (call, signal) =>
    signed({ ...call, url: `/ds-api/app/agents/${encodeURIComponent(agent)}${call.url}` }, signal),
  )

const withHeaders = (headers: Readonly<Record<string, string>>) =>
  createClient<PlatformApi, AbortSignal>(platformApi, (call, signal) => send(call, headers, signal))

/** Trades name and password for a token. */
export async function signIn(user: string, password: string): Promise<string> {
  const basic = btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))
  return (await withHeaders({ authorization: `Basic ${basic}` }).createToken())['user-token']
}

/** Trades a token that is still valid, or the desktop's one-time ticket, for a fresh token. */
export const renew = async (token: string): Promise<string> => (await withHeaders({ 'user-token': token }).renewSession())['user-token']

export async function overview(signal?: AbortSignal): Promise<OverviewReply> {
  const sentAt = now()
  const reply = await platform.overview(undefined, signal)
  learnServerTime(reply.time, sentAt, now())
  return reply
}

export const load = (body: PlatformApi['activityLoad']['body'], signal?: AbortSignal) => platform.activityLoad({ body }, signal)
export const top = (body: PlatformApi['activityTop']['body'], signal?: AbortSignal) => platform.activityTop({ body }, signal)
export const startDemo = () => platform.startDemo()

export const listAgents = (signal?: AbortSignal) => platform.listAgents(undefined, signal)
/** Registers an agent; a key that is not given is issued, and told in this answer only. */
export const addAgent = (name: string, url: string | null, key?: string) =>
  platform.addAgent({ body: { name, url, ...(key === undefined ? {} : { license_key: key }) } })
export const getAgent = (agent: string, signal?: AbortSignal) => platform.getAgent({ params: { agent } }, signal)
export const acceptCertificate = (agent: string, fingerprint: string) => platform.acceptCertificate({ params: { agent }, body: { fingerprint } })
export const changeAgent = (agent: string, body: PlatformApi['changeAgent']['body']) => platform.changeAgent({ params: { agent }, body })
export const deleteAgent = (agent: string) => platform.deleteAgent({ params: { agent } })
/** The embedded one only. */
export const startAgent = (agent: string) => platform.startAgent({ params: { agent }, body: {} })
export const listLicenseKeys = (agent: string, signal?: AbortSignal) => platform.listLicenseKeys({ params: { agent } }, signal)
export const issueLicenseKey = async (agent: string) => (await platform.issueLicenseKey({ params: { agent } })).license_key
export const rotateLicenseKey = (agent: string, hours: number) => platform.rotateLicenseKey({ params: { agent }, body: { grace_hours: hours } })
export const revokeLicenseKey = (agent: string, key: string) => platform.revokeLicenseKey({ params: { agent, key } })

export interface ReportScope {
  /** ms since the epoch */
  readonly from: number
  readonly to: number
  readonly filters: PlatformApi['reportQuery']['body']['filters'] & {}
}
const common = ({ from, to, filters }: ReportScope) => ({ utc_time: true, from: formatUtc(from), to: formatUtc(to), filters })

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
}
export interface SummaryRow extends QueryCounters {
  readonly pg_instance: string
  readonly database: string | null
  readonly perc_95: number | null
}
export interface QueryMinute extends QueryRow {
  readonly time: string
}
export type RankedBy = PlatformApi['reportTopQueries']['body']['by'] & {}

// A report's columns are declared in the catalog, whose names these rows repeat; the wire type knows only that they are cells.

export const topQueries = async (scope: ReportScope, by: RankedBy, limit: number, signal?: AbortSignal) =>
  (await platform.reportTopQueries({ body: { ...common(scope), by, limit } }, signal)) as unknown as readonly QueryRow[]
export const queriesSummary = async (scope: ReportScope, signal?: AbortSignal) =>
  (await platform.reportQueriesSummary({ body: common(scope) }, signal)) as unknown as readonly SummaryRow[]
export const queryMinutes = async (scope: ReportScope, md5: string, signal?: AbortSignal) =>
  (await platform.reportQuery({ body: { ...common(scope), query_md5_id: md5 } }, signal)) as unknown as readonly QueryMinute[]

/** A shape that a statement's plan had, or the reason why it has none. Times are UTC, as the reports write them. */
export interface PlanRow {
  readonly pg_instance: string
  readonly database: string | null
  readonly user: string | null
  readonly source: string
  readonly shape: string | null
  readonly first_seen: string | null
  readonly last_seen: string | null
  readonly total_cost: number | null
  readonly planned_as: string | null
  readonly failure: string | null
  /** JSON of EXPLAIN (FORMAT JSON) */
  readonly plan: string | null
}
export interface SampleRow {
  readonly time: string
  readonly pg_instance: string
  readonly database: string
  readonly user: string
  readonly application_name: string | null
  readonly query_age_s: number | null
  readonly truncated: boolean
  readonly sample: string
}
/** Whether samples and plans can be had; null is not known. */
export interface SamplingRow {
  readonly pg_instance: string
  readonly pg_version: string | null
  readonly samples: boolean | null
  readonly literals: boolean | null
  readonly plans: boolean | null
  readonly query_ids: boolean | null
  readonly sees_all: boolean | null
  readonly text_size: number | null
  readonly hindrance: string | null
}
export const queryPlans = async (scope: ReportScope, md5: string, signal?: AbortSignal) =>
  (await platform.reportPlans({ body: { ...common(scope), query_md5_id: md5 } }, signal)) as unknown as readonly PlanRow[]
export const querySamples = async (scope: ReportScope, md5: string, signal?: AbortSignal) =>
  (await platform.reportQuerySamples({ body: { ...common(scope), query_md5_id: md5 } }, signal)) as unknown as readonly SampleRow[]
export const sampling = async (scope: ReportScope, signal?: AbortSignal) =>
  (await platform.reportSampling({ body: common(scope) }, signal)) as unknown as readonly SamplingRow[]

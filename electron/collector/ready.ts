import { checks } from '../catalog/checks/_all.generated.ts'
import type { Check, Provider } from '../catalog/define.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { wordsOf } from '../kernel/words.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { readFacts } from './facts.ts'
import { isHere } from './here.ts'
import { checkLog } from './log/check.ts'
import { openSession, type Session } from './target.ts'

/** A check and how it came out. */
export interface Checked {
  readonly id: string
  readonly doc: string
  readonly ok: boolean
  /** Nothing can be read as long as it is not mended. */
  readonly blocks: boolean
  /** What is missing and why; '' when it is ok. */
  readonly hint: string
  /** What mends it on this kind of server, for this user; '' when it is ok. */
  readonly mend: string
  /** Reports that miss something; none: all of them. */
  readonly affects: readonly string[]
}

/** What a server can tell us, as we would connect to it. */
export interface Capabilities {
  readonly connected: boolean
  /** Why not, '' when connected. */
  readonly cause: string
  readonly version: string | null
  readonly role: 'primary' | 'standby' | null
  readonly provider: Provider | null
  /** A pooler lies in between: settings go with every statement. */
  readonly pooled: boolean
  /** We run on the server's machine and read its metrics too. */
  readonly host: boolean
  readonly checks: readonly Checked[]
  /** What each report can show of it; none while we cannot connect. */
  readonly reports: readonly Coverage[]
}

const TIMEOUT = 5

const PROVIDER = `
  select case
    when exists (select from pg_proc where proname = 'aurora_version') then 'aurora'
    when exists (select from pg_roles where rolname = 'rds_superuser') then 'rds'
    when exists (select from pg_roles where rolname = 'cloudsqlsuperuser') then 'cloud-sql'
    when exists (select from pg_roles where rolname = 'azure_pg_admin') then 'azure'
    when exists (select from pg_roles where rolname = 'avnadmin') then 'aiven'
    else 'self-hosted' end`

const PROVIDERS: readonly Provider[] = ['self-hosted', 'rds', 'aurora', 'cloud-sql', 'azure', 'aiven']

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** Asks whether the server is ready to be watched, by every check; one that cannot be asked says so and the others go on. */
export async function checkSession(session: Session, user: string): Promise<{ readonly provider: Provider; readonly checks: readonly Checked[] }> {
  const found = (await session.query(PROVIDER, TIMEOUT)).rows[0]?.[0]
  const provider = PROVIDERS.find((one) => one === found) ?? 'self-hosted'
  const results: Checked[] = []
  for (const { id, doc, sql, ok, blocks, hint, mend, affects } of checks as readonly Check[]) {
    const fill = (text: string): string => text.replaceAll('<user>', quoted(user))
    try {
      const { names, rows } = await session.query(sql, TIMEOUT)
      const passed = ok(Object.fromEntries(names.map((name, i) => [name, rows[0]?.[i] ?? null])))
      results.push({ id, doc, ok: passed, blocks, hint: passed ? '' : fill(hint), mend: passed ? '' : fill(mend[provider] ?? mend['self-hosted']), affects })
    } catch (error) {
      if (session.ended() !== undefined) throw error
      results.push({ id, doc, ok: false, blocks: false, hint: `It could not be found out: ${wordsOf(error)}`, mend: '', affects })
    }
  }
  return { provider, checks: results }
}

/** Connects as a watch would, asks, and goes. Never throws: what keeps us from connecting is the cause. */
export async function checkServer(settings: ConnectionSettings, signal: AbortSignal): Promise<Capabilities> {
  const host = isHere(settings.host)
  let session: Session | undefined
  try {
    session = await openSession(settings, signal)
    const facts = await readFacts(session)
    const { versionText, identity } = facts
    const { provider, checks: general } = await checkSession(session, settings.user)
    const results = [...general, await checkLog(session, facts, { host, user: quoted(settings.user) })]
    const role = identity.inRecovery ? 'standby' : 'primary'
    return {
      connected: true,
      cause: '',
      version: versionText,
      role,
      provider,
      pooled: session.pooled,
      host,
      checks: results,
      reports: coverageOf(facts, host, results),
    }
  } catch (error) {
    return { connected: false, cause: wordsOf(error), version: null, role: null, provider: null, pooled: false, host, checks: [], reports: [] }
  } finally {
    await session?.close()
  }
}

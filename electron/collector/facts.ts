import type { Session } from './target.ts'
import type { ServerIdentity } from './reading.ts'

/** What decides how a server is asked, and whose counters it answers with. */
export interface Facts {
  /** "15.18"; of a development version "19beta4" becomes "19". */
  readonly version: string
  /** The version as the server writes it. */
  readonly versionText: string
  /** The server's wall clock, ms since the epoch. */
  readonly clock: number
  /** When the configuration was loaded last, as the server writes it. */
  readonly configuredAt: string
  readonly identity: Omit<ServerIdentity, 'extension'>
  readonly extensions: Readonly<Record<string, { readonly version: string; readonly schema: string }>>
}

// The timeline of a standby is its primary's and may change under it, so only a primary's belongs to its identity.
const FACTS = `
  select current_setting('server_version_num')::int / 10000 || '.' || current_setting('server_version_num')::int % 10000, current_setting('server_version'),
    (select system_identifier from pg_control_system()), case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
    pg_is_in_recovery()::text, pg_has_role('pg_read_all_stats', 'usage')::text, round(extract(epoch from pg_postmaster_start_time()) * 1000), pg_conf_load_time(),
    round(extract(epoch from clock_timestamp()) * 1000)`

const EXTENSIONS = `
  select e.extname, e.extversion, quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements'`

const TIMEOUT = 5

/** Asks a server who it is. Cheap enough for every minute: role and rights may change within a session. */
export async function readFacts(session: Session): Promise<Facts> {
  const [row] = (await session.query(FACTS, TIMEOUT, 'facts')).rows
  const extensions = (await session.query(EXTENSIONS, TIMEOUT, 'facts')).rows
  const [version, versionText, system, timeline, inRecovery, seesAll, startedAt, configuredAt, serverTime] = row ?? []
  return {
    version: version ?? '',
    versionText: versionText ?? '',
    clock: Number(serverTime),
    configuredAt: configuredAt ?? '',
    identity: {
      system: system ?? '',
      timeline: timeline ?? null,
      inRecovery: inRecovery === 'true',
      seesAll: seesAll === 'true',
      startedAt: Number(startedAt),
    },
    extensions: Object.fromEntries(extensions.map(([name, extension, schema]) => [name ?? '', { version: extension ?? '', schema: schema ?? '' }])),
  }
}

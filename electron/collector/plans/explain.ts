/**
 * Asks a server for the plan of one statement, without executing it, in one message of the simple protocol, so that nothing is left in a
 * session that a pooler may share, and a failure ends the transaction with it.
 *
 * The statement travels as a setting and EXPLAIN runs inside a block whose text is always the same: so pg_stat_statements keeps one entry for
 * all of it rather than one per statement, the text is read with standard_conforming_strings as our parser reads it, and a failure is
 * caught there and does not appear in the server's log. Planning may execute functions that are declared immutable or stable: therefore the
 * transaction is read-only, and whoever could harm the server by them is never the one who plans (see `obstacleOf`).
 */
import pg from 'pg'
import type { Rows, Session } from '../target.ts'

/** Seconds for planning one statement. */
const TIMEOUT = 2
/** Who waits for a lock stands in front of those who come later. */
const LOCK_TIMEOUT_MS = 100

/** What the server says of us and of itself. */
export interface Position {
  readonly user: string
  /** Could do more on the server than read: what runs with our rights must be trusted. */
  readonly powerful: boolean
  readonly version: number
  readonly standby: boolean
  /** pg_stat_statements counts what runs inside functions, utility statements included. */
  readonly tracksAll: boolean
  readonly queryIds: boolean
  readonly textSize: number
}

const POSITION = `
  select current_user, (rolsuper or pg_has_role(oid, 'pg_execute_server_program', 'member') or pg_has_role(oid, 'pg_write_server_files', 'member')
      or pg_has_role(oid, 'pg_read_server_files', 'member'))::text,
    current_setting('server_version_num')::int / 10000, pg_is_in_recovery()::text,
    (coalesce(current_setting('pg_stat_statements.track', true), '') = 'all' and coalesce(current_setting('pg_stat_statements.track_utility', true), '') = 'on')::text,
    (current_setting('compute_query_id', true) = 'on' or current_setting('compute_query_id', true) = 'auto' and current_setting('pg_stat_statements.track', true) is not null)::text,
    pg_size_bytes(current_setting('track_activity_query_size'))
  from pg_roles where rolname = current_user`

export async function readPosition(session: Session): Promise<Position> {
  const [user, powerful, version, standby, tracksAll, queryIds, size] = (await session.query(POSITION, TIMEOUT)).rows[0] ?? []
  return {
    user: user ?? '',
    powerful: powerful !== 'false',
    version: Number(version),
    standby: standby === 'true',
    tracksAll: tracksAll === 'true',
    queryIds: queryIds === 'true',
    textSize: Number(size),
  }
}

/** Why nothing at all is to be planned there, with what mends it; '' when nothing hinders. */
export function obstacleOf({ user, powerful, version, tracksAll }: Position): string {
  if (powerful)
    return `${user} may run programs on the server, or read and write its files, and planning can execute functions of others with these rights; watch with a user that is no superuser: CREATE ROLE watchpost LOGIN IN ROLE pg_monitor`
  if (tracksAll && version < 16)
    return 'pg_stat_statements.track is "all": each statement that is explained would take an entry of its own there before version 16; set it to "top"'
  return ''
}

/** The user whose statement it is. */
export interface Author {
  readonly name: string
  /** We may become this user. */
  readonly ours: boolean
  /** The search path of this user's sessions, as far as it is set for user or database. */
  readonly searchPath: string
}

const DEFAULT_PATH = '"$user", public'

const authorOf = (name: string, version: number): string => `
  select pg_has_role(r.oid, '${version >= 16 ? 'set' : 'member'}')::text, (
    select substr(c.setting, 13) from pg_db_role_setting s, unnest(s.setconfig) as c (setting)
    where c.setting like 'search_path=%' and s.setrole in (0, r.oid)
      and s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
    order by s.setrole <> 0 and s.setdatabase <> 0 desc, s.setrole <> 0 desc, s.setdatabase <> 0 desc limit 1)
  from pg_roles r where r.rolname = ${pg.escapeLiteral(name)}`

/** Undefined: there is no such user any more. */
export async function readAuthor(session: Session, name: string, { version }: Position): Promise<Author | undefined> {
  const [row] = (await session.query(authorOf(name, version), TIMEOUT)).rows
  if (row === undefined) return undefined
  const ours = row[0] === 'true'
  const path = row[1] ?? DEFAULT_PATH
  return { name, ours, searchPath: ours ? path : path.replaceAll(/"\$user"|\$user/g, () => pg.escapeIdentifier(name)) }
}

export type Explained = { readonly json: string } | { readonly sqlstate: string; readonly words: string }

/** The role changes in here and not before: pg_stat_statements would take a statement that ends as another user for a new one, literals included. */
const BLOCK = `
  do $watchpost$
  declare plan text;
  begin
    perform pg_catalog.set_config('role', pg_catalog.current_setting('watchpost.role'), true);
    execute pg_catalog.concat('explain (format json', pg_catalog.current_setting('watchpost.options'), ') ', pg_catalog.current_setting('watchpost.statement')) into plan;
    perform pg_catalog.set_config('role', 'none', true), pg_catalog.set_config('watchpost.plan', plan, true);
  exception when query_canceled or others then
    perform pg_catalog.set_config('watchpost.failure', pg_catalog.concat(sqlstate, ' ', sqlerrm), true);
  end $watchpost$;
  select pg_catalog.current_setting('watchpost.plan'), pg_catalog.current_setting('watchpost.failure')`

/** `sql` is a single plannable statement (see `plannable`). Throws when the session does not answer. */
export async function explain(session: Session, sql: string, generic: boolean, author: Author): Promise<Explained> {
  const settings: readonly (readonly [string, string])[] = [
    ['standard_conforming_strings', 'on'],
    ['lock_timeout', String(LOCK_TIMEOUT_MS)],
    ['search_path', author.searchPath],
    ['watchpost.options', generic ? ', generic_plan' : ''],
    ['watchpost.statement', sql],
    ['watchpost.plan', ''],
    ['watchpost.failure', ''],
    ['watchpost.role', author.ours ? author.name : 'none'],
  ]
  const set = settings.map(([name, value]) => `pg_catalog.set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
  let answer: Rows
  try {
    answer = await session.query(`set transaction read only; select ${set.join(', ')}; ${BLOCK}`, TIMEOUT)
  } catch (error) {
    if (error instanceof pg.DatabaseError && session.ended() === undefined) return { sqlstate: error.code ?? '', words: error.message }
    throw error
  }
  const [json = '', failure = ''] = answer.rows[0] ?? []
  return failure === null || failure === '' ? { json: json ?? '' } : { sqlstate: failure.slice(0, 5), words: failure.slice(6) }
}

/** Relations and indexes of partitions by the name of what they are parts of, so that a plan is the same whichever of them it reads. */
export async function readRoots(session: Session, json: string): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set([...json.matchAll(/"(?:Relation|Index) Name": ("(?:[^"\\]|\\.)*")/g)].map(([, name = 'null']) => String(JSON.parse(name))))]
  if (names.length === 0) return new Map()
  const { rows } = await session.query(
    `select distinct on (c.relname) c.relname, r.relname from pg_class c join pg_class r on r.oid = pg_partition_root(c.oid)
     where c.relispartition and c.relname in (${names.map((name) => pg.escapeLiteral(name)).join(', ')}) order by c.relname, c.oid`,
    TIMEOUT,
  )
  return new Map(rows.map(([part, root]) => [part ?? '', root ?? '']))
}

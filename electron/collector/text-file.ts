/**
 * pg_stat_statements keeps all texts in one file, and every reading of any text reads the whole file, holds its lock meanwhile, and copies all of
 * it into a temporary store. So the size is looked at first where we may, and what comes to us is bounded in any case.
 */
import { compareVersions } from './due.ts'
import type { Session } from './target.ts'

/** A file larger than this is not read, bytes. */
const LARGEST_FILE = 128 * 1024 * 1024
/** A text longer than this comes cut, with the server's hash of the whole, bytes. */
const LONGEST_TEXT = 128 * 1024
/** What is left of a text that is cut, characters. */
const CUT_TO = 16 * 1024
/** What comes in one answer, bytes; the rest comes with the next. */
const MOST_BYTES = 16 * 1024 * 1024
const TIMEOUT = 5
/** The same place in every version. */
const FILE = 'pg_stat_tmp/pgss_query_texts.stat'

/** Bytes of the server's file of texts; undefined where we may not look, which takes a right of its own. */
export async function textFileSize(session: Session): Promise<number | undefined> {
  const allowed = await session.query("select has_function_privilege('pg_stat_file(text, boolean)', 'execute')::text", TIMEOUT, 'texts')
  if (allowed.rows[0]?.[0] !== 'true') return undefined
  const size = (await session.query(`select size from pg_stat_file('${FILE}', true)`, TIMEOUT, 'texts')).rows[0]?.[0]
  return typeof size === 'string' ? Number(size) : undefined
}

/** Why a file of this size is not read; '' when it is. */
export function tooLarge(bytes: number | undefined): string {
  if (bytes === undefined || bytes <= LARGEST_FILE) return ''
  const mb = (of: number): string => `${String(Math.round(of / 1024 / 1024))} MB`
  return `the server's file of statement texts has ${mb(bytes)} and at most ${mb(LARGEST_FILE)} are read, because every reading reads all of it; new statements are shown without text. A lower pg_stat_statements.max, or pg_stat_statements_reset(), makes it smaller`
}

/**
 * The statement that reads texts by key: dbid, userid, queryid, toplevel (digits and booleans). Of each: the key, the text, and the hash of the
 * whole where the text was cut. A text of null is to come with the next answer. One array per column as one constant each, so that it is one entry
 * in pg_stat_statements itself, however many are asked for.
 */
export function textsOf(keys: readonly (readonly string[])[], { schema, version }: { readonly schema: string; readonly version: string }): string {
  const list = (column: number, type: string): string => `'{${keys.map((key) => key[column] ?? '').join(',')}}'::${type}[]`
  const toplevel = compareVersions(version, '1.9') >= 0 ? 's.toplevel' : 'true'
  return `
    select dbid, userid, queryid, toplevel, case when sum(octet_length(text)) over (rows unbounded preceding) <= ${MOST_BYTES} then text end, whole
    from (
      select s.dbid::text as dbid, s.userid::text as userid, s.queryid::text as queryid, ${toplevel}::text as toplevel,
        case when octet_length(s.query) <= ${LONGEST_TEXT} then s.query else left(s.query, ${CUT_TO}) end as text,
        case when octet_length(s.query) > ${LONGEST_TEXT} then md5(s.query) end as whole
      from ${schema}.pg_stat_statements(true) s
        join unnest(${list(0, 'oid')}, ${list(1, 'oid')}, ${list(2, 'int8')}, ${list(3, 'bool')}) as u (dbid, userid, queryid, toplevel)
          on u.dbid = s.dbid and u.userid = s.userid and u.queryid = s.queryid and u.toplevel = ${toplevel}) t`
}

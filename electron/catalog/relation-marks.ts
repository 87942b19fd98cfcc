/**
 * How the server itself finds the relations whose statistics moved, so that neither names nor counters of the others are fetched, joined or sent.
 * Counters only grow: their sum moves whenever one of them does. It is hashed with what else is told of the relation. A relation whose statistics
 * were reset and have grown to the very same sum since, or whose hash is equal by chance, comes with its next change or the next whole reading.
 */

/** Counters that relations of every kind have. What is hit was fetched too, so hits need not be looked at. */
const COUNTERS = ['numscans', 'tuples_returned', 'tuples_fetched', 'blocks_fetched']
/** Those of what has rows of its own. A hot update is an update; upkeep fetches blocks, unless the relation has none. */
const OF_ROWS = ['tuples_inserted', 'tuples_updated', 'tuples_deleted']

const sum = (counters: readonly string[], oid: string): string => counters.map((name) => `pg_stat_get_${name}(${oid})`).join(' + ')

/** Mark of an index with its name. */
export const indexMark = (c: string): string => `hashint8extended(${sum(COUNTERS, `${c}.oid`)}, hashnameextended(${c}.relname, ${c}.oid::int8))`

/**
 * Mark of a table or materialized view with its names, and of its TOAST table, by whose counters those of the index of that are told too: it is used to get at
 * the TOAST table's rows only.
 */
export const tableMark = (c: string): string =>
  `hashint8extended(${sum([...COUNTERS, ...OF_ROWS], `${c}.oid`)} + case when ${c}.reltoastrelid = 0 then 0 else ${sum([...COUNTERS, ...OF_ROWS], `${c}.reltoastrelid`)} end,
      hashnameextended(${c}.relname, (${c}.oid::int8 << 32) # ${c}.relnamespace::int8))`

/** Relations of users: oids below are given by initdb. Temporary ones come and go with their session. */
export const OF_USERS = "c.oid >= 16384 and c.relpersistence <> 't'"

/** Beyond so many relations the catalog's own count of pages stands in for the size of files. */
const MANY = `(select count(*) > 20000 from pg_class where {whole} and relkind in ('r', 'm', 't', 'i'))`

/**
 * Size in bytes. Asking for the size of a file waits for an AccessExclusiveLock, so relations under one are left out.
 * `pages` stands in where very many are read at once.
 */
export const sizeOf = (oids: readonly string[], pages: string, size: string): string => `
    case when not {measure} or ${oids.map((oid) => `${oid} in (select relation from pg_locks where {measure} and locktype = 'relation' and mode = 'AccessExclusiveLock')`).join(' or ')} then null
      when ${MANY} then ${pages} * current_setting('block_size')::int8 else ${size} end`

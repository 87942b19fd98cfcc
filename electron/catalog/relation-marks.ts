/**
 * How the server itself finds the relations whose statistics moved, so that neither names nor counters of the others are fetched, joined or sent.
 * Counters only grow: their sum moves whenever one of them does. It is hashed with what else is told of the relation. A relation whose statistics
 * were reset and have grown to the very same sum since, or whose hash is equal by chance, comes with its next change or the next whole reading.
 */

/** Counters that relations of every kind have. */
const COUNTERS = ['numscans', 'tuples_returned', 'tuples_fetched', 'blocks_fetched', 'blocks_hit']
/** Those of what has rows of its own. */
const OF_ROWS = ['tuples_inserted', 'tuples_updated', 'tuples_deleted', 'tuples_hot_updated']
const OF_UPKEEP = ['vacuum_count', 'autovacuum_count', 'analyze_count', 'autoanalyze_count']

const sum = (counters: readonly string[], oid: string): string => counters.map((name) => `pg_stat_get_${name}(${oid})`).join(' + ')

/** Mark of an index by its oid, and by its name where that is told. */
export const indexMark = (oid: string, name?: string): string =>
  `hashint8extended(${sum(COUNTERS, oid)}, ${name === undefined ? `${oid}::int8` : `hashnameextended(${name}, ${oid}::int8)`})`

/** Mark of a table, materialized view or TOAST table. */
export const tableMark = (oid: string): string => `hashint8extended(${sum([...COUNTERS, ...OF_ROWS, ...OF_UPKEEP], oid)}, ${oid}::int8)`

/** Relations of users: oids below are given by initdb. Temporary ones come and go with their session. */
export const OF_USERS = "c.oid >= 16384 and c.relpersistence <> 't'"

/** Beyond so many relations the catalog's own count of pages stands in for the size of files. */
const MANY = `(select count(*) > 20000 from pg_class where {slow} and relkind in ('r', 'm', 't', 'i'))`

/**
 * Size in bytes on the slow turns, else null. Asking for the size of a file waits for an AccessExclusiveLock, so relations under one are left out.
 * `pages` stands in where relations are very many.
 */
export const sizeOf = (oids: readonly string[], pages: string, size: string): string => `
    case when not {slow} or ${oids.map((oid) => `${oid} in (select relation from pg_locks where {slow} and locktype = 'relation' and mode = 'AccessExclusiveLock')`).join(' or ')} then null
      when ${MANY} then ${pages} * current_setting('block_size')::int8 else ${size} end`

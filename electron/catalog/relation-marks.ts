/**
 * How the server itself finds the relations whose statistics moved, so that neither names nor counters of the others are fetched, joined or sent.
 * Whatever is done to a relation begins with a scan or with a block of it, and the server adds up what a transaction did to one relation at once: so a few of its
 * counters move whenever any does, and the fewer are looked at the less it costs. They are mixed with what else is told of the relation, and with the number of its file, which is
 * another one when it was emptied or rewritten; where the server can hash it (from 14), with the place of its row in pg_class instead, which is another one whenever any of that is.
 * A relation whose statistics were reset and have grown to the very same numbers since comes with its next change or the next whole reading.
 */

/** What marks are made of: the versions from which there is more. */
export interface MarkForm {
  /** From 14. */
  readonly places?: true
  /** From 16: pages that are new are not counted as fetched. */
  readonly newPages?: true
}

const counter = (name: string, oid: string): string => `pg_stat_get_${name}(${oid})`

/** ms since the epoch. `extract` would reckon in numeric, which takes several times as long. */
export const instant = (of: string): string => `(date_part('epoch', ${of}) * 1000)::int8`

/** What a relation is called, as a number. */
export const called = (c: string): string => `(hashname(${c}.relname)::int8 * 2 + ${c}.relispartition::int)`

/** What an index is for, by its row in pg_index: 2 when queries may use it, and 1 for the primary key. */
export const indexState = (i: string): string => `(${i}.indisvalid::int * 2 + ${i}.indisprimary::int)`

const mixed = (...parts: readonly string[]): string => `(${parts.join(' # ')})`

/** Which relation it is, and as what: moves with its names and its file. */
const identity = (c: string, { places }: MarkForm, schema?: string): readonly string[] =>
  places
    ? [`(${c}.oid::int8 << 32)`, `(hashtid(${c}.ctid)::int8 << 10)`]
    : [
        `(${c}.oid::int8 << 32)`,
        `(hashname(${c}.relname)::int8 << 8)`,
        `(${c}.relfilenode::int8 << 16)`,
        ...(schema === undefined ? [] : [`(${schema}::int8 << 20)`]),
      ]

/** Mark of an index with its name. Even a scan that finds nothing fetches a block. */
export const indexMark = (c: string, form: MarkForm): string => mixed(...identity(c, form), counter('blocks_fetched', `${c}.oid`))

/** Mark of a table or materialized view with its names, and of its TOAST table. A scan of an empty table fetches no block. */
export const tableMark = (c: string, form: MarkForm): string => {
  const moves = (oid: string): string => counter('blocks_fetched', oid) + (form.newPages ? ` + ${counter('tuples_inserted', oid)}` : '')
  return mixed(
    ...identity(c, form, `${c}.relnamespace`),
    `(${counter('numscans', `${c}.oid`)} + ${moves(`${c}.oid`)} + case when ${c}.reltoastrelid = 0 then 0 else ${moves(`${c}.reltoastrelid`)} end)`,
  )
}

/** Relations of users: oids below are given by initdb. Temporary ones come and go with their session. */
export const OF_USERS = "c.oid >= 16384 and c.relpersistence <> 't'"

/** Beyond so many relations the catalog's own count of pages stands in for the size of files. */
const MANY = `(select count(*) > 20000 from pg_class where {whole} and relkind in ('r', 'm', 't', 'i'))`

const LOCKED = `select relation from pg_locks where {measure} and locktype = 'relation' and mode = 'AccessExclusiveLock'`

/**
 * Size in bytes. Asking for the size of a file waits for an AccessExclusiveLock, so relations under one are left out.
 * `pages` stands in where very many are read at once.
 */
export const sizeOf = (oids: readonly string[], pages: string, size: string): string => `
    case when not {measure} or ${oids.map((oid) => `${oid} in (${LOCKED})`).join(' or ')} then null
      when ${MANY} then ${pages} * current_setting('block_size')::int8 else ${size} end`

/** The same for some relations alone, by their oids: all files are looked at, and the locks, which may be many, once. */
export const sizesOf = (key: string, size: string): string =>
  `with locked as materialized (${LOCKED}) select c.oid as ${key}, ${size.replaceAll(LOCKED, 'select relation from locked')} as size from pg_class c where c.oid = any ($1::oid[])`
    .replaceAll('{measure}', 'true')
    .replaceAll('{whole}', 'false')

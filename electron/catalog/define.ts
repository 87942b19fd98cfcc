/**
 * The declarative forms: what Watchpost knows about PostgreSQL, as data. Each `define…` returns its argument, checked by the compiler.
 * A file of a family is found through the generated list beside it; adding one edits no other file.
 */
import type { Unit } from '../../shared/model/report.ts'

/**
 * What a column of a probe is, from which everything else follows:
 * `key` identifies the row from one reading to the next (text), `label` describes it (text, the latest wins),
 * `counter` only grows (its increments travel, add up and roll up by sum), `gauge` is a present value (averaged, with its maximum).
 */
export type ColumnKind = 'key' | 'label' | 'counter' | 'gauge'

export interface ProbeColumn {
  readonly kind: ColumnKind
  readonly doc: string
  readonly unit?: Unit
  /** Numbers are kept as integers of value * scale (1000 for a time in ms kept in µs). Default 1; 0 keeps them as they are. */
  readonly scale?: number
  /** First version (of the server, or of the extension the probe needs) that has the column; null before. */
  readonly since?: string
  /** The internal column that says since when this counter counts, where it is another than the probe's. Counters of one origin restart together. */
  readonly origin?: string
  /** The counter begins again from zero when it would reach this: it going down alone is no restart. */
  readonly wraps?: number
  /**
   * The counter adds up parts that may go, as the indexes of a table: it going down alone is no restart, what happened meanwhile is not known,
   * and null, which is no part, was zero.
   */
  readonly parts?: true
  /** Filled in by the collector, not by the statement. */
  readonly computed?: true
}

export interface Probe {
  /** Equals the file name. */
  readonly id: string
  readonly doc: string
  /** `samples`: every row is an observation of its own and an empty reading is one too. `rows`: keyed rows, compared with the previous reading. */
  readonly shape: 'samples' | 'rows'
  readonly scope: 'instance' | 'database'
  /** Seconds between readings; `sampling` follows the connection's collection rate (10 s or 1 s). */
  readonly every: number | 'sampling'
  /** Only rows in which a counter moved are sent (statements, tables, indexes). */
  readonly changedOnly?: boolean
  /** With `changedOnly`: the first reading, and one every so many seconds, is sent whole, so that what never moves is known too. */
  readonly wholeEvery?: number
  /**
   * Columns for which the server has to look at files. `{measure}` in the statement is `true` once in so many seconds and when everything is read, else, and
   * when a lock has hindered it, `false`: they are null then, and the last measured value stands. A change of one sends the row. `again` is asked for rows of
   * which all else is known: `$1` is an array of oids, by which it returns them under the key's name.
   */
  readonly measured?: { readonly every: number; readonly columns: readonly string[]; readonly again?: { readonly key: string; readonly sql: string } }
  /**
   * The server leaves out rows that did not change: `$1` in the statement, or in the one that `finds` them, is an array of the marks (internal columns `mark`
   * and `index_marks`) of the reading before, empty once in so many seconds so that vanished rows are forgotten. `{whole}` is `true` then, and `false` otherwise.
   */
  readonly marked?: {
    readonly wholeEvery: number
    /** Every row comes; of one with such a mark these are null, and the value of the reading before stands. */
    readonly keeps?: readonly string[]
    /** Where the row's mark follows from what comes anyway, it need not come: columns of whole numbers, each shifted by so many bits, mixed by exclusive or in 64. */
    readonly of?: Readonly<Record<string, number>>
  }
  /**
   * A statement asked first, by version as in `sql`, when not everything is read. It returns, of each row that moved, its oid as the key that it is, `named`, `mark` and
   * the pack `told`; of a part of a row its oid in the same place and `part`, which is what the row tells of it but for its state; and of all of them `part_changes`, which
   * moves when parts may have gone or have another state, or rows another name by way of something else. What that is not enough for (new ones, other names, parts that may have changed or that queries may not use) is
   * read by the probe's own statement, in which `$1` is then an array of these oids.
   */
  readonly finds?: Readonly<Record<string, string>>
  /** Columns that add up the numbers told of the row's usable parts, by their place, with a column of the row's own; or the latest of them. Null where there is no such part. */
  readonly adds?: Readonly<Record<string, { readonly number: number; readonly own?: string; readonly latest?: true }>>
  /**
   * The probe of which this one reads the parts, read before it. What that tells of those that moved is enough as long as all of them are known by the same names; else, and
   * when files are to be looked at, they are read: `$1` in the statement is an array of their oids. The internal column `named` is a hash of a part's name and of what else has to be told at once.
   */
  readonly follows?: {
    readonly probe: string
    /** Column of a part's oid, and that of the whole's, which both have. */
    readonly part: string
    readonly whole: string
    /** What the whole is called, in both. */
    readonly labels: readonly string[]
    /** Numbers that the whole tells of each part, in this order, after its oid, mark, name and state. */
    readonly told: readonly string[]
  }
  /**
   * Labels that follow from an oid among the keys (`from`, by label): asked for once for all oids that came rather than with every row. `$1` in the statement is an
   * array of them; it returns `oid` as text, and the labels by name.
   */
  readonly looksUp?: { readonly sql: string; readonly from: Readonly<Record<string, string>> }
  /**
   * Columns of the only row that not everybody may read: `sql` is asked for the value when the internal column `if` is `true`; else it is null. In one statement a function
   * in the FROM clause would be refused before a CASE around it is evaluated.
   */
  readonly guarded?: Readonly<Record<string, { readonly if: string; readonly sql: string }>>
  /** The probe of samples in which changes of this one's labels are told, by row and column. */
  readonly changes?: string
  readonly role?: 'primary' | 'standby'
  /** First version of the server that has it. Default 13, the oldest supported. */
  readonly since?: string
  /** With an extension, the keys of `sql` are versions of that extension. */
  readonly needs?: { readonly extension: string }
  /** How its samples are counted (`samples`); they are not when it is left out, and then nothing is left of them once samples are no longer kept. */
  readonly tally?: {
    /** Labels of few values, by which the samples of every minute are counted when their hour is complete: what only asks by these reads no samples. */
    readonly minutes: readonly string[]
    /** Labels of very few values, by which it is known how many samples there were at one instant. */
    readonly moments: readonly string[]
    /** Labels that are kept by hour and day, when samples are no longer. */
    readonly hours: readonly string[]
  }
  /** Which switch of the connection turns it off. */
  readonly switch?: 'samples' | 'locks' | 'tables' | 'queries'
  /** Seconds until the server cancels it. Default 5. */
  readonly timeout?: number
  /** What the statement returns besides, as text or as a number of a pack, for the collector alone: never sent. */
  readonly internal?: readonly string[]
  /**
   * Columns that come together as one cell, which is what most of them are for most rows: numbers in this order, separated by commas. The empty text: all of
   * them are 0; null: all of them are null; nothing between two commas: that one is null. A cell of its own costs the server as much for a 0 as for a number.
   */
  readonly packed?: Readonly<Record<string, readonly string[]>>
  /** A statement asked before, for one value: when it is not `true` nothing is there to be read, and the probe's own, dearer one is not asked. */
  readonly asksFirst?: string
  /** A row that has got these from another one, and its counters with them, goes on where that one was. */
  readonly inherits?: readonly string[]
  /** The internal column that says since when the row's counters count; when it changes they started from zero. */
  readonly origin?: string
  /**
   * The statement by the first version it works on, oldest first: `{ '13': …, '17': … }`. Columns come under their declared names.
   * `{schema}` stands for the schema of the extension it needs. Empty: the collector makes the rows itself (`self`).
   */
  readonly sql: Readonly<Record<string, string>>
  readonly columns: Readonly<Record<string, ProbeColumn>>
}

export const defineProbe = <const P extends Probe>(probe: P): P => probe

/** Who runs the server: what its administrators may do differs. */
export type Provider = 'self-hosted' | 'rds' | 'aurora' | 'cloud-sql' | 'azure' | 'aiven'

/** "Is this server ready for it?" Each has one statement and a hint that mends it. */
export interface Check {
  readonly id: string
  readonly doc: string
  readonly sql: string
  readonly ok: (row: Readonly<Record<string, unknown>>) => boolean
  /** What will be missing, and how to mend it on a server of one's own. */
  readonly hint: string
  /** Reports that miss something because of it; none named: all of them. */
  readonly affects: readonly string[]
  /** What mends it, by who runs the server: a script whose every line is a whole statement, or a comment where SQL cannot. `<user>` stands for the monitoring user. */
  readonly mend: Readonly<Record<'self-hosted', string>> & Readonly<Partial<Record<Provider, string>>>
  /** A failed check that blocks is an error, another a warning. */
  readonly blocks: boolean
}

export const defineCheck = (check: Check): Check => check

/**
 * How readings become one cell. `slope` is the growth per day of a line through all of them (least squares), `total` the last values of all objects
 * of the row that are still there, added up; only `grouped` reports have these two, and `first`.
 */
export type Aggregate = 'sum' | 'average' | 'first' | 'last' | 'max' | 'slope' | 'total'

/** One row of an answer. */
export type ReportRow = Readonly<Record<string, number | string | boolean | null>>

/** How the cells of a report's column come about. Exactly one of the sources is given. */
export interface ReportColumnForm {
  readonly doc: string
  readonly unit?: Unit
  /** Fact of the instance: `pg_instance`, `server`, `port`, `type`, `pg_version` … */
  readonly instance?: string
  /** Key or label of the row's object, or of the sample itself. */
  readonly label?: string
  /** How a label is shown, when not as it is. `instance` is the name of the row's connection. Pure. */
  readonly show?: (value: string | null, instance: string) => string | number | boolean | null
  /** Seconds the row's samples stand for. */
  readonly span?: true
  /** How many samples the row is made of: one, or those of an hour or day with the same labels where samples are no longer kept. */
  readonly samples?: true
  /** What the row is: a sample, or an hour or day of them. */
  readonly resolution?: true
  /** Numeric column of the probe; `agg` says how many readings become one cell. */
  readonly from?: string
  readonly agg?: Aggregate
  /** Its name in the body's `by`, when that is another. */
  readonly by?: string
  /** Value of this setting of the instance, as a number where it is one. */
  readonly setting?: string
  /** Computed from the other columns of the row, after grouping. Pure. */
  readonly of?: (row: ReportRow) => number | string | boolean | null
  /** Time from this timestamp column of the probe to the reading, as PostgreSQL writes intervals: `36 days 10:42:02`. */
  readonly since?: string
  /** Percentile (0..1) of the mean time of the group's statements (`total_time` by `calls`; objects without `queryid` are none), weighted by calls. */
  readonly percentile?: number
  /** Text of the statement the row is about, or the text that this label names. */
  readonly text?: true | string
  /** First or last minute of the range in which the row's object was seen; `ever`: since when it is known at all (`grouped`). */
  readonly seen?: 'first' | 'last' | 'ever'
  /** The value of the tag that the row is of, or how many instances carry it (`tags`). */
  readonly tag?: 'value' | 'instances'
  /** Instances of one server have this from one of them (`tags`). */
  readonly perServer?: true
  /** The instant of the row. */
  readonly time?: true
}

export interface ReportForm {
  readonly id: string
  readonly title: string
  readonly doc: string
  /** Operations of the documented interface, and the other names under which existing clients call the same. */
  readonly aliases?: readonly string[]
  /** An operation of ours, outside the documented interface. */
  readonly own?: true
  /**
   * `raw`: a row per stored row. `grouped`: a row per value of the labels in `group`. `series`: a row per instance and minute, or per instance.
   * `latest`: a row per instance. `tags`: a row per value of the tag that the body names in `group_by`.
   */
  readonly shape: 'raw' | 'grouped' | 'series' | 'latest' | 'tags'
  /** Probes read; the first gives the rows, the others are joined by instance and minute (`series`, `latest`). */
  readonly reads: readonly string[]
  /** Instances of one server have one row together (`series`). */
  readonly perServer?: true
  /** Columns of the answer that name a group, besides the instance. */
  readonly group?: readonly string[]
  readonly columns: Readonly<Record<string, ReportColumnForm>>
  /** One column per custom tag is inserted, sorted by key, before the named column (or at the end). */
  readonly tags?: { readonly before?: string }
  /** Allowed values of the body's `by` with the default first; with it comes `limit` (default 20). */
  readonly by?: readonly string[]
  /** The body takes `compute`: summary or details. */
  readonly compute?: boolean
  /** Which samples (by label) or objects (by key and label) the report is about; all of them when left out. */
  readonly keep?: (label: (name: string) => string | null, include: ReadonlySet<string>) => boolean
  /** Rows that are shown (`grouped`); all of them when left out. Pure. */
  readonly having?: (row: ReportRow) => boolean
  /** Allowed values of the body's own field `include`, which widens `keep`. */
  readonly include?: readonly string[]
  /** The body names one statement by `query_md5_id`, and `filters` may be left out. */
  readonly statement?: true
  /** `developer` profiles may read it too. */
  readonly developer?: boolean
}

export const defineReport = <const R extends ReportForm>(report: R): R => report

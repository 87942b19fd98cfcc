import * as z from 'zod'

/** One tag filter: instances match when they carry the value; several values of one tag are alternatives, different tags combine with AND. */
export const TagFilter = z.object({ tag: z.string().min(1), value: z.string() })
export type TagFilter = z.infer<typeof TagFilter>

export const Unit = z.enum(['count', 'ms', 's', 'bytes', 'blocks', 'percent', 'timestamp'])
export type Unit = z.infer<typeof Unit>

export interface ReportColumn {
  readonly name: string
  readonly doc: string
  readonly unit?: Unit
}

/** A column of a report's answer, for somebody who shows it. `counter` adds up over time, `gauge` is a present value, `time` is the instant of the row, `text` all the rest. */
const ListedColumn = z.object({ name: z.string(), kind: z.enum(['time', 'text', 'counter', 'gauge']), doc: z.string(), unit: Unit.nullable() })
export type ListedColumn = z.infer<typeof ListedColumn>

/** A report as somebody who chooses one needs it: what it tells, where it is asked for, and what may be asked. */
export const ReportEntry = z.object({
  id: z.string(),
  title: z.string(),
  doc: z.string(),
  /** The operation, a POST. */
  path: z.string(),
  /** Of the documented interface; else one of ours. */
  documented: z.boolean(),
  /** Those of custom tags come besides. */
  columns: z.array(ListedColumn),
  /** Allowed values of `by`, the default first; none: the report is not cut to leading rows. */
  by: z.array(z.string()),
  /** It takes `compute` and `bucket`. */
  compute: z.boolean(),
  /** It takes `group_by`, a tag. */
  group_by: z.boolean(),
  /** Allowed values of `include`. */
  include: z.array(z.string()),
})
export type ReportEntry = z.infer<typeof ReportEntry>

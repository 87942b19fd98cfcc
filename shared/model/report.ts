import * as z from 'zod'

/** One tag filter: instances match when they carry the value; several values of one tag are alternatives, different tags combine with AND. */
export const TagFilter = z.object({ tag: z.string().min(1), value: z.string() })
export type TagFilter = z.infer<typeof TagFilter>

export type Unit = 'count' | 'ms' | 's' | 'bytes' | 'blocks' | 'percent' | 'timestamp'

export interface ReportColumn {
  readonly name: string
  readonly doc: string
  readonly unit?: Unit
}

import * as z from 'zod'
import type { Cell } from './sample.ts'

/** One tag filter: instances match when they carry the value; several values of one tag are alternatives, different tags combine with AND. */
export const TagFilter = z.object({ tag: z.string().min(1), value: z.string() })
export type TagFilter = z.infer<typeof TagFilter>

export type Unit = 'count' | 'ms' | 's' | 'bytes' | 'blocks' | 'percent' | 'timestamp'

export interface ReportColumn {
  readonly name: string
  readonly doc: string
  readonly unit?: Unit
}

/** What every report answers, whatever the output: the same keys in every row, in this order. */
export interface Report {
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

import * as z from 'zod'
import { TagFilter } from '../../../shared/model/report.ts'
import type { ReportForm } from '../../catalog/define.ts'
import { fail } from '../../kernel/problem.ts'
import { parseWall, type Zone } from '../../kernel/zone.ts'

const LONGEST_DAYS = 400
const DAY = 86_400_000

/** What a report is asked, with times resolved. Plain data: it travels to the thread that answers. */
export interface ReportRequest {
  /** ms since the epoch; from <= end of a reading < to */
  readonly from: number
  readonly to: number
  /** Name of the zone in which times are shown. */
  readonly zone: string
  readonly filters: readonly TagFilter[]
  readonly by: string | undefined
  readonly limit: number
  readonly compute: 'summary' | 'details'
  /** Length of the rows of `details` in ms; undefined is one per minute. */
  readonly bucket: number | undefined
  readonly md5: string | undefined
  /** The tag whose values are the rows of a report by tag. */
  readonly groupBy: string
  readonly include: ReadonlySet<string>
}

const Time = z.string().refine((text) => parseWall(text) !== undefined, 'must be a time of the form YYYY-MM-DD, YYYY-MM-DD HH:MI or YYYY-MM-DD HH:MI:SS')

/** A validated body of any report. */
export interface ReportBody {
  readonly utc_time: boolean
  readonly from: string
  readonly to: string
  readonly filters: readonly TagFilter[]
  readonly output: 'json' | 'csv'
  readonly by?: string | undefined
  readonly limit?: number | undefined
  readonly compute?: 'summary' | 'details' | undefined
  readonly bucket?: number | undefined
  readonly include?: readonly string[] | undefined
  readonly query_md5_id?: string | undefined
  readonly group_by?: string | undefined
}

/** The body of a report: the common fields, and those its form asks for. Further fields are ignored, as older clients send some, but for reports of ours. */
export function bodyOf(form: ReportForm): z.ZodType<ReportBody> {
  const fields = z.object({
    utc_time: z.boolean().default(true),
    from: Time,
    to: Time,
    filters: form.statement || form.own ? z.array(TagFilter).default([]) : z.array(TagFilter),
    output: z.enum(['json', 'csv']).default('json'),
    ...(form.by && { by: z.enum(form.by).default(form.by[0] ?? ''), limit: z.number().int().min(1).max(1000).default(20) }),
    ...(form.compute && { compute: z.enum(['summary', 'details']).default('details') }),
    ...((form.compute ?? (form.statement && form.shape === 'series')) && { bucket: z.number().int().min(60).max(31_536_000).optional() }),
    ...(form.shape === 'tags' && { group_by: z.string().min(1).max(128).default('pg_instance') }),
    ...(form.include && { include: z.array(z.enum(form.include)).default([]) }),
    ...(form.statement && { query_md5_id: z.string().regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal digits of a query_md5_id') }),
  })
  const body: unknown = form.own ? fields.strict() : fields
  // Which of the optional fields there are follows from the form at run time, which the compiler cannot see; each has the type ReportBody gives it.
  return body as z.ZodType<ReportBody>
}

/** Resolves the times of a body in the given zone and checks the range. */
export function requestOf(body: ReportBody, zone: Zone): ReportRequest {
  const from = zone.instantOf(parseWall(body.from) ?? 0)
  const to = zone.instantOf(parseWall(body.to) ?? 0)
  checkRange(from, to)
  return {
    from,
    to,
    zone: zone.name,
    filters: body.filters,
    by: body.by,
    limit: body.limit ?? 20,
    compute: body.compute ?? 'details',
    bucket: body.bucket === undefined ? undefined : body.bucket * 1000,
    md5: body.query_md5_id?.toLowerCase(),
    groupBy: body.group_by ?? 'pg_instance',
    include: new Set(body.include),
  }
}

export function checkRange(from: number, to: number, days = LONGEST_DAYS): void {
  if (from >= to) fail('range.reversed')
  if (to - from > days * DAY) fail('range.long', { days })
}

/** Where a report is asked for, under one of its names. */
export const pathOf = (form: ReportForm, name: string): string => (form.own ? `/ds-api/app/reports/${name}` : `/ds-api/activity/${name}`)

/** What reading a report needs. */
export const rightOf = (form: ReportForm): 'developer' | 'read' => (form.developer === true ? 'developer' : 'read')

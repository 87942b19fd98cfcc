/** What the Activity screen asks and gets: sampled load by a dimension, and the lists for a window. Times are ms since the epoch. */
import * as z from 'zod'
import { AlertState } from './alert.ts'
import { TagFilter } from './report.ts'

/** What load can be broken down or filtered by. */
export const Dimension = z.enum([
  'wait_event_type',
  'wait_event',
  'query_md5_id',
  'database',
  'user_name',
  'application_name',
  'client_host_name',
  'state',
  'backend_type',
  'pg_instance',
])
export type Dimension = z.infer<typeof Dimension>

/** Values of one dimension combine with OR, dimensions with AND; an exclusion wins. Null means "none" (no query id, no client address). */
export const Condition = z.object({ dimension: Dimension, values: z.array(z.string().nullable()).min(1), exclude: z.boolean().default(false) }).strict()
export type Condition = z.infer<typeof Condition>

const Scope = {
  from: z.number().int(),
  to: z.number().int(),
  /** tag filters as in the reports; [] is every instance the caller may see */
  filters: z.array(TagFilter).default([]),
  where: z.array(Condition).default([]),
}

/** What is known of samples: each, or where they are no longer kept the averages of hours or days. */
const Known = z.enum(['sample', 'hour', 'day'])

export const LoadRequest = z.object({ ...Scope, /** seconds */ bucket: z.number().int().min(1).max(86400), by: Dimension.default('wait_event_type') }).strict()
export type LoadRequest = z.infer<typeof LoadRequest>

/**
 * Average active sessions per bucket. All arrays have one entry per bucket, `time[i]` its begin. Null is "no sample was taken": a gap.
 * average = session-seconds / sampled seconds; peak = the largest number of sessions in one sample (one tick) of the bucket.
 * Where `resolution` is an hour or day and buckets are shorter, every bucket of it has its average and its peak. Its peak is null when there are several
 * instances, or a condition on what is not kept of single instants: then nobody knows how many sessions there were at once.
 */
export const LoadReply = z.object({
  from: z.number(),
  to: z.number(),
  bucket: z.number(),
  time: z.array(z.number()),
  /** samples (ticks) taken in the bucket, over all instances */
  ticks: z.array(z.number()),
  /** share of the bucket that samples stand for, 0..1, averaged over the instances that exist in it */
  coverage: z.array(z.number()),
  /** the coarsest that the bucket's numbers come from; null is a gap */
  resolution: z.array(Known.nullable()),
  total: z.object({ average: z.array(z.number().nullable()), peak: z.array(z.number().nullable()), peak_at: z.array(z.number().nullable()) }),
  series: z.array(
    z.object({
      value: z.string().nullable(),
      average: z.array(z.number().nullable()),
      /** session samples in the range */ samples: z.number(),
      /** over the whole range */ aas: z.number(),
    }),
  ),
  /** processors of the instances in scope, or null with the reason */
  capacity: z.number().nullable(),
  capacity_reason: z.string(),
  /** first and last sample there is for the instances in scope, whatever the range; null when there is none */
  first: z.number().nullable(),
  last: z.number().nullable(),
  instances: z.array(z.string()),
})
export type LoadReply = z.infer<typeof LoadReply>

export const TopRequest = z
  .object({
    ...Scope,
    dimensions: z.array(Dimension).min(1).max(10),
    limit: z.number().int().min(1).max(200).default(20),
    /** buckets of the trend */ trend: z.number().int().min(0).max(60).default(30),
  })
  .strict()
export type TopRequest = z.infer<typeof TopRequest>

const TopRow = z.object({
  value: z.string().nullable(),
  /** what to show: the SQL text for a query, else the value */
  label: z.string(),
  /** second line: for a wait event its class, for a query nothing */
  detail: z.string(),
  aas: z.number(),
  /** 0..1 of the window's total */
  share: z.number(),
  samples: z.number(),
  /** average active sessions by wait class; adds up to aas */
  classes: z.record(z.string(), z.number()),
  /** aas per trend bucket over the window; null is a gap */
  trend: z.array(z.number().nullable()),
})
export type TopRow = z.infer<typeof TopRow>

/** rows + other = total, to the last bit of the sum: `other` is what the limit cut off. */
export const TopReply = z.object({
  from: z.number(),
  to: z.number(),
  ticks: z.number(),
  /** what the answer comes from: more than one when samples are kept of a part of the window only */
  resolution: z.array(Known),
  total: z.object({
    aas: z.number(),
    peak: z.number().nullable(),
    peak_at: z.number().nullable(),
    samples: z.number(),
    classes: z.record(z.string(), z.number()),
  }),
  lists: z.record(
    z.string(),
    z.object({ rows: z.array(TopRow), other: z.object({ count: z.number(), aas: z.number(), share: z.number(), samples: z.number() }) }),
  ),
})
export type TopReply = z.infer<typeof TopReply>

/** State of the whole, for the shell of the user interface and for every "why is this empty?". */
export const OverviewReply = z.object({
  time: z.number(),
  version: z.string(),
  user: z.object({ email: z.string(), login: z.string(), privilege: z.string(), profile: z.string(), live_360: z.number(), expires: z.number() }),
  instances: z.array(
    z.object({
      label: z.string(),
      server: z.string(),
      name: z.string(),
      tags: z.record(z.string(), z.string()),
      first_seen: z.number(),
      last_seen: z.number(),
      agent: z.string(),
      /** False: nothing is expected of it, since somebody has disabled or deleted its connection. */
      watched: z.boolean(),
      pg_version: z.string().nullable(),
      type: z.string().nullable(),
      cpus: z.number().nullable(),
    }),
  ),
  agents: z.array(z.object({ id: z.string(), name: z.string(), url: z.string().nullable(), embedded: z.boolean(), last_upload: z.number().nullable() })),
  /** Problems that are open now, and the worst of them; null for a profile that sees none. */
  problems: z.object({ open: z.number(), worst: AlertState }).nullable(),
  demo: z.object({ available: z.boolean(), running: z.boolean(), reason: z.string() }),
})
export type OverviewReply = z.infer<typeof OverviewReply>

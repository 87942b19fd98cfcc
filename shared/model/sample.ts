import * as z from 'zod'

/** One value of a reading. Null means "not collected", never zero. Numbers beyond 2^53 travel as decimal strings inside key and label columns only. */
export const Cell = z.union([z.number(), z.string(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>

/** What happened to the counters of a reading, besides the ordinary. */
export const BlockFlag = z.enum([
  'restart', // at least one counter started again from zero since the previous reading
  'gap', //     the interval is longer than three cadences: counted in totals, drawn as a gap, never a peak
  'restamped', // the time lay too far in the future and was set to the platform's
])
export type BlockFlag = z.infer<typeof BlockFlag>

/**
 * One reading of one probe as it travels and rests: increments for counters, present values for gauges.
 * Column-wise: `columns[name][i]` is row i. A sample with no active session is a block with no row; it still counts as a tick.
 */
export const Block = z.object({
  probe: z.string(),
  /** Exact begin and end of the interval, ms since the epoch. For a sample, end - begin is the time the sample stands for. */
  begin: z.number(),
  end: z.number(),
  flags: z.array(BlockFlag),
  rows: z.number().int().min(0),
  columns: z.record(z.string(), z.array(Cell)),
})
export type Block = z.infer<typeof Block>

/** Who the blocks of a batch belong to, as the agent sees it. `connection` is the stable id, the rest may change at any time. */
export const InstanceRef = z.object({
  connection: z.string().min(1).max(128),
  name: z.string().min(1).max(128),
  /** the agent's host name; for agentless connections the connection's host */
  server: z.string().min(1).max(255),
  host: z.string(),
  port: z.number().int(),
  tags: z.string(),
  /** processors of the database's host where the agent can tell, else null */
  cpus: z.number().int().nullable(),
  /** false: somebody has disabled or deleted the connection, and nothing more comes until a batch without this. Such a batch has no blocks. */
  watched: z.literal(false).optional(),
})
export type InstanceRef = z.infer<typeof InstanceRef>

/** A normalised statement text; `md5` is its `query_md5_id`. */
export const QueryText = z.object({ md5: z.string().length(32), text: z.string() })
export type QueryText = z.infer<typeof QueryText>

export const Batch = z.object({
  version: z.literal(1),
  instance: InstanceRef,
  blocks: z.array(Block),
  texts: z.array(QueryText),
})
export type Batch = z.infer<typeof Batch>

/** A batch with its number in the agent's spool: (agent of the key, seq) is never reused, which makes ingest idempotent. */
export const Envelope = z.object({ seq: z.number().int().positive(), batch: Batch })
export type Envelope = z.infer<typeof Envelope>

/**
 * What the platform answers to an upload: everything up to `acknowledged` is durable. `time` lets the agent correct its clock.
 * `license_key`: the agent's new license key; the one it used works until `previous_until` (ms since the epoch, the platform's clock).
 */
export const UploadReply = z.object({
  acknowledged: z.number().int(),
  time: z.number(),
  license_key: z.string().min(1).optional(),
  previous_until: z.number().optional(),
})
export type UploadReply = z.infer<typeof UploadReply>

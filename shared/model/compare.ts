/** Two windows compared: where the difference in time and load comes from. Times of windows are ms since the epoch. */
import * as z from 'zod'
import { TagFilter } from './report.ts'

const Window = z.object({ from: z.number().int(), to: z.number().int() }).strict()

export const CompareRequest = z
  .object({
    before: Window,
    after: Window,
    /** tag filters as in the reports; [] is every instance the caller may see */
    filters: z.array(TagFilter).default([]),
    /** statements by how much they changed, in either direction */
    limit: z.number().int().min(1).max(200).default(20),
  })
  .strict()
export type CompareRequest = z.infer<typeof CompareRequest>

/**
 * change = after - before = more_calls + slower + appeared + gone + rest, exactly. Of a statement that ran in both windows on an instance
 * change = (calls after - calls before) * average before + calls after * (average after - average before): the first is `more_calls`,
 * the second `slower`. `appeared` ran after only, `gone` before only; `rest` is what the filters of query monitoring left out, which is no
 * statement. A negative term is a gain.
 */
const Difference = z.object({
  before: z.number(),
  after: z.number(),
  change: z.number(),
  more_calls: z.number(),
  slower: z.number(),
  appeared: z.number(),
  gone: z.number(),
  rest: z.number(),
})
export type Difference = z.infer<typeof Difference>

/** `time`: ms spent executing, whole µs. `load`: average active sessions, which is time by the time that was read; for windows of different length. */
const Both = z.object({ time: Difference, load: Difference })

export const CompareReply = z.object({
  before: z.object({ from: z.number(), to: z.number(), /** share of the window that was read, 0..1 */ covered: z.number() }),
  after: z.object({ from: z.number(), to: z.number(), covered: z.number() }),
  total: Both,
  /** The statements that changed most. rows + others = total, in every term. */
  rows: z.array(
    Both.extend({
      query_md5_id: z.string().nullable(),
      /** of the server; there when the statement has no query_md5_id */
      queryid: z.string().nullable(),
      /** the normalised text, or what else names it */
      label: z.string(),
      calls_before: z.number(),
      calls_after: z.number(),
      /** ms; null when it did not run */
      mean_before: z.number().nullable(),
      mean_after: z.number().nullable(),
    }),
  ),
  others: Both.extend({ count: z.number() }),
})
export type CompareReply = z.infer<typeof CompareReply>

const TERMS = ['more_calls', 'slower', 'appeared', 'gone', 'rest'] as const

/**
 * The same difference with so many decimals, as it is printed: before and after are rounded, and the terms so that what is printed adds up. Those
 * whose rounding took most away get the missing digits.
 */
export function printed(difference: Difference, decimals: number): Difference {
  const unit = 10 ** decimals
  const [before, after] = [Math.round(difference.before * unit), Math.round(difference.after * unit)]
  const floors = TERMS.map((term) => ({
    term,
    whole: Math.floor(difference[term] * unit),
    lost: difference[term] * unit - Math.floor(difference[term] * unit),
  }))
  const missing = after - before - floors.reduce((sum, { whole }) => sum + whole, 0)
  const ordered = floors.toSorted((a, b) => b.lost - a.lost)
  // Before and after are rounded too, so that one digit more or less than the terms have to give may be asked for.
  const given = new Map(
    ordered.map(({ term, whole }, at) => [
      term,
      whole + Math.floor(missing / TERMS.length) + (at < ((missing % TERMS.length) + TERMS.length) % TERMS.length ? 1 : 0),
    ]),
  )
  const of = (term: (typeof TERMS)[number]): number => (given.get(term) ?? 0) / unit
  return {
    before: before / unit,
    after: after / unit,
    change: (after - before) / unit,
    more_calls: of('more_calls'),
    slower: of('slower'),
    appeared: of('appeared'),
    gone: of('gone'),
    rest: of('rest'),
  }
}

import { HOUR, resolveRange } from '../../app/range.ts'
import { useScope } from '../../app/use-scope.ts'
import { queriesSummary, queryMinutes, topQueries, type RankedBy, type ReportScope } from '../../data/api.ts'
import { useNow } from '../../data/use-now.ts'
import { usePoll } from '../../data/use-poll.ts'
import { useOverview } from '../../data/use-overview.ts'

/** Statements are read once a minute, so a moving range is asked anew every half of one. */
const STEP = 30_000

export interface Asked extends ReportScope {
  /** Seconds of the range in which the instances in scope were watched at all: what rates are divided by. */
  readonly seconds: number
}

/** The instants asked for: the window, else the range. Every table of the page uses the same ones, so that their sums agree. */
export function useAsked(): Asked {
  const { scope, filters } = useScope()
  const { data } = useOverview()
  const time = Math.floor(useNow(5000) / STEP) * STEP
  const { from, to } = scope.window ?? resolveRange(scope.range, scope.pausedAt ?? time, 1)
  const known = (data?.instances ?? []).filter((i) => scope.instances.length === 0 || scope.instances.includes(i.label))
  const since = known.length === 0 ? from : Math.min(...known.map((i) => i.first_seen))
  return { from, to, filters, seconds: Math.max(60, Math.min(to - from, to - Math.max(from, since), 400 * 24 * HOUR) / 1000) }
}

export const useSummary = (asked: Asked) =>
  usePoll(['queries-summary', asked.from, asked.to, asked.filters], (signal) => queriesSummary(asked, signal), { every: null })

export const useTop = (asked: Asked, by: RankedBy, limit: number) =>
  usePoll(['top-queries', asked.from, asked.to, asked.filters, by, limit], (signal) => topQueries(asked, by, limit, signal), { every: null })

export const useMinutes = (asked: Asked, md5: string) =>
  usePoll(['query', md5, asked.from, asked.to, asked.filters], (signal) => queryMinutes(asked, md5, signal), { every: null })

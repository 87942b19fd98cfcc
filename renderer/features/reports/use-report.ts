import { useMemo } from 'react'
import { resolveRange } from '../../app/range.ts'
import { useScope } from '../../app/use-scope.ts'
import { askReport, bodyOf, listReports, type ReportChoices, type ReportEntry } from '../../data/reports.ts'
import { useNow } from '../../data/use-now.ts'
import { usePoll } from '../../data/use-poll.ts'

/** Most of what reports tell is read once a minute. */
const STEP = 60_000
/** Rows of one instance over the range: what a lane can show, and a table can be read. */
const POINTS = 360
const BUCKETS = [60, 300, 900, 3600, 21_600, 86_400]

export const LIMITS = [20, 50, 100, 500, 1000] as const

export const useReports = () => usePoll(['reports'], listReports, { every: null })

/** The choices in the address, the question they make of a report, and its answer. */
export function useReport(entry: ReportEntry | undefined) {
  const { scope, filters, own } = useScope()
  const time = Math.floor(useNow(5000) / STEP) * STEP
  const { from, to } = scope.window ?? resolveRange(scope.range, scope.pausedAt ?? time, 60)
  const bucket = BUCKETS.find((seconds) => (to - from) / 1000 / seconds <= POINTS) ?? 86_400
  const [by, n, compute, groupBy, include] = [own('rank'), own('n'), own('compute'), own('group'), own('include')]
  const chosen = useMemo(
    (): ReportChoices => ({
      by,
      limit: LIMITS.find((limit) => String(limit) === n) ?? 20,
      compute: compute === 'summary' ? 'summary' : 'details',
      bucket,
      groupBy: groupBy ?? 'pg_instance',
      include: include === null ? [] : include.split(','),
    }),
    [by, n, compute, groupBy, include, bucket],
  )
  const body = entry === undefined ? undefined : bodyOf(entry, { from, to, filters }, chosen)
  const answer = usePoll(
    ['report', entry?.id, body],
    async (signal) => (entry === undefined || body === undefined ? undefined : { id: entry.id, rows: await askReport(entry, body, signal) }),
    { every: null, enabled: entry !== undefined },
  )
  return { from, to, chosen, body, answer }
}

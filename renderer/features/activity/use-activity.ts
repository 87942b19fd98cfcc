import type { Dimension } from '../../../shared/model/activity.ts'
import { chooseBucket, resolveRange } from '../../app/range.ts'
import { useScope } from '../../app/use-scope.ts'
import { load, top } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { usePoll } from '../../data/use-poll.ts'
import { useState } from 'react'
import { samplingOf } from './stack.ts'

export const LISTS: readonly Dimension[] = ['query_md5_id', 'wait_event', 'user_name', 'application_name', 'client_host_name', 'database', 'pg_instance']
const LIMIT = 20

/** The load of the range, and the lists of the window: asked for the very instants that the chart spans, so that their sums agree. */
export function useActivity(width: number) {
  const { scope, live, filters } = useScope()
  const [sampling, setSampling] = useState(10)
  const { range, pausedAt, by } = scope
  const where = [...scope.where]
  const span = range.kind === 'last' ? range.span : range.to - range.from
  const bucket = chooseBucket(span, width - 56, sampling)
  const chart = usePoll(
    ['load', range, pausedAt, bucket, by, where, filters],
    (signal) => load({ ...resolveRange(range, pausedAt ?? now(), bucket), bucket, by, where, filters }, signal),
    { every: live ? 5 : null, enabled: width > 0 },
  )
  const shown = chart.data
  const seen = shown === undefined ? sampling : samplingOf(shown)
  if (seen !== sampling) setSampling(seen)
  const { from, to } = scope.window ?? { from: shown?.from ?? 0, to: shown?.to ?? 0 }
  const lists = usePoll(
    ['top', from, to, where, filters, live && scope.window === null ? chart.at : 0],
    (signal) => top({ from, to, where, filters, dimensions: [...LISTS], limit: LIMIT, trend: 30 }, signal),
    { every: null, enabled: shown !== undefined && from < to },
  )
  return { chart, lists }
}

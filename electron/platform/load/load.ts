import type { LoadReply, LoadRequest } from '../../../shared/model/activity.ts'
import { fail } from '../../kernel/problem.ts'
import type { ReadHistory } from '../../store/store.ts'
import { checkRange } from '../reports/request.ts'
import { matching, type SeenInstance } from '../reports/scope.ts'
import { breakDown, type Breakdown } from './breakdown.ts'
import { onMinutes, type Buckets } from './buckets.ts'
import { sessionsIn } from './sessions.ts'

const MOST_BUCKETS = 5000
/** Values beyond these are what remains of `total`. */
const MOST_SERIES = 100

function bucketsOf({ from, to, bucket }: LoadRequest): Buckets {
  checkRange(from, to)
  const length = bucket * 1000
  const count = Math.ceil((to - from) / length)
  if (count > MOST_BUCKETS) fail('request.invalid', { field: 'bucket', why: `must be at least ${Math.ceil((to - from) / MOST_BUCKETS / 1000)} for this range` })
  return { count, length, from, to }
}

/** Share of each bucket that samples stand for, averaged over the instances that exist in it. What lies in the future does not count. */
function coverageOf(buckets: Buckets, instances: readonly SeenInstance[], { sampled }: Breakdown, now: number): readonly number[] {
  return Array.from({ length: buckets.count }, (_, at) => {
    const begin = buckets.from + at * buckets.length
    const end = Math.min(begin + buckets.length, buckets.to, now)
    const there = instances.filter(({ id, firstSeen, lastSeen }) => sampled.get(at)?.has(id) === true || (firstSeen < end && lastSeen >= begin))
    if (there.length === 0 || end <= begin) return sampled.has(at) ? 1 : 0
    return there.reduce((sum, { id }) => sum + Math.min(1, (sampled.get(at)?.get(id) ?? 0) / (end - begin)), 0) / there.length
  })
}

function capacityOf(instances: readonly SeenInstance[]): { readonly capacity: number | null; readonly capacity_reason: string } {
  if (instances.length === 0) return { capacity: null, capacity_reason: 'No instance is in scope' }
  const unknown = instances.filter(({ cpus }) => cpus === null)
  if (unknown.length > 0) return { capacity: null, capacity_reason: `The number of processors is not known of ${unknown.map(({ label }) => label).join(', ')}` }
  // Instances of one server share its processors.
  const servers = new Map(instances.map(({ agent, host, cpus }) => [`${agent}\n${host}`, cpus ?? 0]))
  return { capacity: [...servers.values()].reduce((sum, cpus) => sum + cpus, 0), capacity_reason: '' }
}

/** Average active sessions per bucket, as a whole and by one dimension. */
export function loadOf(history: ReadHistory, visible: readonly SeenInstance[], request: LoadRequest, now: number): LoadReply {
  const buckets = bucketsOf(request)
  const instances = matching(visible, request.filters)
  const labels = new Map(instances.map(({ id, label }) => [id, label]))
  const asked = { ...request, dimensions: [request.by], instances: labels, wholeMinutes: onMinutes(buckets) }
  const broken = breakDown(sessionsIn(history, asked), [request.by], buckets)

  const each = <T>(value: (at: number) => T): T[] => Array.from({ length: buckets.count }, (_, at) => value(at))
  const averages = (by: ReadonlyMap<number, number>): (number | null)[] => each((at) => (broken.ticks.has(at) ? (by.get(at) ?? 0) : null))
  const newest = history.newest('sessions')
  const sampled = instances.filter(({ id }) => newest.has(id))
  const series = [...(broken.values.get(request.by) ?? [])].sort(([, a], [, b]) => b.aas - a.aas).slice(0, MOST_SERIES)
  return {
    from: request.from,
    to: request.to,
    bucket: request.bucket,
    time: each((at) => buckets.from + at * buckets.length),
    ticks: each((at) => broken.ticks.get(at) ?? 0),
    coverage: [...coverageOf(buckets, instances, broken, now)],
    resolution: each((at) => broken.known.get(at) ?? null),
    total: {
      average: averages(broken.total.buckets),
      peak: each((at) => broken.peaks.get(at)?.sessions ?? null),
      peak_at: each((at) => broken.peaks.get(at)?.at ?? null),
    },
    series: series.map(([value, { buckets: by, samples, aas }]) => ({ value, average: averages(by), samples, aas })),
    ...capacityOf(instances),
    first: sampled.length === 0 ? null : Math.min(...sampled.map(({ firstSeen }) => firstSeen)),
    last: sampled.length === 0 ? null : Math.max(...sampled.map(({ id }) => newest.get(id) ?? 0)),
    instances: instances.map(({ label }) => label),
  }
}

import type { Dimension } from '../../../shared/model/activity.ts'
import { peaksOf, type Count, type Peak } from './peak.ts'
import type { Tick } from './sessions.ts'

/** Load of one value of a dimension. All loads are average active sessions: session-seconds by sampled seconds, per instance, added up over instances. */
export interface Share {
  aas: number
  samples: number
  readonly buckets: Map<number, number>
  readonly classes: Map<string, number>
}

export interface Breakdown {
  readonly total: Share
  readonly values: ReadonlyMap<Dimension, ReadonlyMap<string | null, Share>>
  /** Samples per bucket; a bucket without one is not in it. */
  readonly ticks: ReadonlyMap<number, number>
  readonly tickCount: number
  /** Sampled ms per bucket and instance. */
  readonly sampled: ReadonlyMap<number, ReadonlyMap<number, number>>
  readonly peaks: ReadonlyMap<number, Peak>
}

const newShare = (): Share => ({ aas: 0, samples: 0, buckets: new Map(), classes: new Map() })

const plus = <K>(map: Map<K, number>, key: K, value: number): void => {
  map.set(key, (map.get(key) ?? 0) + value)
}

/** Session-ms of one instance, before they are divided by what was sampled of it. */
interface Part {
  ms: number
  samples: number
  readonly buckets: Map<number, number>
  readonly classes: Map<string, number>
}

interface Instance {
  readonly id: number
  ms: number
  readonly bucketMs: Map<number, number>
  readonly total: Part
  readonly values: ReadonlyMap<Dimension, Map<string | null, Part>>
}

const newPart = (): Part => ({ ms: 0, samples: 0, buckets: new Map(), classes: new Map() })

function count(part: Part, weight: number, bucket: number | undefined, waitClass: string): void {
  part.ms += weight
  part.samples += 1
  if (bucket !== undefined) plus(part.buckets, bucket, weight)
  plus(part.classes, waitClass, weight)
}

/** Adds an instance's parts to the whole, each divided by the time that was sampled. */
function settle(share: Share, part: Part, instance: Instance): void {
  share.samples += part.samples
  if (instance.ms > 0) {
    share.aas += part.ms / instance.ms
    for (const [waitClass, ms] of part.classes) plus(share.classes, waitClass, ms / instance.ms)
  }
  for (const [bucket, ms] of part.buckets) {
    const sampled = instance.bucketMs.get(bucket) ?? 0
    if (sampled > 0) plus(share.buckets, bucket, ms / sampled)
  }
}

/** Goes once over ticks that come instance by instance. After a pause a sample counts in totals, but neither in a bucket nor in a peak. */
export function breakDown(ticks: Iterable<Tick>, dimensions: readonly Dimension[], bucketOf: (at: number) => number): Breakdown {
  const total = newShare()
  const values = new Map(dimensions.map((dimension) => [dimension, new Map<string | null, Share>()]))
  const perBucket = new Map<number, number>()
  const sampled = new Map<number, Map<number, number>>()
  const counts: Count[] = []
  let tickCount = 0

  const finish = (instance: Instance): void => {
    settle(total, instance.total, instance)
    for (const [dimension, parts] of instance.values) {
      const shares = values.get(dimension)
      for (const [value, part] of parts) {
        const share = shares?.get(value) ?? newShare()
        shares?.set(value, share)
        settle(share, part, instance)
      }
    }
    for (const [bucket, ms] of instance.bucketMs) sampled.set(bucket, (sampled.get(bucket) ?? new Map<number, number>()).set(instance.id, ms))
  }

  const see = (tick: Tick, instance: Instance): void => {
    const bucket = tick.gap ? undefined : bucketOf(tick.at)
    tickCount += 1
    instance.ms += tick.weight
    if (bucket !== undefined) {
      plus(perBucket, bucket, 1)
      plus(instance.bucketMs, bucket, tick.weight)
      counts.push({ instance: tick.instance, at: tick.at, weight: tick.weight, sessions: tick.rows.length })
    }
    for (const row of tick.rows) {
      const waitClass = tick.block.value('wait_event_type', row) ?? ''
      count(instance.total, tick.weight, bucket, waitClass)
      for (const [dimension, parts] of instance.values) {
        const value = tick.block.value(dimension, row)
        const part = parts.get(value) ?? newPart()
        parts.set(value, part)
        count(part, tick.weight, bucket, waitClass)
      }
    }
  }

  let instance: Instance | undefined
  for (const tick of ticks) {
    if (instance?.id !== tick.instance) {
      if (instance !== undefined) finish(instance)
      instance = {
        id: tick.instance,
        ms: 0,
        bucketMs: new Map(),
        total: newPart(),
        values: new Map(dimensions.map((dimension) => [dimension, new Map<string | null, Part>()])),
      }
    }
    see(tick, instance)
  }
  if (instance !== undefined) finish(instance)
  return { total, values, ticks: perBucket, tickCount, sampled, peaks: peaksOf(counts, bucketOf) }
}

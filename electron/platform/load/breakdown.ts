import type { Dimension } from '../../../shared/model/activity.ts'
import { sharesOf, type Buckets, type Share as BucketShare } from './buckets.ts'
import { peaksOf, withHighest, type Count, type Highest, type Peak } from './peak.ts'
import type { Coded, Sessions } from './sessions.ts'

/** Load of one value of a dimension. All loads are average active sessions: session-seconds by sampled seconds, per instance, added up over instances. */
export interface Share {
  aas: number
  samples: number
  readonly buckets: Map<number, number>
  readonly classes: Map<string, number>
}

/** What is known of a bucket: its samples, or averages of hours or days. */
export type Known = 'sample' | 'hour' | 'day'

export interface Breakdown {
  readonly total: Share
  readonly values: ReadonlyMap<Dimension, ReadonlyMap<string | null, Share>>
  /** Samples per bucket; a bucket without one is not in it. */
  readonly ticks: ReadonlyMap<number, number>
  readonly tickCount: number
  /** Sampled ms per bucket and instance. */
  readonly sampled: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Buckets of which it is not known have none. */
  readonly peaks: ReadonlyMap<number, Peak>
  /** The coarsest that a bucket is made of. */
  readonly known: ReadonlyMap<number, Known>
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

/** Rows that count in the same buckets; in none after a pause. */
interface Run {
  readonly top: number
  bottom: number
  readonly shares: readonly BucketShare[]
}

/** Adds rows up by value, run by run, in arrays by code: maps are asked once for each value of a run. */
function count({ rows, samples, weight }: Sessions, runs: readonly Run[], { codes, values }: Coded, classes: Coded, partOf: (code: number) => Part): void {
  const size = values.length
  const width = classes.values.length
  const [ms, inRun, counts, byClass] = [new Float64Array(size), new Float64Array(size), new Float64Array(size), new Float64Array(size * width)]
  const seen = new Int32Array(size).fill(-1)
  const parts: Part[] = []
  const classOf = classes.codes
  if (rows === 0) return
  for (const [number, { top, bottom, shares }] of runs.entries()) {
    const touched: number[] = []
    for (let row = top; row < bottom; row++) {
      const own = samples[row] ?? 0
      if (own === 0) continue
      const code = codes[row] ?? 0
      const stands = weight[row] ?? 0
      if (seen[code] !== number) {
        seen[code] = number
        touched.push(code)
        inRun[code] = 0
      }
      inRun[code] = (inRun[code] ?? 0) + stands
      ms[code] = (ms[code] ?? 0) + stands
      counts[code] = (counts[code] ?? 0) + own
      const cell = code * width + (classOf[row] ?? 0)
      byClass[cell] = (byClass[cell] ?? 0) + stands
    }
    for (const code of touched) {
      const part = (parts[code] ??= partOf(code))
      for (const { bucket, share } of shares) plus(part.buckets, bucket, (inRun[code] ?? 0) * share)
    }
  }
  for (let code = 0; code < size; code++) {
    if (counts[code] === 0) continue
    const part = (parts[code] ??= partOf(code))
    part.ms += ms[code] ?? 0
    part.samples += counts[code] ?? 0
    for (let at = 0; at < width; at++) {
      const own = byClass[code * width + at] ?? 0
      if (own > 0) plus(part.classes, classes.values[at] ?? '', own)
    }
  }
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

const COARSE: readonly Known[] = ['sample', 'hour', 'day']
const coarser = (a: Known, b: Known): Known => COARSE[Math.max(COARSE.indexOf(a), COARSE.indexOf(b))] ?? a

/** Goes once over samples that come instance by instance. After a pause a sample counts in totals, but neither in a bucket nor in a peak. */
export function breakDown(blocks: Iterable<Sessions>, dimensions: readonly Dimension[], buckets: Buckets): Breakdown {
  const total = newShare()
  const values = new Map(dimensions.map((dimension) => [dimension, new Map<string | null, Share>()]))
  const ticks = new Map<number, number>()
  const sampled = new Map<number, Map<number, number>>()
  const known = new Map<number, Known>()
  const counts: Count[] = []
  const highest: Highest[] = []
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

  /** What each span is, and the runs of rows. */
  const runsOf = (block: Sessions, instance: Instance): readonly Run[] => {
    const runs: Run[] = []
    const resolution = block.resolution === 'minute' ? 'sample' : block.resolution
    for (let span = 0; span < block.spans; span++) {
      const [top, bottom] = [block.first[span] ?? 0, block.first[span + 1] ?? 0]
      const [ms, readings] = [block.sampled[span] ?? 0, block.readings[span] ?? 0]
      const shares = block.gap(span) ? [] : sharesOf(buckets, block.resolution, block.end[span] ?? 0)
      tickCount += readings
      instance.ms += ms
      for (const { bucket, share } of shares) {
        plus(ticks, bucket, readings * share)
        plus(instance.bucketMs, bucket, ms * share)
        known.set(bucket, coarser(known.get(bucket) ?? 'sample', resolution))
      }
      const last = runs.at(-1)
      const [own] = shares
      if (last?.shares.length === 1 && shares.length === 1 && last.shares[0]?.bucket === own?.bucket) last.bottom = bottom
      else runs.push({ top, bottom, shares })
    }
    return runs
  }

  const see = (block: Sessions, instance: Instance): void => {
    const runs = runsOf(block, instance)
    const classes = block.of('wait_event_type')
    count(block, runs, { codes: new Uint32Array(block.rows), values: [''] }, classes, () => instance.total)
    for (const [dimension, parts] of instance.values) {
      const coded = block.of(dimension)
      count(block, runs, coded, classes, (code) => {
        const value = coded.values[code] ?? null
        const part = parts.get(value) ?? newPart()
        parts.set(value, part)
        return part
      })
    }
    if (block.resolution === 'sample' || block.resolution === 'minute') for (const instant of block.instants ?? []) counts.push(instant)
    else {
      const [first, ...others] = block.instants ?? []
      const peak = first && others.reduce((most, one) => (one.sessions > most.sessions ? one : most), first)
      highest.push({ peak, buckets: [...new Set(runs.flatMap(({ shares }) => shares.map(({ bucket }) => bucket)))] })
    }
  }

  let instance: Instance | undefined
  for (const block of blocks) {
    if (instance?.id !== block.instance) {
      if (instance !== undefined) finish(instance)
      instance = {
        id: block.instance,
        ms: 0,
        bucketMs: new Map(),
        total: newPart(),
        values: new Map(dimensions.map((dimension) => [dimension, new Map<string | null, Part>()])),
      }
    }
    see(block, instance)
  }
  if (instance !== undefined) finish(instance)
  for (const [bucket, number] of ticks) ticks.set(bucket, Math.max(1, Math.round(number)))
  const peaks = peaksOf(counts, (at) => Math.floor((at - buckets.from) / buckets.length))
  const all = highest.length === 0 ? peaks : withHighest(peaks, highest, (bucket) => sampled.get(bucket)?.size ?? 0)
  return { total, values, ticks, tickCount, sampled, peaks: all, known }
}

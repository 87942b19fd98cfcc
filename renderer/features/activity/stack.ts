/** From what the platform answers to what is stacked. Pure. */
import type { Dimension } from '../../../shared/model/activity.ts'
import type { LoadReply } from '../../data/api.ts'
import { valueName } from '../../app/dimensions.ts'
import { rankColour, waitColour, waitOrder } from '../../ui/colours.ts'
import type { Band, Load } from '../../ui/load.ts'

type Series = LoadReply['series'][number]
const MOST_CLASSES = 8
const MOST_VALUES = 5
/** These are never hidden in the remainder: each is a finding by itself. */
const KEPT: ReadonlySet<string> = new Set(['Lock', 'IdleTx'])

/** At most eight layers: wait classes in their fixed order, other dimensions by size; what is left is one layer named Other (n). */
export function bandsOf(
  reply: Pick<LoadReply, 'series' | 'time'>,
  by: Dimension,
  expanded: boolean,
  label: (value: string | null) => string = (value) => valueName(by, value),
): readonly Band[] {
  const bySize = [...reply.series].filter((s) => s.aas > 0).sort((a, b) => b.aas - a.aas)
  const waits = by === 'wait_event_type'
  const total = bySize.reduce((sum, s) => sum + s.aas, 0)
  const most = waits ? MOST_CLASSES : MOST_VALUES
  const fits = expanded || bySize.length <= most
  const kept = fits ? bySize : keep(bySize, waits, total, waits ? most - 1 : most)
  const rest = bySize.filter((s) => !kept.includes(s))
  const ordered = waits ? [...kept].sort((a, b) => waitOrder(a.value) - waitOrder(b.value)) : kept
  const bands = ordered.map((s, rank): Band => ({
    id: String(s.value),
    name: label(s.value),
    colour: waits ? waitColour(s.value) : rankColour(rank),
    hatched: waits && waitColour(s.value) === '--w-idletx',
    average: s.average,
    aas: s.aas,
    samples: s.samples,
    value: s.value,
  }))
  return rest.length === 0 ? bands : [...bands, other(rest, reply.time.length)]
}

function keep(bySize: readonly Series[], waits: boolean, total: number, room: number): readonly Series[] {
  const forced = waits ? bySize.filter((s) => KEPT.has(s.value ?? '')) : []
  const free = bySize.filter((s) => !forced.includes(s) && (!waits || s.aas >= total * 0.02))
  return [...forced, ...free.slice(0, room - forced.length)]
}

function other(rest: readonly Series[], buckets: number): Band {
  const average = Array.from({ length: buckets }, (_, i) =>
    rest.every((s) => s.average[i] === null) ? null : rest.reduce((sum, s) => sum + (s.average[i] ?? 0), 0),
  )
  return {
    id: '(other)',
    name: `Other (${String(rest.length)})`,
    colour: '--w-other',
    hatched: false,
    average,
    aas: rest.reduce((sum, s) => sum + s.aas, 0),
    samples: rest.reduce((sum, s) => sum + s.samples, 0),
    value: undefined,
  }
}

export const loadOf = (reply: LoadReply, bands: readonly Band[]): Load => ({
  from: reply.from,
  to: reply.to,
  bucket: reply.bucket * 1000,
  time: reply.time,
  ticks: reply.ticks,
  average: reply.total.average,
  peak: reply.total.peak,
  peakAt: reply.total.peak_at,
  bands,
  capacity: reply.capacity,
  first: reply.first,
  last: reply.last,
})

/** Until when the bars are averages of hours or days, in words; empty when all of them are of samples. */
export function coarseOf({ time, bucket, resolution }: Pick<LoadReply, 'time' | 'bucket' | 'resolution'>, when: (ms: number) => string): string {
  const until = (of: 'hour' | 'day'): string[] => {
    const last = resolution.lastIndexOf(of)
    return last < 0 ? [] : [`${of}s up to ${when((time[last] ?? 0) + bucket * 1000)}`]
  }
  const parts = [...until('day'), ...until('hour')]
  return parts.length === 0
    ? ''
    : `Samples are no longer kept of the whole range: averages of ${parts.join(', of ')}. The highest reading is that of the whole hour or day, and not known of several instances together.`
}

/** Seconds between samples, as far as the answer shows: 1 when sampled every second, else 10. */
export function samplingOf(reply: LoadReply | undefined): number {
  if (reply === undefined || reply.instances.length === 0) return 10
  return Math.max(0, ...reply.ticks) / reply.instances.length / reply.bucket > 0.5 ? 1 : 10
}

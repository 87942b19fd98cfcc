/** What is drawn and said of a load over time. Pure. */
import { formatClock, formatDuration, formatLoad, formatPercent, type Zone } from '../../shared/units.ts'
import type { Mark } from './Chart.tsx'

/** One layer of the stack, bottom first. */
export interface Band {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly hatched: boolean
  /** per bucket; null where no sample was taken */
  readonly average: readonly (number | null)[]
  /** over the whole range */
  readonly aas: number
  readonly samples: number
  /** What to filter by; undefined for a layer that stands for several values. */
  readonly value: string | null | undefined
}

export interface Load {
  readonly from: number
  readonly to: number
  /** ms */
  readonly bucket: number
  readonly time: readonly number[]
  readonly ticks: readonly number[]
  readonly average: readonly (number | null)[]
  readonly peak: readonly (number | null)[]
  readonly peakAt: readonly (number | null)[]
  readonly bands: readonly Band[]
  readonly capacity: number | null
  /** First and last sample there is, whatever the range. */
  readonly first: number | null
  readonly last: number | null
}

/** Uploads come in batches: what is younger than this is under way, not missing. */
const UNDER_WAY = 90_000

/** Stretches without a sample between the first and the last (or the present, when the last is long ago). */
export function gapsOf(load: Load, now: number): readonly { readonly from: number; readonly to: number }[] {
  const { first, last } = load
  if (first === null || last === null) return []
  const end = now - last < UNDER_WAY ? last : Math.min(now, load.to)
  const gaps: { from: number; to: number }[] = []
  load.time.forEach((begin, i) => {
    const until = begin + load.bucket
    if (load.average[i] !== null || until <= first || begin >= end) return
    const open = gaps.at(-1)
    if (open?.to === begin) open.to = until
    else gaps.push({ from: begin, to: until })
  })
  return gaps
}

/** Upper end and steps of an axis, both round. */
export interface Scale {
  readonly max: number
  readonly step: number
}

export function scaleFor(value: number, steps: number): Scale {
  if (value <= 0) return { max: 1, step: 1 }
  const raw = value / steps
  const size = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find((s) => s * size >= raw * 0.9999) ?? 10) * size
  return { max: Math.ceil(value / step - 1e-9) * step, step }
}

/** Axis of the load: up to the highest sample, and to the capacity unless that would press everything flat. */
export function loadScale(load: Load): Scale {
  const most = Math.max(0, ...load.peak.map((v) => v ?? 0), ...load.average.map((v) => v ?? 0))
  const { capacity } = load
  return scaleFor(capacity !== null && capacity <= most * 3 ? Math.max(most, capacity * 1.02) : most, 4)
}

export function marksOf(load: Load, now: number): readonly Mark[] {
  const marks: Mark[] = gapsOf(load, now).map((gap) => ({ kind: 'gap', ...gap }))
  load.time.forEach((from, i) => {
    const to = from + load.bucket
    let low = 0
    for (const band of load.bands) {
      const value = band.average[i] ?? 0
      if (value <= 0) continue
      marks.push({ kind: 'bar', from, to, low, high: low + value, colour: band.colour, hatched: band.hatched })
      low += value
    }
    const peak = load.peak[i]
    if (peak !== null && peak !== undefined && peak > low) marks.push({ kind: 'tick', from, to, y: peak })
  })
  if (load.capacity !== null && load.capacity <= loadScale(load).max) marks.push({ kind: 'rule', y: load.capacity })
  return marks
}

/** Stretches of at least 60 % of the highest bar, in order of time. */
export function peaksOf(load: Pick<Load, 'time' | 'average' | 'bucket'>): readonly { readonly from: number; readonly to: number }[] {
  const most = Math.max(0, ...load.average.map((v) => v ?? 0))
  if (most === 0) return []
  const peaks: { from: number; to: number }[] = []
  load.time.forEach((from, i) => {
    if ((load.average[i] ?? 0) < most * 0.6) return
    const open = peaks.at(-1)
    if (open?.to === from) open.to = from + load.bucket
    else peaks.push({ from, to: from + load.bucket })
  })
  return peaks
}

/** The chart in one sentence, for those who do not see it. */
export function sentenceOf(load: Load, now: number, zone: Zone): string {
  const known = load.average.flatMap((v, i) => (v === null ? [] : [{ v, i }]))
  const span = `${formatClock(load.from, zone)} to ${formatClock(load.to, zone)}`
  if (known.length === 0) return `Average active sessions, ${span}: no samples.`
  const top = known.reduce((a, b) => (b.v > a.v ? b : a))
  const mean = known.reduce((sum, { v }) => sum + v, 0) / known.length
  const main = load.bands.reduce<Band | null>((a, b) => (a === null || b.aas > a.aas ? b : a), null)
  const all = load.bands.reduce((sum, band) => sum + band.aas, 0)
  const half = Math.max(1, Math.floor(known.length / 2))
  const meanOf = (part: typeof known) => part.reduce((sum, { v }) => sum + v, 0) / Math.max(1, part.length)
  const [before, after] = [meanOf(known.slice(0, half)), meanOf(known.slice(half))]
  const trend = after > before * 1.25 ? 'rising' : after < before * 0.8 ? 'falling' : 'level'
  const missing = gapsOf(load, now).reduce((sum, gap) => sum + gap.to - gap.from, 0)
  return [
    `Average active sessions, ${span}: ${formatLoad(mean)} on average, highest ${formatLoad(top.v)} at ${formatClock(load.time[top.i] ?? load.from, zone)}, ${trend}.`,
    main === null || all === 0 ? '' : `Most of it ${main.name}, ${formatPercent(main.aas / all)}.`,
    load.capacity === null ? '' : `Capacity ${String(load.capacity)} processors.`,
    missing === 0 ? 'No gaps.' : `No data for ${formatDuration(missing)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

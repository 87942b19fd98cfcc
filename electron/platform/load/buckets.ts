import type { Resolution } from '../../store/counted.ts'

/** Equal parts of a range, ms; the last one may end behind it. */
export interface Buckets {
  readonly from: number
  readonly to: number
  readonly length: number
  readonly count: number
}

/** A bucket that has a share of a span. */
export interface Share {
  readonly bucket: number
  /** 0..1; the shares of a span add up to 1 */
  readonly share: number
}

const LENGTHS: Readonly<Record<Resolution, number>> = { sample: 0, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** Whether no bucket's edge lies inside a minute. */
export const onMinutes = ({ from, length, count }: Buckets): boolean => count <= 1 || (from % LENGTHS.minute === 0 && length % LENGTHS.minute === 0)

const within = ({ from, length, count }: Buckets, at: number): number => Math.max(0, Math.min(count - 1, Math.floor((at - from) / length)))

/**
 * Where a span counts that ends then: in the bucket of its end; an hour or day that is longer than a bucket in all that it covers, each for as much of the
 * time, because nobody knows more of it than the average.
 */
export function sharesOf(buckets: Buckets, resolution: Resolution, end: number): readonly Share[] {
  const length = LENGTHS[resolution]
  const last = within(buckets, end)
  if (resolution === 'sample' || resolution === 'minute' || length <= buckets.length) return [{ bucket: last, share: 1 }]
  const begin = Math.floor(end / length) * length
  const [from, to] = [Math.max(begin, buckets.from), Math.min(begin + length, buckets.to)]
  const shares: Share[] = []
  for (let bucket = within(buckets, from); bucket <= within(buckets, to - 1); bucket++) {
    const edge = buckets.from + bucket * buckets.length
    shares.push({ bucket, share: (Math.min(to, edge + buckets.length) - Math.max(from, edge)) / (to - from) })
  }
  return shares
}

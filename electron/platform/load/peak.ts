/** The number of sessions in one sample. */
export interface Count {
  readonly instance: number
  readonly at: number
  readonly weight: number
  readonly sessions: number
}

export interface Peak {
  readonly sessions: number
  readonly at: number
}

/**
 * The most sessions at one instant, per bucket. With one instance that is the largest sample. With several the samples of the others count
 * as long as they stand for the present, which is no longer than their weight: otherwise the peak of two busy instances would lie below their average.
 */
export function peaksOf(counts: readonly Count[], bucketOf: (at: number) => number): ReadonlyMap<number, Peak> {
  const peaks = new Map<number, Peak>()
  const present = new Map<number, Count>()
  const ordered = counts.toSorted((a, b) => a.at - b.at)
  for (const [index, count] of ordered.entries()) {
    present.set(count.instance, count)
    // Samples of one instant count together.
    if (ordered[index + 1]?.at === count.at) continue
    let sessions = 0
    for (const other of present.values()) if (other.instance === count.instance || other.at > count.at - other.weight) sessions += other.sessions
    const bucket = bucketOf(count.at)
    if (sessions > (peaks.get(bucket)?.sessions ?? -1)) peaks.set(bucket, { sessions, at: count.at })
  }
  return peaks
}

/** What is known of the most sessions in an hour or day of one instance. */
export interface Highest {
  readonly buckets: readonly number[]
  /** undefined: of what was asked for it is not known. */
  readonly peak: Peak | undefined
}

/**
 * Peaks of buckets that hours or days are part of. Of several instances it is not known which sessions there were at the same time, and then there is no peak:
 * neither the largest of theirs nor the sum of all would be one.
 */
export function withHighest(peaks: ReadonlyMap<number, Peak>, highest: readonly Highest[], instancesOf: (bucket: number) => number): ReadonlyMap<number, Peak> {
  const all = new Map(peaks)
  const unknown = new Set<number>()
  for (const { buckets, peak } of highest)
    for (const bucket of buckets) {
      if (peak === undefined || instancesOf(bucket) > 1) unknown.add(bucket)
      else if (peak.sessions > (all.get(bucket)?.sessions ?? -1)) all.set(bucket, peak)
    }
  for (const bucket of unknown) all.delete(bucket)
  return all
}

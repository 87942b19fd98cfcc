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

/** How many different queries a connection has had since local midnight; beyond the limit query monitoring pauses until the next. */
export interface Daily {
  /** Counts ids; pauses when there are more than `limit` now. `now` in ms since the epoch. */
  count(ids: Iterable<string>, limit: number, now: number): void
  /** Why it pauses, '' when it does not. */
  paused(now: number): string
  /** Ends the pause and begins to count anew. */
  resume(): void
}

export function createDaily(): Daily {
  let day = ''
  let cause = ''
  const seen = new Set<string>()
  const turn = (now: number): void => {
    const today = new Date(now).toDateString()
    if (today === day) return
    day = today
    cause = ''
    seen.clear()
  }
  return {
    count: (ids, limit, now) => {
      turn(now)
      for (const id of ids) seen.add(id)
      if (seen.size > limit) cause = `more than ${limit} different queries today; query monitoring goes on at midnight, or when it is enabled again`
    },
    paused: (now) => {
      turn(now)
      return cause
    },
    resume: () => {
      cause = ''
      seen.clear()
    },
  }
}

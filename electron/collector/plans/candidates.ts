import type { Plannable } from './plannable.ts'

/** A statement that runs in a database, as it is or may be planned. */
export interface Candidate {
  readonly md5: string
  readonly database: string
  user: string
  /** The statement with the values of a session. */
  sample: { readonly sql: string; readonly plannable: Plannable } | undefined
  /** What it has cost since it was planned last: ms of its executions and of sessions seen running it. */
  load: number
  /** By the monotonic clock; undefined: never. */
  plannedAt: number | undefined
  notBefore: number
  /** Shapes of its plans before partitions are taken together, each with what it is kept as. */
  readonly shapes: Map<string, { readonly shape: string; readonly planId: string }>
}

export interface Candidates {
  /** It runs: known or new. */
  touch(md5: string, database: string, user: string, load: number): Candidate
  /** What to plan next in a database, those that were never planned first. */
  next(database: string, now: number, ready: (candidate: Candidate) => boolean): Candidate | undefined
  /** Databases in which something is to be planned. */
  databases(now: number, ready: (candidate: Candidate) => boolean): readonly string[]
  /** Nothing of this database is planned before then. */
  close(database: string, until: number): void
}

const MOST = 1_000
const SHAPES = 16

export function createCandidates(): Candidates {
  const all = new Map<string, Candidate>()
  const closed = new Map<string, number>()
  const waits = (one: Candidate, now: number): boolean => one.load > 0 && one.notBefore <= now && (closed.get(one.database) ?? -Infinity) <= now
  return {
    touch: (md5, database, user, load) => {
      const key = `${md5} ${database}`
      const known = all.get(key) ?? { md5, database, user, sample: undefined, load: 0, plannedAt: undefined, notBefore: -Infinity, shapes: new Map() }
      known.load += load
      known.user = user
      if (known.shapes.size > SHAPES) known.shapes.clear()
      all.delete(key)
      all.set(key, known)
      const [oldest] = all.keys()
      if (all.size > MOST && oldest !== undefined) all.delete(oldest)
      return known
    },
    next: (database, now, ready) => {
      let best: Candidate | undefined
      for (const one of all.values())
        if (one.database === database && waits(one, now) && ready(one) && (best === undefined || goesBefore(one, best))) best = one
      return best
    },
    databases: (now, ready) => [...new Set([...all.values()].filter((one) => waits(one, now) && ready(one)).map(({ database }) => database))],
    close: (database, until) => {
      closed.set(database, until)
    },
  }
}

function goesBefore(a: Candidate, b: Candidate): boolean {
  if (a.plannedAt === undefined || b.plannedAt === undefined) return a.plannedAt === b.plannedAt ? a.load > b.load : a.plannedAt === undefined
  return a.plannedAt < b.plannedAt
}

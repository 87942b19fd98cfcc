import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Probe } from '../catalog/define.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { cadence, timeoutOf } from './due.ts'
import type { Facts } from './facts.ts'
import type { Readings } from './readings.ts'
import { openSession, type Session } from './target.ts'

/**
 * What is slow, or must be asked in each database. In the connection's own database it goes over the lasting session, whose caches are warm, as long as
 * it is quick enough for samples of sessions to wait for; everything else over a second, short session. None is kept to another database: its owner
 * could neither drop nor rename it.
 */
export interface Visits {
  /** Begins a round over what is due; the caller does not wait for it. `done` hands over what was read, `ended` follows when the next may begin. */
  begin(probes: readonly Probe[], own: Own, done: () => Promise<void>, ended: () => void): void
  busy(): boolean
  /** Breaks the present round off; resolves when it has ended. */
  end(): Promise<void>
  /** Everything is due again. */
  restart(): void
  /** Why tables are not read, '' when they are. */
  tablesPaused(): string
}

/** The lasting session and what is known over it. */
export interface Own {
  readonly session: Session
  readonly facts: Facts
  readonly settings: ConnectionSettings
}

export interface VisitPorts {
  readonly clock: Clock
  readonly log: Log
  readonly readings: Readings
  /** Tables of one connection, over all its databases, at or above which neither tables nor indexes are read. */
  readonly tablesLimit: () => number
}

/** Whether it belongs here rather than to the lasting session. */
export const isVisited = (probe: Probe): boolean => probe.scope === 'database' || timeoutOf(probe) > 5

/** Up to so many databases and tables everything is read every round; beyond, each database at least once in so many rounds. */
const SMALL = { databases: 5, tables: 1_000 }
const ROUNDS = 10
const TIMEOUT = 5
/** A reading that took at most so long, ms, may go before a sample; the server cancels it after so many seconds. */
const QUICK = { ms: 250, within: 2 }
/** What the longest reading is still worth with each one after it: the first one, and one that learns new texts, take many times as long as those that follow. */
const FADES = 0.5

/** Databases of the providers themselves, which nobody else may enter. */
const OURS_TO_ENTER = `
  select oid::text, datname from pg_database
  where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
    and datname not in ('rdsadmin', 'azure_maintenance', 'azure_sys', 'cloudsqladmin', 'alloydbadmin', 'alloydbmetadata')
  order by datname = current_database() desc, oid`

const TABLES = 'tables'

/** A probe to read, in a database where it is read in each. */
interface Task {
  readonly probe: Probe
  readonly database?: string
}

const COUNT = `
  select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema'`

export function createVisits({ clock, log, readings, tablesLimit }: VisitPorts): Visits {
  /** When a probe was last read in a database, by the monotonic clock. */
  const last = new Map<string, number>()
  /** How long readings took at most, fading, ms. */
  const longest = new Map<string, number>()
  const tables = new Map<string, number>()
  let rotation = 0
  let round: Promise<void> | undefined
  let stopping = new AbortController()
  let present: Session | undefined
  let paused = ''

  const judge = (settings: ConnectionSettings): void => {
    const count = [...tables.values()].reduce((sum, one) => sum + one, 0)
    const limit = tablesLimit()
    const cause =
      count >= limit
        ? `there are ${count} tables and the limit is ${limit}; tables and indexes are read again when there are fewer, or the limit is raised`
        : ''
    if (cause !== paused && cause !== '') log.warn({ connection: settings.name }, `Table monitoring pauses: ${cause}`)
    paused = cause
  }

  const nameOf = ({ probe, database = '' }: Task): string => `${probe.id}/${database}`
  /** What follows another is read after it, so it is as quick as that. */
  const isQuick = ({ probe, database = '' }: Task): boolean =>
    [probe.id, ...(probe.follows === undefined ? [] : [probe.follows.probe])].every((id) => (longest.get(`${id}/${database}`) ?? Infinity) <= QUICK.ms)
  const order = ({ probe }: Task): number => timeoutOf(probe) + (probe.follows === undefined ? 0 : 0.5)

  /** Resolves with what took longer than it may, `within` seconds. */
  const readAll = async (tasks: readonly Task[], own: Own, within = Infinity): Promise<readonly Task[]> => {
    const late: Task[] = []
    for (const task of [...tasks].sort((a, b) => order(a) - order(b))) {
      const { probe, database } = task
      if (own.session.ended() !== undefined || (probe.switch === 'tables' && paused !== '')) continue
      const start = performance.now()
      const reading = await readings.read(probe, { ...own, ...(database !== undefined && { database }), within })
      const ms = performance.now() - start
      longest.set(nameOf(task), Math.max(ms, (longest.get(nameOf(task)) ?? 0) * FADES))
      if (reading === undefined && ms >= within * 1000) late.push(task)
      if (probe.id !== TABLES || database === undefined || reading === undefined) continue
      tables.set(database, reading.rows)
      judge(own.settings)
    }
    return late
  }

  /** What is due in a database. The tables are counted before they are read for the first time. */
  const tasksIn = async (probes: readonly Probe[], { session, settings }: Own, database: string): Promise<readonly Task[]> => {
    const now = clock.mono()
    const ready = probes.filter((probe) => {
      const before = last.get(nameOf({ probe, database }))
      // a round may begin a little early
      return before === undefined || now - before >= cadence(probe, settings, readings.stretch()) - 1_000
    })
    if (ready.some((probe) => probe.switch === 'tables') && (paused !== '' || !tables.has(database))) {
      tables.set(database, Number((await session.query(COUNT, TIMEOUT, 'tables counted')).rows[0]?.[0] ?? 0))
      judge(settings)
    }
    for (const probe of ready) last.set(nameOf({ probe, database }), now)
    return ready.map((probe) => ({ probe, database }))
  }

  /** One session to a database, closed whatever happens. */
  const visit = async (database: string, settings: ConnectionSettings, act: (session: Session) => Promise<void>): Promise<void> => {
    const start = performance.now()
    const session = await openSession({ ...settings, database }, stopping.signal)
    readings.tally.note('visit', performance.now() - start, 0)
    present = session
    try {
      await act(session)
      if (session.ended() === undefined) await readings.plans.explain(session, database, settings)
    } finally {
      present = undefined
      await session.close()
    }
  }

  const run = async (probes: readonly Probe[], own: Own): Promise<void> => {
    const { settings, facts } = own
    const inEach = probes.filter(({ scope }) => scope === 'database')
    const databases = inEach.length === 0 ? [] : (await own.session.query(OURS_TO_ENTER, TIMEOUT, 'databases')).rows
    if (inEach.length > 0) for (const oid of tables.keys()) if (!databases.some(([one]) => one === oid)) tables.delete(oid)

    const here = databases.find(([, name]) => name === settings.database)
    const oid = here?.[0] ?? undefined
    const tasks: readonly Task[] = [
      ...probes.filter(({ scope }) => scope === 'instance').map((probe) => ({ probe })),
      ...(oid !== undefined && isTurn(databases, here) ? await tasksIn(inEach, own, oid) : []),
    ]
    const slow = [...tasks.filter((task) => !isQuick(task)), ...(await readAll(tasks.filter(isQuick), own, QUICK.within))]
    const overAnother = async (session: Session): Promise<void> => {
      await readAll(slow, { ...own, session })
    }
    if (slow.length > 0) await visit(settings.database, settings, overAnother)

    for (const database of databases) {
      const [id, name] = database
      if (typeof id !== 'string' || typeof name !== 'string' || name === settings.database || !isTurn(databases, database)) continue
      if (stopping.signal.aborted) return
      // A database that cannot be entered does not keep us from the others.
      await visit(name, settings, async (session) => {
        const other = { session, facts, settings }
        await readAll(await tasksIn(inEach, other, id), other)
      }).catch((error: unknown) => {
        readings.tally.note('visit', 0, 0, `${name}: ${wordsOf(error)}`)
      })
    }
    for (const name of readings.plans.databases(settings)) {
      if (stopping.signal.aborted) return
      await visit(name, settings, () => Promise.resolve()).catch(() => readings.plans.refuse(name))
    }
    rotation++
  }

  /** With many databases or tables only a part of them is visited in each round. */
  const isTurn = (databases: readonly unknown[], one: unknown): boolean => {
    const all = [...tables.values()].reduce((sum, count) => sum + count, 0)
    return (
      (databases.length <= SMALL.databases && all <= SMALL.tables) ||
      databases.indexOf(one) % Math.min(ROUNDS, databases.length) === rotation % Math.min(ROUNDS, databases.length)
    )
  }

  return {
    busy: () => round !== undefined,
    tablesPaused: () => paused,
    restart: () => last.clear(),
    begin: (probes, own, done, ended) => {
      const { settings } = own
      stopping = new AbortController()
      round = run(probes, own)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) readings.tally.note('visit', 0, 0, wordsOf(error))
        })
        .then(done)
        .catch((error: unknown) => log.error({ connection: settings.name, cause: wordsOf(error) }, 'A round of visits failed; the next one goes on'))
        .finally(() => {
          round = undefined
          ended()
        })
    },
    end: async () => {
      stopping.abort()
      await present?.close()
      await round
    },
  }
}

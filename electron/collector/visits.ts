import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Probe } from '../catalog/define.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/problem.ts'
import { cadence, timeoutOf } from './due.ts'
import { readFacts, type Facts } from './facts.ts'
import type { Readings } from './readings.ts'
import { openSession, type Session } from './target.ts'

/** What is slow, or must be asked in each database: over a second, short session, so that samples of sessions never wait for it. */
export interface Visits {
  /** Begins a round over what is due; the caller does not wait for it. `done` hands over what was read, `ended` follows when the next may begin. */
  begin(probes: readonly Probe[], settings: ConnectionSettings, done: () => Promise<void>, ended: () => void): void
  busy(): boolean
  /** Breaks the present round off; resolves when it has ended. */
  end(): Promise<void>
  /** Everything is due again. */
  restart(): void
  /** Why tables are not read, '' when they are. */
  tablesPaused(): string
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

/** Databases of the providers themselves, which nobody else may enter. */
const OURS_TO_ENTER = `
  select oid::text, datname from pg_database
  where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
    and datname not in ('rdsadmin', 'azure_maintenance', 'azure_sys', 'cloudsqladmin', 'alloydbadmin', 'alloydbmetadata')
  order by datname = current_database() desc, oid`

const COUNT = `
  select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema'`

export function createVisits({ clock, log, readings, tablesLimit }: VisitPorts): Visits {
  /** When a probe was last read in a database, by the monotonic clock. */
  const last = new Map<string, number>()
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

  const readAll = async (probes: readonly Probe[], session: Session, facts: Facts, settings: ConnectionSettings, database?: string): Promise<void> => {
    for (const probe of [...probes].sort((a, b) => timeoutOf(a) - timeoutOf(b)))
      if (session.ended() === undefined) await readings.read(probe, { session, facts, settings, ...(database !== undefined && { database }) })
  }

  const inDatabase = async (probes: readonly Probe[], session: Session, facts: Facts, settings: ConnectionSettings, oid: string): Promise<void> => {
    const now = clock.mono()
    const ready = probes.filter((probe) => {
      const before = last.get(`${probe.id}/${oid}`)
      // a round may begin a little early
      return before === undefined || now - before >= cadence(probe, settings, readings.stretch()) - 1_000
    })
    if (ready.some((probe) => probe.switch === 'tables')) {
      tables.set(oid, Number((await session.query(COUNT, TIMEOUT)).rows[0]?.[0] ?? 0))
      judge(settings)
    }
    for (const probe of ready) last.set(`${probe.id}/${oid}`, now)
    await readAll(
      ready.filter((probe) => probe.switch !== 'tables' || paused === ''),
      session,
      facts,
      settings,
      oid,
    )
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

  const run = async (probes: readonly Probe[], settings: ConnectionSettings): Promise<void> => {
    const inEach = probes.filter(({ scope }) => scope === 'database')
    let databases: readonly (readonly (string | null)[])[] = []
    let facts: Facts | undefined
    await visit(settings.database, settings, async (session) => {
      const known = (facts = await readFacts(session))
      await readAll(
        probes.filter(({ scope }) => scope === 'instance'),
        session,
        known,
        settings,
      )
      if (inEach.length === 0) return
      databases = (await session.query(OURS_TO_ENTER, TIMEOUT)).rows
      for (const oid of tables.keys()) if (!databases.some(([one]) => one === oid)) tables.delete(oid)
      const own = databases.find(([, name]) => name === settings.database)
      const [oid] = own ?? []
      if (typeof oid === 'string' && isTurn(databases, own)) await inDatabase(inEach, session, known, settings, oid)
    })
    for (const database of databases) {
      const [oid, name] = database
      if (facts === undefined || typeof oid !== 'string' || typeof name !== 'string' || name === settings.database || !isTurn(databases, database)) continue
      if (stopping.signal.aborted) return
      const known = facts
      // A database that cannot be entered does not keep us from the others.
      await visit(name, settings, (session) => inDatabase(inEach, session, known, settings, oid)).catch((error: unknown) => {
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
    begin: (probes, settings, done, ended) => {
      stopping = new AbortController()
      round = run(probes, settings)
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

import type { Batch } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { readFacts, type Facts } from './facts.ts'
import { checkSession } from './ready.ts'
import type { RawReading } from './reading.ts'
import { createRounds } from './rounds.ts'
import { openSession, type Session } from './target.ts'

/** Names a reading that was made durable, beside the record whose increments it produced. */
export interface ReadingName {
  readonly probe: string
  readonly reading: number
}

export interface Sink {
  /** Resolves when durable. `names` are the readings whose increments the batch carries. */
  put(batch: Batch, names: readonly ReadingName[]): Promise<void>
}

export interface Baselines {
  /** The newest reading whose increments were spooled (its record names it), else undefined. */
  newest(connection: string, probe: string): Promise<RawReading | undefined>
  /** Makes a reading durable beside the one before it; returns its number, to be named by the record. */
  keep(connection: string, probe: string, reading: RawReading): Promise<number>
}

export interface WatchPorts {
  readonly clock: Clock
  /** Milliseconds since the epoch, corrected to the platform's clock. */
  readonly time: () => number
  readonly log: Log
  readonly sink: Sink
  readonly baselines: Baselines
  /** Host name of the agent: the first half of the label `<server>@<name>`. null: it is the connection's host. */
  readonly server: string | null
  /** Unique query ids per local day beyond which query monitoring pauses. Default 30,000. */
  readonly queryLimit?: () => number
  /** Tables over all databases of a connection at or above which tables and indexes are not read. Default 1,000. */
  readonly tablesLimit?: () => number
}

export interface WatchStatus {
  readonly connected: boolean
  /** Why not, '' when connected. */
  readonly cause: string
  /** The server's version, for instance "15.18"; null until it was connected once. */
  readonly version: string | null
  /** Why query monitoring is deactivated although it is switched on, '' when it is not. */
  readonly queriesPaused: string
  /** Why table monitoring is deactivated although it is switched on, '' when it is not. */
  readonly tablesPaused: string
  /** Why texts of new statements are not read, or seldom; '' when nothing hinders. */
  readonly textsPaused: string
  /** What watching costs the server, ms a minute, over the last ten; null while that is not known. */
  readonly cost: number | null
  /** By how much readings are spread because watching costs more than 1 % of a core: 1 not at all, 2, 4 or 8. */
  readonly stretch: number
}

export interface Watch {
  start(): void
  /** Resolves when the last batch was handed over and the session is closed. */
  stop(): Promise<void>
  /** New settings take effect at once; a change of address or login reconnects. Settings equal to the present ones end a pause of query monitoring. */
  update(settings: ConnectionSettings): void
  status(): WatchStatus
  /** Resolves when connected, or with the cause when not connected within `ms`. */
  settled(ms: number): Promise<WatchStatus>
}

/** ms: the first and the longest pause between two tries to connect, before jitter. */
const BACK_OFF = { first: 1_000, longest: 30_000 }

/** Watches one server: connects, reads what is due, hands it over, for ever. Whatever fails is told by `status` and tried again. */
export function createWatch(first: ConnectionSettings, ports: WatchPorts): Watch {
  const { clock, log } = ports
  const rounds = createRounds(ports, () => nap.abort())
  const stopping = new AbortController()
  const waiters = new Set<() => void>()
  let settings = first
  let nap = new AbortController()
  let session: Session | undefined
  let login = new AbortController()
  let cause = 'not started'
  let version: string | null = null
  let failures = 0
  let loop: Promise<void> | undefined

  const connected = (): boolean => session !== undefined && session.ended() === undefined
  const status = (): WatchStatus => ({
    connected: connected(),
    cause: connected() ? '' : (session?.ended() ?? cause),
    version,
    queriesPaused: rounds.daily.paused(ports.time()),
    tablesPaused: settings.tableMonitoring ? rounds.tablesPaused() : '',
    textsPaused: settings.queryMonitoring ? rounds.textsPaused() : '',
    cost: connected() ? rounds.cost() : null,
    stretch: rounds.stretch(),
  })

  const sleep = async (ms: number): Promise<void> => {
    nap = new AbortController()
    if (!stopping.signal.aborted) await clock.sleep(ms, nap.signal)
  }

  const lose = (why: string): void => {
    if (why !== cause) log.warn({ connection: settings.name, cause: why }, 'Not connected; it is tried again')
    cause = why
    session = undefined
  }

  /** Opens the session; undefined, with the cause told, when that fails. */
  const connect = async (): Promise<Facts | undefined> => {
    const start = clock.mono()
    const attempt = (login = new AbortController())
    try {
      const opened = await openSession(settings, attempt.signal)
      try {
        const facts = await readFacts(opened)
        attempt.signal.throwIfAborted()
        rounds.tally.note('connection', clock.mono() - start, 0)
        session = opened
        version = facts.versionText
        failures = 0
        cause = ''
        log.info({ connection: settings.name, version: facts.versionText }, 'Connected')
        for (const { id, ok, blocks, hint } of (await checkSession(opened, settings.user)).checks)
          if (!ok) log[blocks ? 'error' : 'warn']({ connection: settings.name, check: id }, hint)
        rounds.restart()
        for (const tell of waiters) tell()
        return facts
      } catch (error) {
        await opened.close()
        throw error
      }
    } catch (error) {
      if (attempt.signal.aborted) return undefined
      rounds.tally.note('connection', clock.mono() - start, 0, wordsOf(error))
      lose(wordsOf(error))
      return undefined
    }
  }

  const backOff = (): Promise<void> => sleep(Math.min(BACK_OFF.first * 2 ** failures++, BACK_OFF.longest) * (0.5 + Math.random() / 2))

  const live = async (): Promise<void> => {
    let facts: Facts | undefined
    while (!stopping.signal.aborted) {
      try {
        if (!settings.enabled) {
          lose('the connection is disabled')
          await sleep(BACK_OFF.longest)
          continue
        }
        if (facts === undefined || session === undefined) facts = await connect()
        const current = session
        if (facts === undefined || current === undefined) {
          rounds.runWithout(settings)
          await backOff()
          continue
        }
        facts = await rounds.run(current, facts, settings)
        const pause = rounds.nextAt(settings) - clock.mono()
        if (current.ended() === undefined && pause > 0) await sleep(pause)
      } catch (error) {
        if (session?.ended() === undefined) log.error({ connection: settings.name, cause: wordsOf(error) }, 'A round failed; the next one goes on')
        await sleep(BACK_OFF.first)
      }
      const ended = session?.ended()
      if (ended === undefined) continue
      facts = undefined
      lose(ended)
      await rounds.flush(settings)
    }
    await rounds.breakOff()
    await rounds.flush(settings)
    await session?.close()
    session = undefined
    cause = 'stopped'
  }

  return {
    start: () => {
      cause = 'connecting'
      loop ??= live()
    },
    status,
    stop: async () => {
      stopping.abort()
      nap.abort()
      login.abort()
      await session?.close()
      await loop
    },
    update: (next) => {
      const before = settings
      settings = next
      if (sameSettings(before, next)) rounds.daily.resume()
      if (!next.enabled || !sameLogin(before, next)) {
        login.abort()
        failures = 0
        cause = next.enabled ? 'connecting' : 'the connection is disabled'
        void session?.close()
        void rounds.breakOff()
        session = undefined
      }
      nap.abort()
    },
    settled: async (ms) => {
      if (connected()) return status()
      const enough = new AbortController()
      const tell = (): void => enough.abort()
      waiters.add(tell)
      await clock.sleep(ms, enough.signal)
      waiters.delete(tell)
      return status()
    },
  }
}

const LOGIN = ['host', 'port', 'user', 'password', 'database', 'sslmode'] as const

const sameLogin = (a: ConnectionSettings, b: ConnectionSettings): boolean => LOGIN.every((name) => a[name] === b[name])

const sameSettings = (a: ConnectionSettings, b: ConnectionSettings): boolean => JSON.stringify(a) === JSON.stringify(b)

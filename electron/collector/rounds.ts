import type { ConnectionSettings } from '../../shared/model/server.ts'
import self from '../catalog/probes/self.ts'
import { probes } from '../catalog/probes/_all.generated.ts'
import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/words.ts'
import { CERTIFICATE, readCertificate } from './certificate.ts'
import type { Daily } from './daily.ts'
import { cadence, due, dueAt, gridInstant, switchedOn } from './due.ts'
import { readFacts, type Facts } from './facts.ts'
import { isHere } from './here.ts'
import { createHost, HOST_PROBES } from './host.ts'
import { instanceOf } from './instance-ref.ts'
import { createLogTail, LOG_PROBE } from './log/tail.ts'
import { createReadings } from './readings.ts'
import type { Tally } from './self.ts'
import type { Session } from './target.ts'
import { createVisits, isVisited } from './visits.ts'
import type { WatchPorts } from './watch.ts'

/** The readings of one connection, round by round, over whatever session there is. */
export interface Rounds {
  /** Reads what is due and hands over what must not wait. Resolves even when probes fail; a session that ended says so itself. */
  run(session: Session, facts: Facts, settings: ConnectionSettings): Promise<Facts>
  /** What is to be told although there is no session: that there is none. */
  runWithout(settings: ConnectionSettings): void
  /** When the next probe is due, by the monotonic clock. */
  nextAt(settings: ConnectionSettings): number
  /** Everything is due again: after connecting. */
  restart(): void
  /** Breaks off what is read over the second session; resolves when it has ended. */
  breakOff(): Promise<void>
  flush(settings: ConnectionSettings): Promise<void>
  /** Why tables are not read, '' when they are. */
  tablesPaused(): string
  /** Why texts of new statements are not read, or seldom; '' when nothing hinders. */
  textsPaused(): string
  /** What watching costs the server, ms a minute; null while that is not known. */
  cost(): number | null
  /** By how much cadences are stretched because watching costs too much; 1: not at all. */
  stretch(): number
  readonly tally: Tally
  readonly daily: Daily
}

const ALL: readonly Probe[] = probes
const SESSIONS = 'sessions'
/** Samples are handed over at most this late, ms. */
const LATEST = 10_000
const TABLES_LIMIT = 1_000
/** Locks are looked at anew at most this often, ms. */
const LOCKS_AT_MOST = 5_000
/** What is due and has to wait is looked at again after so long, ms. */
const AGAIN = 1_000

/** `wake` is called when what hindered something due has ended. */
export function createRounds(ports: WatchPorts, wake: () => void): Rounds {
  const { clock, time, log, server } = ports
  const last = new Map<string, number>()
  const readings = createReadings(ports)
  const { outbox, tally, daily } = readings
  const visits = createVisits({ clock, log, readings, tablesLimit: () => ports.tablesLimit?.() ?? TABLES_LIMIT })
  const host = createHost()
  const logTail = createLogTail(ports)
  /** By the monotonic clock: the wall clock may be set. */
  let talliedAt = clock.mono()
  let configuredAt: string | undefined

  const active = (settings: ConnectionSettings): readonly Probe[] => {
    const paused = daily.paused(time()) !== ''
    const on = ALL.filter(
      (probe) =>
        (Object.keys(probe.sql).length > 0 ||
          probe.id === self.id ||
          probe.id === CERTIFICATE ||
          ((HOST_PROBES.has(probe.id) || probe.id === LOG_PROBE) && server !== null && isHere(settings.host))) &&
        switchedOn(probe, settings) &&
        !(paused && probe.switch === 'queries'),
    )
    // one that is switched on again is due at once
    for (const id of last.keys()) if (!on.some((probe) => probe.id === id)) last.delete(id)
    return on
  }

  let wanted: ConnectionSettings | undefined
  let handing: Promise<void> | undefined
  /** Whether something was due that had to wait for it. */
  let hindered = false

  const handOver = async (): Promise<void> => {
    for (let settings = wanted; settings !== undefined; settings = wanted) {
      wanted = undefined
      try {
        await outbox.flush(instanceOf(settings, server))
      } catch (error) {
        log.error({ cause: wordsOf(error) }, 'The readings could not be handed over; they are tried again with the next')
      }
    }
    handing = undefined
    if (hindered) wake()
    hindered = false
  }

  /** Rounds do not wait for it: a disk that is busy must not make the next sample late. */
  const flush = (settings: ConnectionSettings): Promise<void> => {
    wanted = settings
    return (handing ??= handOver())
  }

  /** While increments of a probe are not handed over, it is not read again. */
  const mustWait = (probe: Probe): boolean => (isVisited(probe) ? visits.busy() : outbox.waitsFor(probe.id))

  const tellCost = (): void => {
    const [now, end] = [clock.mono(), time()]
    outbox.add(tally.take(end - Math.round(now - talliedAt), end))
    talliedAt = now
  }

  const mark = (probe: Probe, settings: ConnectionSettings, now: number): void => {
    const stretch = readings.stretch()
    last.set(probe.id, gridInstant(dueAt(probe, settings, last, now, stretch), now, cadence(probe, settings, stretch)))
  }

  /** A wait that a sample shows is looked at closer, at once. */
  const followWaits = async (session: Session, facts: Facts, settings: ConnectionSettings, waits: boolean): Promise<void> => {
    const locks = active(settings).find(({ id }) => id === 'locks')
    const now = clock.mono()
    if (!waits || locks === undefined || session.ended() !== undefined || now - (last.get(locks.id) ?? -Infinity) < LOCKS_AT_MOST) return
    last.set(locks.id, now)
    await readings.read(locks, { session, facts, settings })
  }

  const readOwn = async (ready: readonly Probe[], session: Session, facts: Facts, settings: ConnectionSettings): Promise<void> => {
    let waits = false
    for (const probe of ready) {
      if (probe.id === self.id || session.ended() !== undefined) continue
      if (HOST_PROBES.has(probe.id)) await host.read(probe, readings, settings, time)
      else if (probe.id === LOG_PROBE) await logTail.read({ session, facts, settings }, readings)
      else if (probe.id === CERTIFICATE) await readCertificate({ session, facts, settings }, readings, time)
      else {
        const reading = await readings.read(probe, { session, facts, settings })
        if (probe.id === SESSIONS) waits = reading?.columns['wait_event_type']?.includes('Lock') ?? false
      }
    }
    await followWaits(session, facts, settings, waits)
  }

  return {
    tally,
    daily,
    flush,
    tablesPaused: () => visits.tablesPaused(),
    textsPaused: () => readings.textsPaused(),
    cost: () => readings.cost(),
    stretch: () => readings.stretch(),
    breakOff: () => visits.end(),
    restart: () => {
      last.clear()
      visits.restart()
      readings.restart()
    },
    runWithout: (settings) => {
      if (clock.mono() - talliedAt < self.every * 1000) return
      tellCost()
      void flush(settings)
    },
    nextAt: (settings) => {
      const now = clock.mono()
      const waits = (probe: Probe): number => (mustWait(probe) ? now + AGAIN : 0)
      return Math.min(...active(settings).map((probe) => Math.max(dueAt(probe, settings, last, now, readings.stretch()), waits(probe))))
    },
    run: async (session, known, settings) => {
      const now = clock.mono()
      const ready = due(active(settings), settings, last, now, readings.stretch())
      const able = ready.filter((probe) => !mustWait(probe))
      hindered = able.length < ready.length
      const [own, visited] = [able.filter((probe) => !isVisited(probe)), able.filter(isVisited)]
      const keyed = own.some((probe) => probe.shape === 'rows')
      const facts = keyed ? await readFacts(session) : known
      for (const probe of [...own, ...visited]) mark(probe, settings, now)
      if (visited.length > 0) visits.begin(visited, { session, facts, settings }, () => flush(settings), wake)
      await readOwn(own, session, facts, settings)
      // Settings that were loaded anew are looked at in the next round.
      if (configuredAt !== undefined && facts.configuredAt !== configuredAt) last.delete('settings')
      configuredAt = facts.configuredAt
      if (own.some(({ id }) => id === self.id)) tellCost()
      const waits = outbox.waitsSince()
      const rate = Math.min(...ALL.filter(({ every }) => every === 'sampling').map((probe) => cadence(probe, settings)))
      if (keyed || (waits !== undefined && clock.mono() - waits + rate >= LATEST)) void flush(settings)
      return facts
    },
  }
}

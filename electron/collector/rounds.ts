import { availableParallelism, hostname } from 'node:os'
import type { Block, InstanceRef } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import self from '../catalog/probes/self.ts'
import { probes } from '../catalog/probes/_all.generated.ts'
import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/problem.ts'
import { createDaily, type Daily } from './daily.ts'
import { diff, sample } from './diff.ts'
import { cadence, due, dueAt, gridInstant, switchedOn } from './due.ts'
import { readFacts, type Facts } from './facts.ts'
import { filterStatements } from './filters.ts'
import { createOutbox } from './outbox.ts'
import { poll } from './poll.ts'
import { loadScanner } from './query-id.ts'
import type { RawReading } from './reading.ts'
import { createTally, type Tally } from './self.ts'
import type { Session } from './target.ts'
import { createTexts } from './texts.ts'
import type { WatchPorts } from './watch.ts'

/** The readings of one connection, round by round, over whatever session there is. */
export interface Rounds {
  /** Reads what is due and hands over what must not wait. Resolves even when probes fail; a session that ended says so itself. */
  run(session: Session, facts: Facts, settings: ConnectionSettings): Promise<Facts>
  /** What is to be told although there is no session: that there is none. */
  runWithout(settings: ConnectionSettings): Promise<void>
  /** When the next probe is due, by the monotonic clock. */
  nextAt(settings: ConnectionSettings): number
  /** Everything is due again: after connecting. */
  restart(): void
  flush(settings: ConnectionSettings): Promise<void>
  readonly tally: Tally
  readonly daily: Daily
}

const ALL: readonly Probe[] = probes
/** Samples are handed over at most this late, ms. */
const LATEST = 10_000
const QUERY_LIMIT = 30_000

export function createRounds(ports: WatchPorts): Rounds {
  const { clock, time, log, sink, baselines, server } = ports
  const last = new Map<string, number>()
  const previous = new Map<string, RawReading>()
  const failing = new Map<string, string>()
  const texts = createTexts(clock)
  const outbox = createOutbox(sink, texts, clock)
  const tally = createTally()
  const daily = createDaily()
  let sampled: { readonly end: number; readonly cadence: number } | undefined
  let talliedAt = time()

  const active = (settings: ConnectionSettings): readonly Probe[] => {
    const paused = daily.paused(time()) !== ''
    const on = ALL.filter((probe) => switchedOn(probe, settings) && !(paused && probe.switch === 'queries'))
    // one that is switched on again is due at once
    for (const id of last.keys()) if (!on.some((probe) => probe.id === id)) last.delete(id)
    return on
  }

  const flush = async (settings: ConnectionSettings): Promise<void> => {
    try {
      await outbox.flush(instanceOf(settings, server ?? settings.host))
    } catch (error) {
      log.error({ cause: wordsOf(error) }, 'The readings could not be handed over; they are tried again with the next')
    }
  }

  const takeSample = async (probe: Probe, reading: RawReading, settings: ConnectionSettings): Promise<number> => {
    await loadScanner()
    const every = cadence(probe, settings)
    const span = sampled === undefined ? every : reading.takenAt - sampled.end
    // Each sample stands for the time since the one before; after a gap, and at first, for one cadence.
    const stands = span >= 0 && span <= 3 * Math.max(every, sampled?.cadence ?? 0) ? span : every
    sampled = { end: reading.takenAt, cadence: every }
    outbox.add(sample(probe, texts.ofSessions(reading), reading.takenAt - stands))
    return reading.rows
  }

  const takeIncrements = async (probe: Probe, raw: RawReading, session: Session, facts: Facts, settings: ConnectionSettings): Promise<number> => {
    const before = previous.get(probe.id) ?? (await baselines.newest(settings.id, probe.id))
    const every = cadence(probe, settings)
    let reading = raw
    let block: Block
    if (probe.switch === 'queries') {
      reading = texts.ofStatements(raw)
      block = diff(probe, before, reading, every)
      if (await learnTexts(session, facts, block, settings)) {
        reading = texts.ofStatements(raw)
        block = diff(probe, before, reading, every)
      }
      block = filterStatements(probe, block, settings.queryMonitoringMinCalls, settings.queryMonitoringMinTime)
      const ids = (block.columns['queryid'] ?? []).filter((id) => typeof id === 'string')
      daily.count(ids, ports.queryLimit?.() ?? QUERY_LIMIT, time())
      if (daily.paused(time())) log.warn({ connection: settings.name }, `Query monitoring pauses: ${daily.paused(time())}`)
    } else block = diff(probe, before, reading, every)
    const number = await baselines.keep(settings.id, probe.id, reading)
    outbox.addNamed(block, { probe: probe.id, reading: number }, () => previous.set(probe.id, reading))
    return raw.rows
  }

  const learnTexts = async (session: Session, facts: Facts, block: Block, settings: ConnectionSettings): Promise<boolean> => {
    const start = clock.mono()
    try {
      const cost = await texts.fetch(session, facts, block, !settings.queryMonitoringOptimize)
      if (cost) tally.note('texts', cost.ms, cost.rows)
      return cost !== undefined
    } catch (error) {
      tally.note('texts', clock.mono() - start, 0, wordsOf(error))
      return false
    }
  }

  const read = async (probe: Probe, session: Session, facts: Facts, settings: ConnectionSettings): Promise<void> => {
    const start = clock.mono()
    try {
      const reading = await poll(session, probe, facts, time)
      if (reading === undefined) return
      const ms = clock.mono() - start
      const rows = probe.shape === 'samples' ? await takeSample(probe, reading, settings) : await takeIncrements(probe, reading, session, facts, settings)
      tally.note(probe.id, ms, rows)
      if (failing.delete(probe.id)) log.info({ probe: probe.id, connection: settings.name }, 'The probe works again')
    } catch (error) {
      const words = wordsOf(error)
      tally.note(probe.id, clock.mono() - start, 0, words)
      if (failing.get(probe.id) !== words)
        log.warn({ probe: probe.id, connection: settings.name, cause: words }, 'The probe failed and is tried again when it is due')
      failing.set(probe.id, words)
    }
  }

  const tellCost = (): void => {
    const now = time()
    outbox.add(tally.take(talliedAt, now))
    talliedAt = now
  }

  return {
    tally,
    daily,
    flush,
    restart: () => last.clear(),
    runWithout: async (settings) => {
      if (time() - talliedAt < self.every * 1000) return
      tellCost()
      await flush(settings)
    },
    nextAt: (settings) => Math.min(...active(settings).map((probe) => dueAt(probe, settings, last, clock.mono()))),
    run: async (session, known, settings) => {
      const now = clock.mono()
      const ready = due(active(settings), settings, last, now)
      const keyed = ready.some((probe) => probe.shape === 'rows')
      const facts = keyed ? await readFacts(session) : known
      for (const probe of ready) {
        last.set(probe.id, gridInstant(dueAt(probe, settings, last, now), now, cadence(probe, settings)))
        if (probe.id !== self.id && session.ended() === undefined) await read(probe, session, facts, settings)
      }
      if (ready.some(({ id }) => id === self.id)) tellCost()
      const waits = outbox.waitsSince()
      const rate = Math.min(...ALL.filter(({ every }) => every === 'sampling').map((probe) => cadence(probe, settings)))
      if (keyed || (waits !== undefined && clock.mono() - waits + rate >= LATEST)) await flush(settings)
      return facts
    },
  }
}

/** How the batch names the instance; processors are known only of our own machine. */
function instanceOf(settings: ConnectionSettings, server: string): InstanceRef {
  const { id, name, host, port, tags } = settings
  const here = host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.') || host === hostname()
  return { connection: id, name, server, host, port, tags, cpus: here ? availableParallelism() : null }
}

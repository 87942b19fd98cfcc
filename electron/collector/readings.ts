import type { Block } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/words.ts'
import { createBudget } from './budget.ts'
import { settingChanges } from './changes.ts'
import { createDaily, type Daily } from './daily.ts'
import { diff, isWholeTurn, sample } from './diff.ts'
import { cadence, timeoutOf } from './due.ts'
import type { Facts } from './facts.ts'
import { readTotals, withRemainder } from './evicted.ts'
import { filterStatements } from './filters.ts'
import { isHere } from './here.ts'
import { isCancelled, measured } from './measure.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { withDaysLeft } from './pace.ts'
import { carryOver, poll } from './poll.ts'
import { loadScanner } from './query-id.ts'
import { createParts, followed, withoutGone } from './parts.ts'
import type { RawReading } from './reading.ts'
import { createPlans, type Plans } from './plans/plans.ts'
import { createTally, type Tally } from './self.ts'
import { spanOf, type Instant } from './span.ts'
import type { Session } from './target.ts'
import { createTexts, type Texts } from './texts.ts'
import { createTouched, notMeasured } from './touched.ts'
import { treesBeyond } from './trees.ts'
import { createTurns } from './turns.ts'
import type { WatchPorts } from './watch.ts'

/** What a probe is read over and for whom. */
export interface Asking {
  readonly session: Session
  readonly facts: Facts
  readonly settings: ConnectionSettings
  /** The database, for probes that are read in each. */
  readonly database?: string
  /** Seconds until the server cancels it, where that is sooner than the probe's own. */
  readonly within?: number
}

/** Reads single probes of one connection and puts what happened since into the outbox. */
export interface Readings {
  /** Reads it now. Resolves with the reading, or undefined when there is none; a failure is told, not thrown. */
  read(probe: Probe, asking: Asking): Promise<RawReading | undefined>
  /** Takes a reading that was made without the server. */
  take(probe: Probe, reading: RawReading, settings: ConnectionSettings): Promise<void>
  /** By how much cadences are stretched at present. */
  stretch(): number
  /** What watching costs the server, ms a minute; null while that is not known. */
  cost(): number | null
  /** Why texts of new statements are not read, or seldom; '' when nothing hinders. */
  textsPaused(): string
  /** After connecting: what is measured seldom is due again, and whole. */
  restart(): void
  readonly texts: Texts
  readonly outbox: Outbox
  readonly tally: Tally
  readonly daily: Daily
  readonly plans: Plans
}

const QUERY_LIMIT = 30_000

/** Readings of so many rows take the thread for long, so others get a turn between their steps. */
const LARGE = 5_000
/** By how much a reading may grow by rows of which the server does not say that they are gone, until everything is read. */
const GROWTH = 1.25
const breathe = (rows: number): Promise<void> | undefined => (rows < LARGE ? undefined : new Promise((resolve) => setImmediate(resolve)))

/** A past is needed where increments are computed, or where only changes are sent. */
const hasPast = (probe: Probe): boolean =>
  probe.changedOnly === true || probe.changes !== undefined || Object.values(probe.columns).some(({ kind }) => kind === 'counter')

export function createReadings(ports: WatchPorts): Readings {
  const { clock, time, log, sink, baselines } = ports
  const previous = new Map<string, RawReading>()
  const failing = new Map<string, string>()
  /** How many rows the last whole reading had. */
  const wholeRows = new Map<string, number>()
  /** The readings that were made last, handed over or not. */
  const made = new Map<string, RawReading>()
  const parts = createParts()
  const touched = createTouched()
  const sampled = new Map<string, { readonly at: Instant; readonly cadence: number }>()
  /** When the readings were taken that the next ones are compared with. */
  const instants = new WeakMap<RawReading, Instant>()
  let system: string | undefined
  const texts = createTexts(clock, (md5, sql) => plans.learn(md5, sql))
  const outbox = createOutbox(sink, texts, clock)
  const tally = createTally()
  const daily = createDaily()
  const budget = createBudget()
  const plans = createPlans({
    ...{ clock, time, outbox, tally, baselines },
    spend: (session, ms) => budget.spend(session, ms, clock.mono()),
    stretch: () => stretch(),
    keepText: (id, text) => texts.keep(id, text),
  })
  let pace: RawReading | undefined
  let told = 1
  const [wholes, measures] = [createTurns(clock, () => told), createTurns(clock, () => told)]

  const stretch = (): number => {
    const factor = budget.stretch(clock.mono())
    if (factor !== told)
      log.warn(
        { factor },
        factor > told ? 'Watching costs more than 1 % of a core; readings are spread' : 'Watching costs little again; readings are less spread',
      )
    told = factor
    return factor
  }

  /** Whether every row is asked for without files being looked at: when everything is to be sent, and when too many that vanished are still carried along. */
  const isWhole = (probe: Probe, name: string, before: RawReading | undefined): boolean =>
    isWholeTurn(probe, before, time()) || (before?.rows ?? 0) > (wholeRows.get(name) ?? 0) * GROWTH + LARGE

  const instantOf = (reading: RawReading, server: number): Instant => ({ wall: reading.takenAt, mono: clock.mono(), server })

  /** The reading before, stamped so that the time in between is what it really was. */
  const aligned = (before: RawReading | undefined, next: RawReading, at: Instant, host: string): RawReading | undefined => {
    const then = before && instants.get(before)
    return before && then ? { ...before, takenAt: next.takenAt - Math.round(spanOf(then, at, isHere(host))) } : before
  }

  const takeSample = async (probe: Probe, raw: RawReading, { settings, facts }: Asking): Promise<void> => {
    await loadScanner()
    const every = cadence(probe, settings, told)
    const before = sampled.get(probe.id)
    const at = instantOf(raw, facts.clock)
    const span = before === undefined ? every : spanOf(before.at, at, isHere(settings.host))
    // Each sample stands for the time since the one before; after a gap, and at first, for one cadence.
    const stands = span <= 3 * Math.max(every, before?.cadence ?? 0) ? span : every
    sampled.set(probe.id, { at, cadence: every })
    const reading = probe.id === 'locks' ? treesBeyond(raw, settings.lockMonitoringDelay) : raw
    const identified = probe.internal?.includes('query') ? texts.ofSessions(reading) : reading
    outbox.add(sample(probe, identified, raw.takenAt - stands))
    if (probe.id === 'sessions') await plans.ofSessions(identified, settings)
  }

  const takeStatements = async (
    probe: Probe,
    raw: RawReading,
    before: RawReading | undefined,
    asking: Asking,
  ): Promise<{ reading: RawReading; block: Block }> => {
    const { settings } = asking
    const every = cadence(probe, settings, told)
    let reading = texts.ofStatements(raw)
    let block = diff(probe, before, reading, every)
    if (await learnTexts(asking, block)) {
      reading = texts.ofStatements(raw)
      block = diff(probe, before, reading, every)
    }
    plans.ofStatements(block)
    block = filterStatements(probe, block, settings.queryMonitoringMinCalls, settings.queryMonitoringMinTime)
    const totals = await readTotals(asking.session, asking.facts, raw.rows, raw.takenAt).catch((error: unknown) => {
      tally.note('totals', 0, 0, wordsOf(error))
      return undefined
    })
    const remainder = totals && withRemainder(probe, block, before?.totals, totals)
    if (remainder) ({ block } = remainder)
    const ids = (block.columns['queryid'] ?? []).filter((id) => typeof id === 'string')
    daily.count(ids, ports.queryLimit?.() ?? QUERY_LIMIT, time())
    if (daily.paused(time())) log.warn({ connection: settings.name }, `Query monitoring pauses: ${daily.paused(time())}`)
    return { reading: remainder ? { ...reading, totals: remainder.totals } : reading, block }
  }

  const learnTexts = async ({ session, facts, settings }: Asking, block: Block): Promise<boolean> => {
    const start = clock.mono()
    try {
      const cost = await texts.fetch(session, facts, block, !settings.queryMonitoringOptimize)
      if (cost) {
        tally.note('texts', cost.ms, cost.rows)
        budget.spend(session, cost.ms, clock.mono())
      }
      return cost !== undefined
    } catch (error) {
      tally.note('texts', clock.mono() - start, 0, wordsOf(error))
      return false
    }
  }

  const keep = async (probe: Probe, name: string, reading: RawReading, block: Block, settings: ConnectionSettings, at: Instant): Promise<void> => {
    if (!hasPast(probe)) {
      if (probe.marked) previous.set(name, reading)
      outbox.add(block)
      return
    }
    instants.set(reading, at)
    made.set(name, reading)
    await breathe(reading.rows)
    outbox.addNamed(block, { probe: name, reading: baselines.keep(settings.id, name, reading) }, () => {
      previous.set(name, reading)
      touched.handedOver(name, reading)
    })
  }

  const pastOf = async (probe: Probe, name: string, { id }: ConnectionSettings): Promise<RawReading | undefined> =>
    previous.get(name) ?? (hasPast(probe) ? await baselines.newest(id, name) : undefined)

  const takeRows = async (probe: Probe, name: string, raw: RawReading, before: RawReading | undefined, asking: Asking, at: Instant): Promise<void> => {
    const { settings } = asking
    if (probe.switch === 'queries') {
      const { reading, block } = await takeStatements(probe, raw, before, asking)
      return keep(probe, name, reading, block, settings, instantOf(reading, asking.facts.clock))
    }
    let reading = carryOver(probe, probe.measured?.columns ?? [], before, raw)
    await breathe(raw.rows)
    if (probe.id === 'wraparound') {
      reading = withDaysLeft(pace, reading)
      if (pace?.server.startedAt !== reading.server.startedAt) pace = reading
    }
    if (probe.changes !== undefined) {
      const changes = settingChanges(before, reading)
      if (changes) outbox.add(changes)
    }
    await keep(probe, name, reading, diff(probe, before, reading, cadence(probe, settings, told)), settings, at)
  }

  return {
    texts,
    outbox,
    tally,
    daily,
    plans,
    stretch,
    cost: () => budget.perMinute(clock.mono()),
    textsPaused: () => texts.hindered(),
    restart: () => wholes.clear(),
    take: async (probe, reading, settings) => {
      const at = instantOf(reading, reading.takenAt)
      const before = aligned(await pastOf(probe, probe.id, settings), reading, at, settings.host)
      await keep(probe, probe.id, reading, diff(probe, before, reading, cadence(probe, settings, told)), settings, at)
    },
    read: async (probe, asking) => {
      const { session, facts, settings, database, within } = asking
      const name = database === undefined ? probe.id : `${probe.id}/${database}`
      const start = clock.mono()
      const giveBack = [wholes, measures].map((turns) => turns.remember(name))
      // It is tried again with more time: in its turn.
      const late = (): void => {
        if (Number.isFinite(within ?? Infinity)) for (const back of giveBack) back()
      }
      // A server behind the same address may be another one, whose ids mean other statements.
      if (system !== undefined && system !== facts.identity.system) texts.forget()
      system = facts.identity.system
      try {
        const before = await pastOf(probe, name, settings)
        const [began, answers] = [performance.now(), session.answers()]
        const leader = probe.follows && name.replace(probe.id, probe.follows.probe)
        // What moved is known since the reading that was made last; when that was not handed over, nothing is.
        const moved = leader !== undefined && before !== undefined && before === made.get(name) ? parts.moved(leader) : undefined
        const isTurn = probe.marked === undefined || wholes.take(name, probe.marked.wholeEvery)
        const thorough = isTurn || before === undefined || (leader !== undefined && moved === undefined)
        const led = leader === undefined ? undefined : made.get(leader)
        const isAll = thorough || isWhole(probe, name, before)
        // Where all of what they are parts of was read, parts need not be.
        const since = !isAll ? before : !thorough && led && parts.isAll(led, before) ? withoutGone(probe, before, led) : undefined
        const measure = thorough || (since !== undefined && probe.measured !== undefined && measures.take(name, probe.measured.every))
        const given = followed(probe, since, led, moved)
        const asked = given === undefined || measure
        const known = since && measure ? touched.untouched(name, since) : since
        const oids = moved && [...moved.keys(), ...(measure && leader ? parts.unmeasured(leader) : [])]
        const reading =
          given === undefined
            ? await poll(session, probe, facts, time, { since: known, moved: oids, measure, within, late })
            : await measured(session, probe, given, measure ? (oids ?? []) : [], Math.min(timeoutOf(probe), within ?? Infinity), late)
        if (reading === undefined) return undefined
        if (isAll) wholeRows.set(name, reading.rows)
        if (measure) touched.measured(probe, reading)
        if (leader !== undefined && asked) parts.taken(leader, measure ? notMeasured(probe, reading) : undefined)
        parts.see(name, before, reading, since === undefined)
        const ms = asked ? performance.now() - began : 0
        // What cost nothing tells nothing of the way there and back.
        if (asked) budget.spend(session, ms, clock.mono(), session.answers() - answers)
        const at = (given && led && instants.get(led)) ?? instantOf(reading, facts.clock)
        await breathe(reading.rows)
        if (probe.shape === 'samples') await takeSample(probe, reading, asking)
        else await takeRows(probe, name, reading, aligned(hasPast(probe) ? before : undefined, reading, at, settings.host), asking, at)
        tally.note(probe.id, ms, reading.rows)
        if (failing.delete(name)) log.info({ probe: name, connection: settings.name }, 'The probe works again')
        return reading
      } catch (error) {
        const [words, ms] = [wordsOf(error), clock.mono() - start]
        tally.note(probe.id, ms, 0, words)
        // What the server itself cancelled it had worked on until then.
        if (isCancelled(error)) {
          budget.spend(session, ms, clock.mono())
          late()
        } else for (const back of giveBack) back()
        if (failing.get(name) !== words)
          log.warn({ probe: name, connection: settings.name, cause: words }, 'The probe failed and is tried again when it is due')
        failing.set(name, words)
        return undefined
      }
    },
  }
}

import type { Block } from '../../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../../shared/model/server.ts'
import plansProbe from '../../catalog/probes/plans.ts'
import samplesProbe from '../../catalog/probes/query-samples.ts'
import samplingProbe from '../../catalog/probes/sampling.ts'
import type { Clock } from '../../kernel/clock.ts'
import { wordsOf } from '../../kernel/words.ts'
import type { Outbox } from '../outbox.ts'
import type { RawReading } from '../reading.ts'
import { createRecent } from '../recent.ts'
import type { Tally } from '../self.ts'
import type { Session } from '../target.ts'
import type { Baselines } from '../watch.ts'
import { createCandidates, type Candidate } from './candidates.ts'
import { explain, obstacleOf, readAuthor, readPosition, readRoots, type Author, type Position } from './explain.ts'
import { failureOf } from './failure.ts'
import { LONGEST, plannable } from './plannable.ts'
import { createSamples } from './samples.ts'
import { readPlan } from './shape.ts'
import { blockOf, failureRow, planIdOf, planRow, samplingRow, type PlanOf } from './told.ts'

/** Samples of statements with their values, and estimated plans, of one connection. */
export interface Plans {
  /** Learns from a sample of sessions whose statements are identified. */
  ofSessions(reading: RawReading, settings: ConnectionSettings): Promise<void>
  /** Learns what runs, from the increments of statements. */
  ofStatements(block: Block): void
  /** A statement's own text, with $1, $2 … */
  learn(md5: string, sql: string): void
  /** Databases in which something is to be planned now. */
  databases(settings: ConnectionSettings): readonly string[]
  /** Plans what is due in the database of the session: a few statements a minute, and never more than a small part of a core. */
  explain(session: Session, database: string, settings: ConnectionSettings): Promise<void>
  /** The database cannot be entered. */
  refuse(database: string): void
}

export interface PlanPorts {
  readonly clock: Clock
  readonly time: () => number
  readonly outbox: Outbox
  readonly tally: Tally
  readonly baselines: Baselines
  /** Counts towards the budget, ms. */
  readonly spend: (session: Session, ms: number) => void
  readonly stretch: () => number
  /** Lets a text travel with the next batch. */
  readonly keepText: (md5: string, text: string) => void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Statements planned in a minute at most. */
const A_MINUTE = 6
/** A statement that goes on running is planned anew. */
const AGAIN = 10 * MINUTE
/** ms that planning may take in ten minutes: half a per cent of a core. */
const ALLOWANCE = 3_000
const WINDOW = 10 * MINUTE
/** The leading statements of a reading. */
const LEADING = 50
const TEXTS = 1_000
/** What a session that was seen running it counts for, ms. */
const SEEN = 1_000
const LONGEST_PLAN = 1_000_000

export function createPlans(ports: PlanPorts): Plans {
  const { clock, time, outbox, tally } = ports
  const samples = createSamples()
  const candidates = createCandidates()
  const texts = createRecent<string>(TEXTS)
  let resumed = false
  let handedAt: number | undefined
  let planned: { readonly at: number; readonly ms: number }[] = []
  let position: Position | undefined
  let positionAt = -Infinity
  let seesAll: boolean | undefined
  let told = ''
  let toldAt = -Infinity

  const sourceOf = ({ md5, user, sample }: Candidate, literals: boolean): { readonly sql: string; readonly generic: boolean } | undefined => {
    const generic = position === undefined || position.version >= 16
    if (literals && sample !== undefined && (!sample.plannable.parameters || generic)) return { sql: sample.sql, generic: sample.plannable.parameters }
    // Samples are never of our own sessions, but texts of statements are.
    const text = generic && user !== position?.user ? texts.get(md5) : undefined
    return text === undefined ? undefined : { sql: text, generic: true }
  }

  const ready =
    ({ literals }: ConnectionSettings) =>
    (candidate: Candidate): boolean =>
      sourceOf(candidate, literals) !== undefined

  const mayPlan = (now: number): boolean => {
    planned = planned.filter(({ at }) => at > now - WINDOW)
    const lately = planned.filter(({ at }) => at > now - MINUTE).length
    return lately < Math.max(1, Math.floor(A_MINUTE / ports.stretch())) && planned.reduce((sum, { ms }) => sum + ms, 0) < ALLOWANCE
  }

  const handOverSamples = ({ id }: ConnectionSettings): void => {
    const now = clock.mono()
    if ((handedAt !== undefined && now - handedAt < MINUTE) || outbox.waitsFor(samplesProbe.id)) return
    const taken = samples.block(time() - (handedAt === undefined ? MINUTE : now - handedAt), time())
    handedAt = now
    if (taken === undefined) return
    const reading = ports.baselines.keep(id, samplesProbe.id, taken.hour)
    outbox.addNamed(taken.block, { probe: samplesProbe.id, reading }, taken.handedOver)
  }

  const tellState = (settings: ConnectionSettings): void => {
    const row = samplingRow(settings, position, seesAll)
    const words = JSON.stringify(row)
    const now = clock.mono()
    if (words === told && now - toldAt < HOUR) return
    told = words
    toldAt = now
    outbox.add(blockOf(samplingProbe.id, time() - MINUTE, time(), [row]))
  }

  const note = (session: Session, words: string | undefined, started: number): number => {
    const ms = performance.now() - started
    ports.spend(session, ms)
    tally.note(plansProbe.id, ms, 1, words)
    return ms
  }

  /** One statement, planned; what came of it is handed over. */
  const planOne = async (session: Session, candidate: Candidate, author: Author, at: Position, source: { sql: string; generic: boolean }): Promise<void> => {
    const of: PlanOf = { md5: candidate.md5, database: candidate.database, user: candidate.user, source: source.generic ? 'generic' : 'sample' }
    const as = author.ours ? author.name : at.user
    const started = performance.now()
    const answer = await explain(session, source.sql, source.generic, author)
    const ms = note(session, undefined, started)
    planned.push({ at: clock.mono(), ms })
    candidate.notBefore = clock.mono() + AGAIN
    const tell = (row: ReturnType<typeof planRow>): void => outbox.add(blockOf(plansProbe.id, time() - AGAIN, time(), [row]))
    const fail = (words: string, pause: number): void => {
      candidate.notBefore = clock.mono() + pause
      tell(failureRow(of, as, words))
    }
    if ('sqlstate' in answer) {
      const { words, pause } = failureOf(answer.sqlstate, answer.words, author, at.user)
      fail(words, pause)
      return
    }
    if (answer.json.length > LONGEST_PLAN) {
      fail(`the plan is longer than ${LONGEST_PLAN} characters`, 24 * HOUR)
      return
    }
    const plain = readPlan(answer.json)
    if (plain === undefined) {
      fail('the server answered with something that is no plan', HOUR)
      return
    }
    const known = candidate.shapes.get(plain.shape)
    if (known !== undefined) {
      tell(planRow(of, as, plain, known.shape, known.planId))
      return
    }
    const roots = await readRoots(session, answer.json)
    const shape = readPlan(answer.json, (name) => roots.get(name) ?? name)?.shape ?? plain.shape
    const planId = [...candidate.shapes.values()].find((one) => one.shape === shape)?.planId ?? planIdOf(plain.json)
    candidate.shapes.set(plain.shape, { shape, planId })
    ports.keepText(planId, plain.json)
    tell(planRow(of, as, plain, shape, planId))
  }

  /** Plans what is due in the database of the session. */
  const planAll = async (session: Session, database: string, settings: ConnectionSettings): Promise<void> => {
    const now = clock.mono()
    const waits = settings.plans && candidates.next(database, now, ready(settings)) !== undefined
    if (!waits && now - positionAt < HOUR) return
    position = await readPosition(session)
    positionAt = now
    tellState(settings)
    if (!settings.plans || obstacleOf(position) !== '') return
    const authors = new Map<string, Author | undefined>()
    while (mayPlan(clock.mono()) && session.ended() === undefined) {
      const candidate = candidates.next(database, clock.mono(), ready(settings))
      const source = candidate && sourceOf(candidate, settings.literals)
      if (candidate === undefined || source === undefined) return
      candidate.plannedAt = clock.mono()
      candidate.load = 0
      candidate.notBefore = clock.mono() + HOUR
      const asked = plannable(source.sql)
      if (typeof asked === 'string') candidate.notBefore = Infinity
      if (typeof asked === 'string' || (asked.writes && position.standby)) continue
      const { user } = candidate
      if (!authors.has(user)) authors.set(user, await readAuthor(session, user, position))
      const author = authors.get(user)
      if (author !== undefined) await planOne(session, candidate, author, position, source)
    }
  }

  return {
    learn: (md5, sql) => {
      if (sql.length <= LONGEST) texts.set(md5, sql)
    },
    ofStatements: (block) => {
      const at = (name: string, row: number) => block.columns[name]?.[row] ?? null
      const rows = Array.from({ length: block.rows }, (_, row) => row)
        .filter((row) => Number(at('total_time', row) ?? 0) > 0 && at('toplevel', row) !== 'false')
        .sort((a, b) => Number(at('total_time', b)) - Number(at('total_time', a)))
        .slice(0, LEADING)
      for (const row of rows) {
        const [md5, database, user] = [at('query_md5_id', row), at('database', row), at('user_name', row)]
        if (typeof md5 !== 'string' || typeof database !== 'string' || typeof user !== 'string') continue
        candidates.touch(md5, database, user, Number(at('total_time', row)))
        texts.get(md5)
      }
    },
    ofSessions: async (reading, settings) => {
      seesAll = reading.server.seesAll
      for (let row = 0; row < reading.rows; row++) {
        const [md5, database, user] = ['query_md5_id', 'database', 'user_name'].map((name) => reading.columns[name]?.[row])
        if (reading.columns['state']?.[row] !== 'active') continue
        if (typeof md5 === 'string' && typeof database === 'string' && typeof user === 'string') candidates.touch(md5, database, user, SEEN)
      }
      if (settings.literals) {
        if (!resumed) samples.resume(await ports.baselines.newest(settings.id, samplesProbe.id))
        resumed = true
        for (const seen of samples.ofSessions(reading)) {
          samples.take(seen)
          const { md5, database, user, sql } = seen
          if (seen.plannable === null) continue
          const candidate = candidates.touch(md5, database, user, 0)
          // What failed without values is tried with them.
          if (candidate.sample === undefined) candidate.notBefore = -Infinity
          candidate.sample = { sql, plannable: seen.plannable }
        }
        handOverSamples(settings)
      }
      tellState(settings)
    },
    databases: (settings) => {
      const now = clock.mono()
      return settings.plans && mayPlan(now) ? candidates.databases(now, ready(settings)) : []
    },
    refuse: (database) => {
      candidates.close(database, clock.mono() + HOUR)
    },
    explain: async (session, database, settings) => {
      const started = performance.now()
      // What cannot be planned keeps nobody from reading the rest.
      await planAll(session, database, settings).catch((error: unknown) => note(session, wordsOf(error), started))
    },
  }
}

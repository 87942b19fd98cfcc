import { every, type Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import type { Config, Kept, WriteHistory } from './store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Between two steps, so that readings are stored and requests answered in the meantime. */
const PAUSE_MS = 20
/** Free bytes are for new readings; more than this share of what is used is given back. */
const FREE_SHARE = 0.25
const FREE_LEAST = 16 * 2 ** 20

/** How long readings are kept, whichever comes first. */
export interface Keep {
  /** days for samples and minutes */
  readonly minutes: number
  /** days for hours */
  readonly hours: number
  /** days for days */
  readonly days: number
  /** bytes on disk in all */
  readonly bytes: number
}

const DEFAULT: Keep = { minutes: 14, hours: 90, days: 400, bytes: 20 * 10 ** 9 }

/** The settings `keep.minutes`, `keep.hours`, `keep.days` (days) and `keep.bytes`; what is not a positive number is the default. */
export function keepOf(config: Pick<Config, 'setting'>): Keep {
  const of = (name: keyof Keep): number => {
    const value = Number(config.setting(`keep.${name}`) ?? NaN)
    return value > 0 ? value : DEFAULT[name]
  }
  return { minutes: of('minutes'), hours: of('hours'), days: of('days'), bytes: of('bytes') }
}

export interface Maintenance {
  readonly history: Pick<WriteHistory, 'compact' | 'fade' | 'expire' | 'size' | 'shrink'>
  readonly clock: Clock
  readonly log: Log
  /** Ends it. */
  readonly signal: AbortSignal
  /** Asked for every sweep, so that a change needs no restart. */
  readonly keep: () => Keep
}

/** Packs what is complete every minute, and forgets every hour what is older, or more, than is to be kept; until the signal. */
export async function maintain(o: Maintenance): Promise<void> {
  await Promise.all([packing(o), retaining(o)])
}

function packing({ history, clock, log, signal }: Maintenance): Promise<void> {
  const pack = async (): Promise<void> => {
    while (!signal.aborted && (await history.compact(clock.now()))) await clock.sleep(PAUSE_MS, signal)
  }
  return every(clock, MINUTE_MS, signal, pack, (error) => {
    log.error({ why: wordsOf(error) }, 'readings could not be compacted; tried again in a minute')
  })
}

function retaining({ history, clock, log, signal, keep }: Maintenance): Promise<void> {
  const forget = async (): Promise<void> => {
    // What has come late is added to the rollups before it goes.
    while (!signal.aborted && (await history.compact(clock.now()))) await clock.sleep(PAUSE_MS, signal)
    const early = await sweep({ history, clock, signal, keep: keep(), freeShare: FREE_SHARE })
    if (early !== undefined) log.warn({ minutes_before: new Date(early.minutes).toISOString() }, 'the disk budget is used up: the oldest readings went early')
  }
  return every(clock, HOUR_MS, signal, forget, (error) => {
    log.error({ why: wordsOf(error) }, 'old readings could not be deleted; tried again in an hour')
  })
}

interface Sweep extends Pick<Maintenance, 'clock' | 'signal'> {
  readonly history: Pick<WriteHistory, 'fade' | 'expire' | 'size' | 'shrink'>
  readonly keep: Keep
  /** Free bytes beyond this share of what is used are given back to the disk. */
  readonly freeShare: number
}

/** Forgets what is to be forgotten now, in small steps. Returns what was forgotten instead when the disk budget asked for more. */
export async function sweep({ history, clock, signal, keep, freeShare }: Sweep): Promise<Kept | undefined> {
  const forget = async (before: Kept): Promise<void> => {
    while (!signal.aborted && (await history.fade(before))) await clock.sleep(PAUSE_MS, signal)
    while (!signal.aborted && history.expire(before)) await clock.sleep(PAUSE_MS, signal)
  }
  const now = clock.now()
  let before: Kept = { minutes: now - keep.minutes * DAY_MS, hours: now - keep.hours * DAY_MS, days: now - keep.days * DAY_MS }
  let early: Kept | undefined
  await forget(before)
  while (!signal.aborted && history.size().used > keep.bytes) {
    const less = lessOf(before, now)
    if (less === undefined) break
    await forget((early = before = less))
  }
  for (let least = Infinity; !signal.aborted;) {
    const { used, free } = history.size()
    if (free <= FREE_LEAST + used * freeShare || free >= least) break
    least = free
    history.shrink()
    await clock.sleep(PAUSE_MS, signal)
  }
  return early
}

/** A day less of the finest resolution of which there is more than a day; nothing when little is left to take. */
function lessOf(before: Kept, now: number): Kept | undefined {
  const last = now - DAY_MS
  if (before.minutes < last) return { ...before, minutes: Math.min(last, before.minutes + DAY_MS) }
  if (before.hours < last) return { ...before, hours: Math.min(last, before.hours + DAY_MS) }
  if (before.days < last) return { ...before, days: Math.min(last, before.days + DAY_MS) }
  return undefined
}

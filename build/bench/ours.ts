import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { setImmediate as schedule } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../../electron/kernel/clock.ts'
import { createLog } from '../../electron/kernel/log.ts'
import { openHistory, openReader, type Reader } from '../../electron/store/open.ts'
import type { WriteHistory } from '../../electron/store/store.ts'
import type { Batch, Envelope } from '../../shared/model/sample.ts'
import { BEGIN, instanceBlock, MINUTE_MS, PROBES } from './batches.ts'
import { busyInstance, BUSY } from './busy-day.ts'
import { cpuMs, percentile, threadMs, waitedMs } from './measure.ts'

export const openOurs = (folder: string, name = 'history.db'): WriteHistory =>
  openHistory(join(folder, name), systemClock, { log: createLog('warn'), probes: PROBES })

export const openOursToRead = (folder: string, name: string): Reader => openReader(join(folder, name), { log: createLog('warn'), probes: PROBES })

export interface OursResult {
  readonly cpuPerMinute: number
  /** Of it in the thread that serves. */
  readonly servingPerMinute: number
  /** ms that a minute held up the thread that serves */
  readonly p50: number
  readonly p99: number
  /** p99 of those minutes that were written while an hour was being compacted, and p99 of them when waiting for a processor does not count. */
  readonly p99Busy: number
  readonly p99Run: number
  /** Until a minute was acknowledged, which is when it is durable. */
  readonly p50Durable: number
  readonly p99Durable: number
  /** Longest time in which the thread that serves could not answer, ms. */
  readonly stall: number
  readonly bytes: number
  /** Of the minutes that do not count, with all that is written once. */
  readonly firstBytes: number
}

interface Stored {
  /** What the thread that serves was held up by, ms, and that without waiting for a processor. */
  readonly serving: number
  readonly run: number
  /** Until it was acknowledged, ms. */
  readonly durable: number
}

/** The store takes what has come with the next turn of the event loop; whatever is asked for just before and just after happens in the same turn. */
async function store(history: WriteHistory, envelope: Envelope): Promise<Stored> {
  let [begin, waited, serving, run] = [0, 0, 0, 0]
  schedule(() => {
    waited = waitedMs()
    begin = performance.now()
  })
  const asked = performance.now()
  const stored = history.submit('agent', [envelope], BEGIN + 40 * 86_400_000)
  schedule(() => {
    serving = performance.now() - begin
    run = serving - (waitedMs() - waited)
  })
  await stored
  return { serving, run, durable: performance.now() - asked }
}

/**
 * Writes the minutes one by one; getting them does not count, nor do the first `warm` of them. `beside`: an hour is compacted while the next one is written, which
 * is what latencies are measured of; otherwise after it, so that CPU is: two threads on processors that share a core take longer for the same, and all of what
 * compacting takes is counted.
 */
export async function writeOurs(history: WriteHistory, minutes: Iterable<{ readonly batch: Batch }>, { warm = 0, beside = false } = {}): Promise<OursResult> {
  const all: number[] = []
  const busy: number[] = []
  const undisturbed: number[] = []
  const until: number[] = []
  let written = 0
  let cpu = 0
  let servingCpu = 0
  let bytes = 0
  let stall = 0
  let compacting: Promise<void> | undefined
  const delay = monitorEventLoopDelay({ resolution: 1 })
  if (beside) delay.enable()
  const compact = async (): Promise<void> => {
    const now = BEGIN + (written + 6) * MINUTE_MS
    while (await history.compact(now)) await setImmediate()
    compacting = undefined
  }
  /** CPU of all threads while what is asked for is under way. */
  const metered = async <T>(work: () => Promise<T>): Promise<T> => {
    const [before, servingBefore] = [cpuMs(), threadMs()]
    const done = await work()
    if (written > warm) {
      cpu += cpuMs() - before
      servingCpu += threadMs() - servingBefore
    }
    return done
  }
  for (const { batch } of minutes) {
    // What reading it has left to the garbage collector is done before.
    await setImmediate()
    const { serving, run, durable } = await metered(() => store(history, { seq: ++written, batch }))
    const isHour = written % 60 === 0
    if (written > warm) {
      all.push(serving)
      until.push(durable)
      if (compacting !== undefined) {
        busy.push(serving)
        undisturbed.push(run)
      }
    }
    if (!isHour) continue
    await compacting
    stall = written > warm ? Math.max(stall, delay.max / 1e6) : 0
    delay.reset()
    if (!beside || written === warm) await metered(compact)
    else compacting = compact()
    if (written === warm) bytes = history.size().used
  }
  await compacting
  await metered(compact)
  delay.disable()
  return {
    cpuPerMinute: cpu / (written - warm),
    servingPerMinute: servingCpu / (written - warm),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    p99Busy: percentile(busy, 0.99),
    p99Run: percentile(undisturbed, 0.99),
    p50Durable: percentile(until, 0.5),
    p99Durable: percentile(until, 0.99),
    stall,
    bytes: history.size().used - bytes,
    firstBytes: bytes,
  }
}

/** A month of the instance's numbers alone, hour by hour. */
export async function writeMonth(history: WriteHistory, days: number): Promise<readonly Float64Array[]> {
  const next = busyInstance(1, { ...BUSY, queries: 10, activeQueries: 2, tables: 10, activeTables: 2, indexes: 10, activeIndexes: 2 })
  const kept: Float64Array[] = []
  for (let hour = 0; hour < days * 24; hour++) {
    const blocks = Array.from({ length: 60 }, (_, minute) => {
      const number = hour * 60 + minute
      const { instance } = next(number)
      kept.push(instance)
      return instanceBlock(instance, number)
    })
    const instance = { connection: 'c', name: 'month', server: 'host', host: 'host', port: 5432, tags: '', cpus: 8 }
    history.append('agent', [{ seq: hour + 1, batch: { version: 1, instance, blocks, texts: [] } }], BEGIN + days * 86_400_000)
  }
  while (await history.compact(BEGIN + (days + 1) * 86_400_000)) continue
  return kept
}

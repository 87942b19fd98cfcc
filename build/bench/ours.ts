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
 * Writes the minutes hour by hour; getting them does not count, nor do the first `warm` of them. `beside`: an hour is compacted while the next one is written, which
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
  const compact = async (): Promise<void> => {
    const now = BEGIN + (written + 6) * MINUTE_MS
    while (await history.compact(now)) await setImmediate()
    compacting = undefined
  }
  const writeHour = async (envelopes: Iterable<Envelope>): Promise<void> => {
    const isCounted = written >= warm
    if (beside) {
      delay.reset()
      delay.enable()
    }
    const [before, servingBefore] = [cpuMs(), threadMs()]
    if (beside && written > 0) compacting = compact()
    for (const one of envelopes) {
      const { serving, run, durable } = await store(history, one)
      written++
      if (!isCounted) continue
      all.push(serving)
      until.push(durable)
      if (compacting === undefined) continue
      busy.push(serving)
      undisturbed.push(run)
    }
    await compacting
    if (!beside || written === warm) await compact()
    if (isCounted) {
      cpu += cpuMs() - before
      servingCpu += threadMs() - servingBefore
      stall = Math.max(stall, delay.max / 1e6)
    }
    delay.disable()
  }
  const coming = minutes[Symbol.iterator]()
  for (let before = -1; written > before;) {
    before = written
    // Latencies are of what has just come, as it does; what comes for an hour ahead would be in the way of the garbage collector.
    await writeHour(beside ? hourOf(coming, written) : [...hourOf(coming, written)])
    if (written === warm) bytes = history.size().used
  }
  const before = cpuMs()
  await compact()
  cpu += cpuMs() - before
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

function* hourOf(coming: Iterator<{ readonly batch: Batch }>, written: number): Generator<Envelope> {
  for (let seq = written + 1; seq <= written + 60; seq++) {
    const next = coming.next()
    if (next.done === true) return
    yield { seq, batch: next.value.batch }
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

import type { Batch, Block, InstanceRef } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Texts } from './texts.ts'
import type { ReadingName, Sink } from './watch.ts'

/** A reading that is being made durable. */
export interface PendingName {
  readonly probe: string
  readonly reading: Promise<number>
}

interface Named {
  readonly block: Block
  readonly name: PendingName
  readonly handedOver: () => void
}

/** What was read and is not handed over yet. */
export interface Outbox {
  /** A block that cannot be made again: kept until it is handed over. */
  add(block: Block): void
  /**
   * Increments of a named reading, whose number is told when it is durable. When that or handing over fails they are dropped: the next reading's
   * increments begin where these did.
   */
  addNamed(block: Block, name: PendingName, handedOver: () => void): void
  /** Whether increments of the probe, in whichever database, are not handed over yet: the next would count the same again. */
  waitsFor(probe: string): boolean
  /** Since when the oldest waits, by the monotonic clock; undefined when nothing does. */
  waitsSince(): number | undefined
  /** Hands everything over as one batch, as soon as what it names is durable; throws when that fails or the sink does. One at a time. */
  flush(instance: InstanceRef): Promise<void>
}

/** About ten minutes of samples at the high rate. */
const MOST_KEPT = 600

export function createOutbox(sink: Sink, texts: Texts, clock: Clock): Outbox {
  let kept: Block[] = []
  let named: Named[] = []
  let leaving: readonly Named[] = []
  let since: number | undefined
  return {
    add: (block) => {
      since ??= clock.mono()
      kept.push(block)
      // Also while handing over hangs: of what nobody takes the newest are kept.
      if (kept.length > MOST_KEPT) kept.shift()
    },
    addNamed: (block, name, handedOver) => {
      since ??= clock.mono()
      // Whether it failed is seen when it is handed over.
      name.reading.catch(() => undefined)
      named.push({ block, name, handedOver })
    },
    waitsFor: (probe) => [...leaving, ...named].some(({ name }) => name.probe === probe || name.probe.startsWith(`${probe}/`)),
    waitsSince: () => since,
    flush: async (instance) => {
      if (since === undefined) return
      const [samples, readings, known] = [kept, named, texts.pending()]
      kept = []
      named = []
      leaving = readings
      since = undefined
      const batch: Batch = { version: 1, instance, blocks: [...samples, ...readings.map(({ block }) => block)], texts: [...known] }
      try {
        const names = await Promise.all(readings.map(async ({ name }): Promise<ReadingName> => ({ probe: name.probe, reading: await name.reading })))
        await sink.put(batch, names)
      } catch (error) {
        kept = [...samples, ...kept].slice(-MOST_KEPT)
        since = clock.mono()
        throw error
      } finally {
        leaving = []
      }
      texts.handedOver(known)
      for (const { handedOver } of readings) handedOver()
    },
  }
}

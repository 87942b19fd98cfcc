import type { Batch, Block, InstanceRef } from '../../shared/model/sample.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Texts } from './texts.ts'
import type { ReadingName, Sink } from './watch.ts'

/** What was read and is not handed over yet. */
export interface Outbox {
  /** A block that cannot be made again: kept until it is handed over. */
  add(block: Block): void
  /** Increments of a named reading. When handing over fails they are dropped: the next reading's increments begin where these did. */
  addNamed(block: Block, name: ReadingName, handedOver: () => void): void
  /** Since when the oldest waits, by the monotonic clock; undefined when nothing does. */
  waitsSince(): number | undefined
  /** Hands everything over as one batch; throws when the sink does. */
  flush(instance: InstanceRef): Promise<void>
}

/** About ten minutes of samples at the high rate. */
const MOST_KEPT = 600

export function createOutbox(sink: Sink, texts: Texts, clock: Clock): Outbox {
  let kept: Block[] = []
  let named: { readonly block: Block; readonly name: ReadingName; readonly handedOver: () => void }[] = []
  let since: number | undefined
  return {
    add: (block) => {
      since ??= clock.mono()
      kept.push(block)
    },
    addNamed: (block, name, handedOver) => {
      since ??= clock.mono()
      named.push({ block, name, handedOver })
    },
    waitsSince: () => since,
    flush: async (instance) => {
      if (since === undefined) return
      const [samples, readings, known] = [kept, named, texts.pending()]
      kept = []
      named = []
      since = undefined
      const batch: Batch = { version: 1, instance, blocks: [...samples, ...readings.map(({ block }) => block)], texts: [...known] }
      try {
        await sink.put(
          batch,
          readings.map(({ name }) => name),
        )
      } catch (error) {
        kept = [...samples, ...kept].slice(-MOST_KEPT)
        since = clock.mono()
        throw error
      }
      texts.handedOver(known)
      for (const { handedOver } of readings) handedOver()
    },
  }
}

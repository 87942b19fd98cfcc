import type { Envelope } from '../../shared/model/sample.ts'
import type { WriteDb } from './db.ts'
import type { Durable } from './durable.ts'
import type { Precedence } from './precedence.ts'

interface Waiting extends PromiseWithResolvers<number> {
  readonly agent: string
  readonly envelopes: readonly Envelope[]
  readonly now: number
}

type Append = (agent: string, envelopes: readonly Envelope[], now: number) => number

/**
 * Appends that arrive close to each other share one transaction. Each is a savepoint of its own: one that fails takes no other with it. A failure of the commit itself is
 * everybody's, and so is one of the disk.
 */
export function createGroupCommit(
  db: WriteDb,
  append: Append,
  forget: () => void,
  durable: Durable,
  { first }: Precedence,
): (agent: string, envelopes: readonly Envelope[], now: number) => Promise<number> {
  let waiting: Waiting[] = []
  const all = db.transaction((group: readonly Waiting[]): (() => void)[] =>
    group.map(({ agent, envelopes, now, resolve, reject }) => {
      try {
        const mark = append(agent, envelopes, now)
        return () => {
          resolve(mark)
        }
      } catch (error) {
        return () => {
          reject(error)
        }
      }
    }),
  )
  const commit = (): void => {
    const group = waiting
    waiting = []
    const refuse = (error: unknown): void => {
      for (const { reject } of group) reject(error)
    }
    try {
      durable.check()
      // The disk is asked while the others are still aside: whoever does that has their processor then, rather than the one of this thread.
      const { tells, settled } = first(() => ({ tells: all.immediate(group), settled: durable.settled() }))
      settled.then(() => {
        for (const tell of tells) tell()
      }, refuse)
    } catch (error) {
      forget()
      refuse(error)
    }
  }
  return (agent, envelopes, now) => {
    const one = { agent, envelopes, now, ...Promise.withResolvers<number>() }
    // What else the event loop has received by now comes along; nobody waits for a timer.
    if (waiting.push(one) === 1) setImmediate(commit)
    return one.promise
  }
}

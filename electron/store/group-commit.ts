import type { Envelope } from '../../shared/model/sample.ts'
import type { WriteDb } from './db.ts'

interface Waiting extends PromiseWithResolvers<number> {
  readonly agent: string
  readonly envelopes: readonly Envelope[]
  readonly now: number
}

type Append = (agent: string, envelopes: readonly Envelope[], now: number) => number

/**
 * Appends that arrive close to each other share one transaction, and so one fsync, which costs more than all the rest. Each is a savepoint of its own: one that fails
 * takes no other with it. A failure of the commit itself is everybody's.
 */
export function createGroupCommit(
  db: WriteDb,
  append: Append,
  forget: () => void,
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
    try {
      for (const tell of all.immediate(group)) tell()
    } catch (error) {
      forget()
      for (const { reject } of group) reject(error)
    }
  }
  return (agent, envelopes, now) => {
    const one = { agent, envelopes, now, ...Promise.withResolvers<number>() }
    // What else the event loop has received by now comes along; nobody waits for a timer.
    if (waiting.push(one) === 1) setImmediate(commit)
    return one.promise
  }
}

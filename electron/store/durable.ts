import fs from 'node:fs'
import { promisify } from 'node:util'
import { wordsOf } from '../kernel/problem.ts'
import type { WriteDb } from './db.ts'

const datasync = promisify(fs.fdatasync)

/**
 * Waits for the disk beside the thread that serves. With `synchronous = FULL` SQLite waits for it in the thread that commits, and everything else that this thread has to do
 * waits too. So here a commit only writes to the log (`NORMAL`), and whoever must be told that it is durable is told when the log has been made so, in the same way as SQLite
 * does it. What a power failure takes from the log is always its end: SQLite goes by its checksums, and makes it durable before it folds it back.
 */
export interface Durable {
  /** Resolves when all is durable that was committed before. */
  readonly settled: () => Promise<void>
  /** The same, waiting. */
  readonly settle: () => void
  readonly close: () => void
}

/** Of a file whose log is there, as it is from the first commit to the last close. `sync` makes a file durable. */
export function createDurable(db: WriteDb, file: string, sync: (handle: number) => Promise<void> = datasync): Durable {
  db.pragma('synchronous = NORMAL')
  let handle: number | undefined
  let failed: Error | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  // Windows makes only what may be written durable.
  const opened = (): number => (handle ??= fs.openSync(`${file}-wal`, 'r+'))

  /** After a failure the system may call durable what it could not write, so that nothing is believed any more. The next start finds what is whole. */
  const lost = (error: unknown): Error =>
    (failed ??= new Error(
      `the disk under "${file}" has failed: ${wordsOf(error)}. Nothing is acknowledged until Watchpost is started again; agents keep what was not`,
      { cause: error },
    ))

  const begin = (): Promise<void> => {
    next = undefined
    const one = Promise.resolve()
      .then(() => {
        if (failed !== undefined) throw failed
        return sync(opened())
      })
      .catch((error: unknown) => {
        throw lost(error)
      })
      .finally(() => {
        if (running === one) running = undefined
      })
    return (running = one)
  }

  return {
    // Not the one under way: it may have begun before the commit.
    settled: () => next ?? (running === undefined ? begin() : (next = running.then(begin, begin))),
    settle() {
      if (failed !== undefined) throw failed
      try {
        fs.fdatasyncSync(opened())
      } catch (error) {
        throw lost(error)
      }
    },
    close() {
      const close = (): void => {
        if (handle !== undefined) fs.closeSync(handle)
        handle = undefined
      }
      if (running === undefined) close()
      else void running.then(close, close)
    },
  }
}

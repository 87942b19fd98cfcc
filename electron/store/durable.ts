import fs from 'node:fs'
import { promisify } from 'node:util'
import { wordsOf } from '../kernel/words.ts'
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
  /**
   * Throws once the disk has failed: the system may then call durable what it could not write. Nothing may be written or folded back any more, because what was kept
   * before is whole; the next start begins with what can be read.
   */
  readonly check: () => void
  readonly close: () => void
}

/** The log of the file that is open, under the name that SQLite has for it: that of a link is another. */
function logOf(db: WriteDb): string {
  const files = db.pragma('database_list') as readonly { readonly name: string; readonly file: string }[]
  return `${files.find(({ name }) => name === 'main')?.file ?? ''}-wal`
}

/** `sync` makes a file durable. Throws when the log cannot be opened or is not durable at the beginning. */
export function createDurable(db: WriteDb, sync: (handle: number) => Promise<void> = datasync): Durable {
  db.pragma('synchronous = NORMAL')
  const log = logOf(db)
  // What an earlier process left there may be in the system's memory alone, and nobody would notice. This also makes the log, if there is none.
  db.pragma('wal_checkpoint(TRUNCATE)')
  // Windows makes only what may be written durable.
  const handle = fs.openSync(log, 'r+')
  // Had somebody been reading, it would not all be folded back.
  fs.fdatasyncSync(handle)
  let failed: Error | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isClosed = false

  const check = (): void => {
    if (failed !== undefined) throw failed
    if (isClosed) throw new Error('the store is closed')
  }

  const lost = (error: unknown): Error =>
    (failed ??= new Error(
      `the disk under "${log}" has failed: ${wordsOf(error)}. Nothing is stored until Watchpost is started again; agents keep what was not acknowledged`,
      { cause: error },
    ))

  const wait = async (): Promise<void> => {
    check()
    try {
      await sync(handle)
    } catch (error) {
      throw lost(error)
    }
  }

  const begin = (): Promise<void> => {
    next = undefined
    const one = wait().finally(() => {
      if (running === one) running = undefined
    })
    return (running = one)
  }

  return {
    check,
    // Not the one under way: it may have begun before the commit.
    settled: () => next ?? (running === undefined ? begin() : (next = running.then(begin, begin))),
    settle() {
      check()
      try {
        fs.fdatasyncSync(handle)
      } catch (error) {
        throw lost(error)
      }
    },
    close() {
      if (isClosed) return
      isClosed = true
      const close = (): void => {
        fs.closeSync(handle)
      }
      if (running === undefined) close()
      else void running.then(close, close)
    },
  }
}

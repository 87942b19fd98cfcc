import Database from 'better-sqlite3'
import { closeSync, existsSync, openSync } from 'node:fs'

declare const rights: unique symbol

/** A connection that can only read; it sees what is committed and never waits for the writer. */
export type ReadDb = Database.Database & { readonly [rights]: 'read' | 'write' }

/** The one connection of a file that writes. */
export type WriteDb = Database.Database & { readonly [rights]: 'write' }

const BUSY_MS = 5_000
/** KiB of pages kept in memory per connection, as a negative number: SQLite's way of saying KiB. */
const CACHE = -16 * 1024

/** Opens the file for writing and makes it, readable by the owner alone, when it does not exist. A commit is on disk when it returns. */
export function openWrite(file: string): WriteDb {
  // SQLite gives -wal and -shm the mode of the database file, so the mode is settled before SQLite makes it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file, { timeout: BUSY_MS })
  // Only a file without tables takes it; free pages can then be given back a few at a time.
  db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  // NORMAL would lose the last commits at a power failure, and what is acknowledged is deleted on the agent's side.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma(`cache_size = ${String(CACHE)}`)
  // The brand exists for the compiler only.
  return db as WriteDb
}

/** Opens an existing file for reading. */
export function openRead(file: string): ReadDb {
  const db = new Database(file, { timeout: BUSY_MS, readonly: true })
  db.pragma(`cache_size = ${String(CACHE)}`)
  return db as ReadDb
}

import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import type { Clock } from './clock.ts'

/** Gives the folder free before the process ends. */
export type Unlock = () => Promise<void>

/** Another process works on the data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another Watchpost; stop it first or choose another folder with --data-dir`)
    this.name = 'FolderInUse'
  }
}

const RETRY = 200
/** macOS, fcntl.h: open and lock in one step, or fail at once. */
const O_EXLOCK = 0x20
const O_NONBLOCK = 0x04

/**
 * Makes the data folder (0700) and takes it for this process. One that is in use is waited for.
 * The operating system keeps the lock and drops it when the process ends, however it ends: nothing that a crash leaves behind can block a start.
 * @throws FolderInUse after `waitMs`
 */
export async function lockFolder(folder: string, clock: Clock, waitMs = 15_000): Promise<Unlock> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const end = clock.mono() + waitMs
  for (;;) {
    const lock = process.platform === 'darwin' ? lockFile(path.join(folder, 'lock')) : await lockName(nameOf(folder))
    if (lock !== undefined) return lock
    if (clock.mono() >= end) throw new FolderInUse(folder)
    await clock.sleep(RETRY)
  }
}

/** Two paths to one folder (links, mounts) give one name. Linux: an abstract socket, which has no file; Windows: a named pipe. */
function nameOf(folder: string): string {
  const { dev, ino } = fs.statSync(folder, { bigint: true })
  const name = `watchpost-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`
}

function lockName(name: string): Promise<Unlock | undefined> {
  const server = net.createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(name, () => {
      server.unref()
      resolve(() => new Promise((released) => server.close(() => released())))
    })
  })
}

function lockFile(file: string): Unlock | undefined {
  try {
    const handle = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT | O_EXLOCK | O_NONBLOCK, 0o600)
    return () => {
      fs.closeSync(handle)
      return Promise.resolve()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK')) return undefined
    throw error
  }
}

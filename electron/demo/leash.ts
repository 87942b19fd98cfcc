import { spawn } from 'node:child_process'
import type { Login } from './programs.ts'

/** Ends the server when its standard input closes without a word: when we are gone, even by kill -9. A line on it says that the server has ended. */
const WATCHER = `trap '' HUP INT TERM; read -r _ || kill -QUIT "$1"`

/**
 * Ties a process to our life; the result unties it once it has ended by itself. On Windows Node's children end with Node anyway.
 * The watcher is our child, not the server's: a postmaster takes the end of a child it does not know for a backend's crash.
 */
export function leash(pid: number, login: Login | undefined): () => Promise<void> {
  if (process.platform === 'win32') return () => Promise.resolve()
  const watcher = spawn('/bin/sh', ['-c', WATCHER, 'sh', String(pid)], { ...login, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  // A pipe whose watcher is gone already breaks; that is no news.
  watcher.stdin.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => watcher.once('exit', () => resolve()).once('error', () => resolve()))
  return () => {
    watcher.stdin.end('ended\n')
    return gone
  }
}

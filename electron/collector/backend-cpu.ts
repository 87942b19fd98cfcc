import { readFileSync } from 'node:fs'

/** What one process has used of the processors, in /proc: hundredths of a second on every platform. */
const TICK_MS = 10

/**
 * CPU in ms that the server's process behind a session has used so far, by the account of this machine; undefined where that cannot be known.
 * The title of the process names the client's port: so no other process, of another container for instance, is taken for it. `root` is where /proc is.
 */
export function backendCpu(pid: number, clientPort: number, root = ''): number | undefined {
  try {
    // Both are made by the kernel from memory; nothing waits for a disk.
    if (!readFileSync(`${root}/proc/${String(pid)}/cmdline`, 'utf8').includes(`(${String(clientPort)})`)) return undefined
    const stat = readFileSync(`${root}/proc/${String(pid)}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    const ticks = (user ?? NaN) + (system ?? NaN)
    return Number.isNaN(ticks) ? undefined : ticks * TICK_MS
  } catch {
    return undefined
  }
}

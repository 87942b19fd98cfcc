import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Clock } from '../kernel/clock.ts'

/** The command line of a process, '' when there is none. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch {
    return ''
  }
}

/** The postmaster that works on the cluster, if one does. The number in its file may since have become another process's: its command line decides. */
export function postmasterOf(cluster: string): number | undefined {
  const data = path.join(cluster, 'data')
  const file = path.join(data, 'postmaster.pid')
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && commandOf(pid).includes(data) ? pid : undefined
}

/** Ends whatever an earlier run left behind in the folder, and removes it. On Windows a child never outlives us. */
export async function clear(cluster: string, clock: Clock): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const pid = postmasterOf(cluster)
    if (pid === undefined) break
    // SIGQUIT ends a server at once; its data are thrown away.
    process.kill(pid, tries < 40 ? 'SIGQUIT' : 'SIGKILL')
    await clock.sleep(100)
  }
  fs.rmSync(cluster, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

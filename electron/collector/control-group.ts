import { readFile } from 'node:fs/promises'
import * as path from 'node:path'

/** What the control group (v2) that we run in may use; what is not limited is left out. */
export interface Limits {
  /** Processors. */
  readonly cpus?: number
  /** Bytes. */
  readonly memory?: number
  /** Memory in use where the limit is, bytes. */
  readonly used?: number
  /** The part of it that is cache not used lately. */
  readonly inactiveFile?: number
  /** Time in which the group was not let run, since it was made. */
  readonly throttledMs?: number
}

/** The lowest limit of our group and the groups it lies in: `root` is where groups are mounted, `membership` the file that names ours. */
export async function readLimits(root: string, membership: string): Promise<Limits> {
  const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
  const own = /^0::(\/.*)$/m.exec(await read(membership))?.[1]
  if (own === undefined) return {}
  let limits: Limits = {}
  for (let at = own; ; at = path.posix.dirname(at)) {
    const folder = path.join(root, at)
    const [cpu, memory, stat] = await Promise.all(['cpu.max', 'memory.max', 'cpu.stat'].map((name) => read(path.join(folder, name))))
    const [quota, period] = (cpu ?? '').trim().split(' ').map(Number)
    if (quota !== undefined && period !== undefined && quota > 0 && quota / period < (limits.cpus ?? Infinity)) {
      const throttled = /^throttled_usec (\d+)$/m.exec(stat ?? '')?.[1]
      limits = { ...limits, cpus: quota / period, ...(throttled !== undefined && { throttledMs: Number(throttled) / 1000 }) }
    }
    const most = Number((memory ?? '').trim() || NaN)
    if (Number.isFinite(most) && most < (limits.memory ?? Infinity)) {
      const inactive = /^inactive_file (\d+)$/m.exec(await read(path.join(folder, 'memory.stat')))?.[1]
      limits = { ...limits, memory: most, used: Number(await read(path.join(folder, 'memory.current'))), inactiveFile: Number(inactive ?? 0) }
    }
    if (at === '/') return limits
  }
}

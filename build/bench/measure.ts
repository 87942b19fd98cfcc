import { existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

/** CPU of all threads of the process, ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const SCHEDULED = '/proc/thread-self/schedstat'
/** Opened once: what measures should cost nothing. */
const scheduled = existsSync(SCHEDULED) ? openSync(SCHEDULED, 'r') : undefined
const told = Buffer.alloc(64)

/** How long the thread that has loaded this could have run but had no processor, ms; 0 where the system does not tell. */
export const waitedMs = (): number =>
  scheduled === undefined ? 0 : Number(told.toString('latin1', 0, readSync(scheduled, told, 0, told.length, 0)).split(' ')[1]) / 1e6

/** The system counts CPU in steps of up to 4 ms, which must not matter in a turn. */
const LEAST_MS = 100
/** Turns of both at the beginning that do not count: a program that runs for months has been compiled. */
const WARM_TURNS = 20

/** CPU of the calling thread, ms: unlike time on the clock it does not grow with what else the machine does. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Median of the ratios of two jobs done in turns, each repeated until it can be measured; and the median CPU of one of each, ms. Both have done as many turns
 * before that do not count.
 */
export function compared(job: () => unknown, against: () => unknown, turns: number): { readonly ms: number; readonly against: number; readonly ratio: number } {
  const timed = (of: () => unknown, times: number): number => {
    const begin = threadMs()
    for (let i = 0; i < times; i++) of()
    return (threadMs() - begin) / times
  }
  const timesOf = (of: () => unknown): number => {
    for (let times = 1; ; times *= 2) {
      const ms = timed(of, times) * times
      if (ms >= LEAST_MS) return Math.ceil((times * LEAST_MS) / ms)
    }
  }
  const [many, more] = [timesOf(job), timesOf(against)]
  const pairs = Array.from({ length: WARM_TURNS + turns }, () => [timed(job, many), timed(against, more)] as const).slice(WARM_TURNS)
  return { ms: median(pairs.map(([ms]) => ms)), against: median(pairs.map(([, ms]) => ms)), ratio: median(pairs.map(([a, b]) => a / b)) }
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The largest twenty sums as one number that two designs share only when they read the same. */
export function checksum(sums: ReadonlyMap<number, number>): string {
  const top = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 20)
  return `${String(top.reduce((sum, [, value]) => sum + value, 0))}/${top.map(([id]) => id).join(',')}`
}

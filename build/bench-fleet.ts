/**
 * `npm run bench -- fleet [--instances N] [--days N]`: a fleet of busy instances, each with a day of its own (seeded by its number), through the store itself: appended,
 * compacted and rolled up in one file. Printed: bytes on disk by resolution, what an instance-day takes, and what 100 instances over 30 days would.
 * There is no gate: the size of the fleet is what the disk and the time allow.
 */
import { join } from 'node:path'
import { openInspection } from '../electron/store/inspect.ts'
import { BEGIN, batchOf, MINUTE_MS, PROBES } from './bench/batches.ts'
import { busyInstance } from './bench/busy-day.ts'
import { cpuMs, inFolder } from './bench/measure.ts'
import { openOurs } from './bench/ours.ts'

const HOUR = 60
const DAY = 1440

async function fleet(folder: string, instances: number, days: number): Promise<string> {
  const history = openOurs(folder)
  const next = Array.from({ length: instances }, (_, n) => busyInstance(n + 1))
  const later = BEGIN + (days + 1) * DAY * MINUTE_MS
  let writing = 0
  for (let hour = 0; hour < days * 24; hour++) {
    for (const [n, minuteOf] of next.entries()) {
      const numbers = Array.from({ length: HOUR }, (_, minute) => hour * HOUR + minute)
      const envelopes = numbers.map((number) => ({ seq: number + 1, batch: batchOf(minuteOf(number), number, `instance-${String(n + 1)}`) }))
      const before = cpuMs()
      history.append(`agent-${String(n + 1)}`, envelopes, later)
      writing += cpuMs() - before
    }
    const before = cpuMs()
    while (await history.compact(BEGIN + (hour + 1) * HOUR * MINUTE_MS + 6 * MINUTE_MS)) continue
    writing += cpuMs() - before
  }
  const { used, free } = history.size()
  history.close()
  const inspection = openInspection(join(folder, 'history.db'), PROBES)
  const sizes = inspection.sizes()
  inspection.close()
  const bytesOf = (...tables: readonly string[]): number => sizes.filter(({ table }) => tables.includes(table)).reduce((sum, { bytes }) => sum + bytes, 0)
  const each = instances * days
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1)
  const gb = (bytes: number): string => (((bytes / each) * 3000) / 1e9).toFixed(1)
  return [
    `${String(instances)} instances x ${String(days)} days: ${mb(used)} MB used, ${mb(free)} MB free in the file; ${mb(used / each)} MB an instance-day`,
    `samples and minutes ${mb(bytesOf('frame', 'chunk', 'part') / each)}, hours ${mb(bytesOf('rollup_hour') / each)}, days ${mb(bytesOf('rollup_day') / each)} MB an instance-day`,
    `CPU of writing an instance-minute ${(writing / each / DAY).toFixed(2)} ms, an hour of an instance in one upload, compaction included`,
    `100 instances x 30 days, extrapolated: ${gb(used)} GB when everything is kept; samples and minutes of it ${gb(bytesOf('frame', 'chunk', 'part'))} GB`,
  ].join('\n')
}

export async function bench(args: readonly string[]): Promise<boolean> {
  const option = (name: string, otherwise: number): number => (args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise)
  const [instances, days] = [option('instances', 4), option('days', 1)]
  if (!(instances >= 1) || !(days >= 1)) throw new Error('--instances and --days are whole numbers from 1')
  process.stdout.write(`${await inFolder((folder) => fleet(folder, instances, days))}\n`)
  return true
}

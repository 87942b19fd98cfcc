/**
 * `npm run bench -- fleet [--instances N] [--days N] [--stored N] [--kept N]`: a day of a few busy instances (`stored`, each with a day of its own) goes through the
 * store itself: appended, compacted, rolled up, and its samples counted. Its blocks are then COPIED in the file to the other instances and days, so the fleet has
 * the size and shape of one, but copies of the same days. Samples and minutes are kept for `kept` days, of the days before there are hours and days.
 * Printed: bytes on disk by resolution, and how long each report takes that the activity interface has. There is no gate.
 */
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { probes } from '../electron/catalog/probes/_all.generated.ts'
import { systemClock } from '../electron/kernel/clock.ts'
import { createLog } from '../electron/kernel/log.ts'
import { openInspection } from '../electron/store/inspect.ts'
import { openHistory, openReader } from '../electron/store/open.ts'
import { BEGIN, MINUTE_MS } from './bench/batches.ts'
import { busyInstance } from './bench/busy-day.ts'
import { copyFleet, endOf, type Fleet } from './bench/copies.ts'
import { fleetBatch } from './bench/fleet-day.ts'
import { timeReports } from './bench/fleet-reports.ts'
import { cpuMs, inFolder } from './bench/measure.ts'

const HOUR = 60
const DAY = 1440

const open = (file: string): ReturnType<typeof openHistory> => openHistory(file, systemClock, { log: createLog('warn') })

/** The last of the days, of so many instances. CPU of an instance-minute, ms. */
async function write(file: string, { stored, days }: Fleet): Promise<number> {
  const history = open(file)
  const next = Array.from({ length: stored }, (_, n) => busyInstance(n + 1))
  let writing = 0
  for (let hour = 0; hour < 24; hour++) {
    for (const [n, minuteOf] of next.entries()) {
      const numbers = Array.from({ length: HOUR }, (_, minute) => ((days - 1) * 24 + hour) * HOUR + minute)
      const envelopes = numbers.map((number) => ({ seq: number + 1, batch: fleetBatch(minuteOf(number), number, String(n + 1)) }))
      const before = cpuMs()
      history.append(`agent-${String(n + 1)}`, envelopes, endOf(days + 1))
      writing += cpuMs() - before
    }
    const before = cpuMs()
    while (await history.compact(BEGIN + (((days - 1) * 24 + hour + 1) * HOUR + 6) * MINUTE_MS)) continue
    writing += cpuMs() - before
  }
  while (await history.compact(endOf(days + 1))) continue
  history.close()
  return writing / stored / DAY
}

async function fleet(folder: string, of: Fleet): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const { stored, instances, days, kept } = of
  const [file, faded] = [join(folder, 'history.db'), join(folder, 'faded.db')]
  const cpu = await write(file, of)
  say(`${String(stored)} instances x 1 day through the store: CPU of an instance-minute ${cpu.toFixed(2)} ms, an hour in one upload, compaction included`)
  // The thread beside closes the file a little later.
  await setTimeout(1000)
  const written = new Database(file)
  written.exec(`vacuum into '${faded}'`)
  written.close()
  const counting = open(faded)
  while (await counting.fade({ minutes: endOf(days + 1), hours: 0, days: 0 })) continue
  while (counting.expire({ minutes: endOf(days + 1), hours: 0, days: 0 })) continue
  counting.close()
  await setTimeout(1000)
  const begin = performance.now()
  copyFleet(file, faded, of)
  say(
    `copied to ${String(instances)} instances x ${String(days)} days in ${((performance.now() - begin) / 1000).toFixed(0)} s; the rest are COPIES of the days above`,
  )
  const inspection = openInspection(file, probes)
  const [{ used }, sizes] = [inspection.file(), inspection.sizes()]
  inspection.close()
  const bytesOf = (...tables: readonly string[]): number => sizes.filter(({ table }) => tables.includes(table)).reduce((sum, { bytes }) => sum + bytes, 0)
  const mb = (bytes: number): string => (bytes / instances / 1e6).toFixed(1)
  say(`on disk ${(used / 1e9).toFixed(2)} GB, samples and minutes of ${String(kept)} days, hours and days of ${String(days)}`)
  const minutes = bytesOf('frame', 'chunk', 'part', 'tally')
  say(
    `an instance: samples and minutes ${mb(minutes)} MB (${mb(minutes / kept)} a day), hours ${mb(bytesOf('rollup_hour'))}, days ${mb(bytesOf('rollup_day'))}`,
  )
  say(`everything kept for ${String(days)} days, extrapolated: ${((used + (minutes / kept) * (days - kept)) / 1e9).toFixed(1)} GB`)
  const reader = openReader(file)
  await timeReports(reader, file, endOf(days), createHash('md5').update('5').digest('hex'))
  reader.close()
}

export async function bench(args: readonly string[]): Promise<boolean> {
  const option = (name: string, otherwise: number): number => (args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise)
  const of = { instances: option('instances', 4), days: option('days', 2), stored: option('stored', 2), kept: option('kept', 14) }
  if (Object.values(of).some((value) => !(value >= 1))) throw new Error('--instances, --days, --stored and --kept are whole numbers from 1')
  await inFolder((folder) => fleet(folder, { ...of, kept: Math.min(of.kept, of.days), stored: Math.min(of.stored, of.instances) }))
  return true
}

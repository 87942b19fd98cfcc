/** `watchpost store …`: look after the history file from the command line. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from './kernel/clock.ts'
import { readSettings } from './kernel/config.ts'
import { lockFolder } from './kernel/lock.ts'
import { wordsOf } from './kernel/words.ts'
import { openInspection } from './store/inspect.ts'
import { openConfig, openHistory, openReader } from './store/open.ts'
import { keepOf, sweep } from './store/retention.ts'

const HELP = `Usage: watchpost store VERB [--data-dir DIR]

  check                      reads everything and names every fault; ends with 1 when there is one
  stats                      what is stored, by probe and resolution
  compact                    packs and forgets now what is due, and gives free space back; Watchpost must not be running
  export PROBE FROM TO       the probe's readings of a range (ISO 8601 times) as NDJSON: one line per instance and run of readings

check, stats and export also work while Watchpost runs.
`

/** Ends with the exit code. */
export async function storeCommand(args: readonly string[]): Promise<number> {
  const at = args.findIndex((arg) => arg.startsWith('-'))
  const [verb, ...words] = at < 0 ? args : args.slice(0, at)
  const settings = readSettings('platform', at < 0 ? [] : args.slice(at))
  if (verb === undefined || 'help' in settings || 'version' in settings) return say(HELP)
  if ('error' in settings) return complain(settings.error)
  const file = join(settings.dataDir, 'history.db')
  if (!existsSync(file)) return complain(`There is no ${file}; choose the data folder with --data-dir`)
  try {
    switch (verb) {
      case 'check':
        return check(file)
      case 'stats':
        return stats(file)
      case 'compact':
        return await compact(settings.dataDir, file)
      case 'export':
        return await exportReadings(file, words)
      default:
        return complain(`"${verb}" is nothing the store can do\n\n${HELP}`)
    }
  } catch (error) {
    return complain(wordsOf(error))
  }
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

function check(file: string): number {
  const inspection = openInspection(file)
  let faults = 0
  for (const fault of inspection.check()) {
    faults++
    process.stdout.write(`${fault}\n`)
  }
  inspection.close()
  say(faults === 0 ? 'Everything can be read.\n' : `${String(faults)} faults.\n`)
  return faults === 0 ? 0 : 1
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`.padStart(14)

function stats(file: string): number {
  const inspection = openInspection(file)
  const { used, free } = inspection.file()
  const lines = inspection
    .sizes()
    .map(({ table, probe, entries, bytes }) => `${table.padEnd(12)} ${probe.padEnd(24)} ${String(entries).padStart(10)} ${megabytes(bytes)}`)
  inspection.close()
  return say(
    [
      `${'table'.padEnd(12)} ${'probe'.padEnd(24)} ${'entries'.padStart(10)} ${'bytes'.padStart(14)}`,
      ...lines,
      `used ${megabytes(used)}, free ${megabytes(free)}`,
      '',
    ].join('\n'),
  )
}

async function compact(folder: string, file: string): Promise<number> {
  const unlock = await lockFolder(folder, systemClock, 0)
  const config = openConfig(join(folder, 'config.db'), systemClock)
  const history = openHistory(file, systemClock)
  try {
    const before = history.size()
    let spans = 0
    while (await history.compact(systemClock.now())) spans++
    await sweep({ history, clock: systemClock, keep: keepOf(config), signal: new AbortController().signal, freeShare: 0 })
    const after = history.size()
    return say(
      `${String(spans)} spans compacted; used ${megabytes(before.used).trim()} before, ${megabytes(after.used).trim()} now, free ${megabytes(after.free).trim()}\n`,
    )
  } finally {
    history.close()
    config.close()
    await unlock()
  }
}

/** Each line: instance, begin and end of each reading, its rows, and the columns of all rows; null is "not collected". */
async function exportReadings(file: string, [probe = '', from = '', to = '']: readonly string[]): Promise<number> {
  const range = { from: Date.parse(from), to: Date.parse(to) }
  if (!(range.from < range.to)) return complain('Say which probe and range: watchpost store export statements 2026-01-31T10:00:00Z 2026-01-31T11:00:00Z')
  const inspection = openInspection(file)
  const columns = inspection.columns(probe)
  inspection.close()
  if (columns === undefined) return complain(`There is no probe "${probe}"`)
  const history = openReader(file)
  const labels = new Map(history.instances().map(({ id, label }) => [id, label]))
  const objects = history.objects(probe, [...labels.keys()])
  for (const block of history.scan({ probe, instances: [...labels.keys()], ...range, columns, passing: true })) {
    const line = {
      instance: labels.get(block.instance),
      begin: Array.from(block.begin),
      end: Array.from(block.end),
      rows: Array.from({ length: block.readings }, (_, at) => (block.first[at + 1] ?? 0) - (block.first[at] ?? 0)),
      flags: block.flags,
      ...(block.object && { objects: Array.from(block.object, (id) => objects.get(id)?.values ?? null) }),
      ...Object.fromEntries(Object.entries(block.numbers).map(([name, values]) => [name, Array.from(values, (value) => (Number.isNaN(value) ? null : value))])),
      ...Object.fromEntries(Object.entries(block.labels).map(([name, { codes, values }]) => [name, Array.from(codes, (code) => values[code] ?? null)])),
    }
    // A slow reader of the pipe is waited for, so that a long export never sits in memory.
    if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
  }
  history.close()
  return 0
}

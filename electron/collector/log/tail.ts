import type { Block, BlockFlag, Cell } from '../../../shared/model/sample.ts'
import type { Probe } from '../../catalog/define.ts'
import logEntries from '../../catalog/probes/log-entries.ts'
import logMessages from '../../catalog/probes/log-messages.ts'
import log from '../../catalog/probes/log.ts'
import { wordsOf } from '../../kernel/words.ts'
import { identify, loadScanner } from '../query-id.ts'
import type { RawReading } from '../reading.ts'
import type { Asking, Readings } from '../readings.ts'
import type { WatchPorts } from '../watch.ts'
import { createLogCount } from './count.ts'
import type { LogEntry, LogFormatName } from './entry.ts'
import { beginOf, endOf, follow, type Followed, type Position } from './follow.ts'
import { instantsIn } from './instant.ts'
import { findLog, type LogPlace } from './where.ts'

/** The log of one server, followed over its files. */
interface LogTail {
  /** Reads what was logged since the last reading; the first one only notes where the log ends. A failure is told, not thrown. */
  read(asking: Asking, readings: Readings): Promise<void>
}

/** The probe that says when the log is read; the others come with it. */
export const LOG_PROBE: string = log.id

const CADENCES = 3

/** What a reading keeps of the log: up to where it was read. */
const NAMES = ['file', 'inode', 'offset', 'mark', 'changed', 'siblings', 'format', 'last'] as const

interface Place extends Position {
  readonly format: LogFormatName
  /** Time of the last entry read, as the log has it. */
  readonly last: string
}

const readingOf = (place: Place, takenAt: number, { facts }: Asking): RawReading => ({
  takenAt,
  server: { ...facts.identity, extension: null },
  rows: 1,
  columns: Object.fromEntries(NAMES.map((name) => [name, [place[name]]])),
})

function placeIn({ columns }: RawReading): Place {
  const text = (name: (typeof NAMES)[number]): string => String(columns[name]?.[0] ?? '')
  const format = text('format')
  return {
    file: text('file'),
    inode: text('inode'),
    offset: Number(text('offset')),
    mark: text('mark'),
    changed: Number(text('changed')),
    siblings: text('siblings'),
    format: format === 'jsonlog' || format === 'csvlog' ? format : 'stderr',
    last: text('last'),
  }
}

function blockOf(probe: Probe, rows: readonly Readonly<Record<string, Cell>>[], { begin, end, flags }: Pick<Block, 'begin' | 'end' | 'flags'>): Block {
  const columns = Object.fromEntries(Object.keys(probe.columns).map((name) => [name, rows.map((row) => row[name] ?? null)]))
  return { probe: probe.id, begin, end, flags, rows: rows.length, columns }
}

/** Follows the log; when the server writes it in another format now, the old file to its end and the new one from the entries that are later. */
async function followFrom(before: Place, place: LogPlace, take: (entry: LogEntry) => void): Promise<Followed & { readonly last: string }> {
  let last = before.last
  const note = (entry: LogEntry): void => {
    last = entry.time
    take(entry)
  }
  if (before.format === place.name) return { ...(await follow(before, place, note)), last }
  const old = await follow(before, { file: before.file, siblings: undefined, format: place.formatOf(before.format) }, note)
  const until = last.slice(0, TIME)
  const fresh = await follow(await beginOf(place.file), place, (entry) => {
    if (entry.time.slice(0, TIME) > until) note(entry)
  })
  return { ...fresh, bytes: old.bytes + fresh.bytes, skipped: old.skipped + fresh.skipped, last }
}

/** Length of a time without its zone. */
const TIME = '2026-11-21 11:52:16.123'.length

/** Where the log was read up to is kept like any reading: durable before the batch that names it, so that no entry is counted twice and none is lost. */
export function createLogTail({ time, baselines, log: own }: Pick<WatchPorts, 'time' | 'baselines' | 'log'>): LogTail {
  let previous: RawReading | undefined
  let told = ''

  const pastOf = async ({ settings, facts }: Asking): Promise<RawReading | undefined> => {
    const past = previous ?? (await baselines.newest(settings.id, log.id))
    return past?.server.system === facts.identity.system ? past : undefined
  }

  /** How many messages there were; in words, why there is no log that could be read, which is no failure. */
  const readOn = async (asking: Asking, readings: Readings): Promise<number | string> => {
    const { session, facts, settings } = asking
    const past = await pastOf(asking)
    const before = past && placeIn(past)
    const place = await findLog(session, facts)
    if ('why' in place) return place.why
    await loadScanner()
    const count = createLogCount({
      know: (sql) => readings.texts.know(sql),
      normalise: (sql) => identify(sql)?.text,
      instant: instantsIn(place.timezone),
    })
    const followed = before && (await followFrom(before, place, count.take))
    const position = followed?.position ?? (await endOf(place.file, place.siblings))
    const end = time()
    const begin = Math.min(past?.takenAt ?? end, end)
    const flags: BlockFlag[] = end - begin > CADENCES * log.every * 1000 ? ['gap'] : []
    const span = { begin, end, flags }
    const { bytes = null, skipped = null, behind = 0, last = '' } = followed ?? {}
    const messages = count.messages()
    const blocks = [
      blockOf(log, [{ file: position.file, format: place.name, bytes, skipped, behind }], span),
      blockOf(logMessages, messages, span),
      blockOf(logEntries, count.entries(), span),
    ]
    const reading = readingOf({ ...position, format: place.name, last }, end, asking)
    const name = { probe: log.id, reading: baselines.keep(settings.id, log.id, reading) }
    for (const block of blocks) readings.outbox.addNamed(block, name, () => (previous = reading))
    return messages.length
  }

  return {
    read: async (asking, readings) => {
      const began = performance.now()
      const connection = asking.settings.name
      try {
        const found = await readOn(asking, readings)
        const why = typeof found === 'string' ? found : ''
        readings.tally.note(log.id, performance.now() - began, typeof found === 'string' ? 0 : found)
        if (why === '' && told !== '') own.info({ connection }, 'The log of the server is read again')
        else if (why !== told) own.info({ connection, why }, 'The log of the server is not read')
        told = why
      } catch (error) {
        const cause = wordsOf(error)
        readings.tally.note(log.id, performance.now() - began, 0, cause)
        if (cause !== told) own.warn({ connection, cause }, 'The log of the server cannot be read; it is tried again')
        told = cause
      }
    },
  }
}

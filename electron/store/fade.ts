import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import type { Compact } from './compact.ts'
import type { Job, Made } from './compact-job.ts'
import type { CompactThread } from './compact-thread.ts'
import type { WriteDb } from './db.ts'
import { DAY, frameId, seriesOf, seriesRange, spanId } from './frame-id.ts'
import type { WriteLayouts } from './layouts.ts'
import type { Kept } from './store.ts'

/**
 * Samples that are to go are counted by hour, and hours that are to go by day (tally.ts). What was counted and what takes its place change in one
 * transaction, so that every sample is in one of them. The thread that compacts counts; false when nothing was left to do.
 */
export function createFade(
  db: WriteDb,
  probes: readonly Probe[],
  layouts: WriteLayouts,
  thread: Pick<CompactThread, 'work'>,
  alone: Compact['alone'],
  log: Log,
): {
  readonly fade: (before: Kept) => Promise<boolean>
  /** Whether a chunk, or the hours of a day, could not be counted. */ readonly isOut: (id: number) => boolean
} {
  const instances = db.prepare<[], number>('select id from instance').pluck()
  const numbers = db.prepare<[], { id: number; name: string }>('select id, name from probe')
  const chunks = db.prepare<[number, number], { id: number; minutes: number }>('select id, minutes from chunk where id >= ? and id + minutes <= ? order by id')
  const rows = db.prepare<[number], number>('select rows from chunk where id = ?').pluck()
  const hours = db.prepare<[number, number], number>('select id from rollup_hour where id >= ? and id < ? order by id').pluck()
  const dropChunk = db.prepare<[number]>('delete from chunk where id = ?')
  const dropParts = db.prepare<[number, number]>('delete from part where id >= ? and id < ?')
  const dropHours = db.prepare<[number, number]>('delete from rollup_hour where id >= ? and id < ?')
  const putHour = db.prepare<[number, Uint8Array]>('insert into rollup_hour (id, block) values (?, ?) on conflict do update set block = excluded.block')
  const putDay = db.prepare<[number, Uint8Array]>('insert into rollup_day (id, block) values (?, ?) on conflict do update set block = excluded.block')
  const counted = new Map(probes.filter(({ tally }) => tally !== undefined).map((probe) => [probe.id, probe]))
  /** What could not be counted: it goes as it is. */
  const out = new Set<number>()

  const next = (before: Kept): Job | undefined => {
    const known = numbers.all().filter(({ name }) => counted.has(name))
    for (const instance of instances.all())
      for (const { id: number, name: probe } of known) {
        const series = seriesOf(instance, number)
        const [begin] = seriesRange(series)
        const chunk = chunks.all(begin, frameId(series, before.minutes)).find(({ id }) => !out.has(id))
        if (chunk !== undefined) return { kind: 'fade-chunk', ...chunk, probe }
        const hour = hours.all(begin, spanId(frameId(series, before.hours), DAY)).find((id) => !out.has(spanId(id, DAY)))
        if (hour !== undefined) return { kind: 'fade-hours', id: spanId(hour, DAY), minutes: DAY, probe }
      }
    return undefined
  }

  const place = db.transaction(({ kind, id, minutes }: Job, made: Made): void => {
    if (kind === 'fade-chunk') {
      // Deleted meanwhile.
      if (rows.get(id) !== made.rows) return
      dropChunk.run(id)
      dropParts.run(id, id + minutes)
      for (const { id: hour, block } of made.hours) putHour.run(hour, block)
    } else if (made.day !== undefined) {
      dropHours.run(id, id + minutes)
      putDay.run(id, made.day)
    }
  })

  const number = db.transaction((texts: readonly string[]): void => {
    texts.forEach(layouts.add)
  })

  const step = async (before: Kept): Promise<boolean> => {
    const job = next(before)
    if (job === undefined) return false
    try {
      const made = await thread.work(job)
      if ('layouts' in made) number.immediate(made.layouts)
      else {
        for (const what of made.damaged) log.error({ probe: job.probe, what }, 'samples that cannot be read are not counted and lost')
        if (made.damaged.length > 0 && made.hours.length === 0 && made.day === undefined) out.add(job.id)
        else place.immediate(job, made)
      }
    } catch (error) {
      out.add(job.id)
      log.error({ probe: job.probe, id: job.id, why: wordsOf(error) }, 'samples could not be counted and go as they are')
    }
    return true
  }

  return { fade: (before) => alone(() => step(before)), isOut: (id) => out.has(id) }
}

import type { WriteDb } from './db.ts'
import { DAY, frameId, HOUR, MINUTE_MS, seriesOf, seriesRange, spanId } from './frame-id.ts'
import type { Kept } from './store.ts'
import { SEEN_STEP } from './texts.ts'

/** Rows deleted in one transaction: a few milliseconds. */
const STEP = 500

/**
 * One step of forgetting; true while there may be more. First the minutes, hours and days, then the objects and texts last seen before all of them. Both
 * are seen later than `last_seen` says: an object by up to one SEEN_STEP, a text by one more, because an object touches it only when it is written itself.
 */
export function createExpire(db: WriteDb, forget: () => void): (before: Kept) => boolean {
  const instances = db.prepare<[], number>('select id from instance').pluck()
  const probes = db.prepare<[], number>('select id from probe').pluck()
  const drop = (table: string) =>
    db.prepare<[number, number, number]>(`delete from ${table} where id in (select id from ${table} where id >= ? and id < ? limit ?)`)
  const frames = drop('frame')
  const hours = drop('rollup_hour')
  const days = drop('rollup_day')
  const parts = db.prepare<[number, number]>('delete from part where id >= ? and id < ?')
  const chunks = db.prepare<[number, number, number], { id: number; minutes: number }>(
    'select id, minutes from chunk where id >= ? and id + minutes <= ? order by id limit ?',
  )
  const chunk = db.prepare<[number]>('delete from chunk where id = ?')
  const objects = db.prepare<[number, number]>('delete from object where id in (select id from object where last_seen < ? limit ?)')
  const texts = db.prepare<[number, number]>('delete from text where rowid in (select rowid from text where last_seen < ? limit ?)')

  /** A chunk is many pages. */
  const dropChunks = (begin: number, end: number, left: number): number => {
    const gone = chunks.all(begin, end, Math.ceil(left / HOUR))
    for (const { id, minutes } of gone) {
      parts.run(id, id + minutes)
      chunk.run(id)
    }
    return gone.length * HOUR
  }

  const step = db.transaction((before: Kept): number => {
    let left = STEP
    const series = instances.all().flatMap((instance) => probes.all().map((probe) => seriesOf(instance, probe)))
    for (const one of series) {
      const [begin] = seriesRange(one)
      left -= frames.run(begin, frameId(one, before.minutes), left).changes
      if (left > 0) left -= dropChunks(begin, frameId(one, before.minutes), left)
      // A rollup goes when the last minute of its span does, and the hours of a day together: those that are left would stand for the whole day.
      if (left > 0) left -= hours.run(begin, spanId(frameId(one, before.hours), DAY), left).changes
      if (left > 0) left -= days.run(begin, frameId(one, before.days) - DAY + 1, left).changes
      if (left <= 0) return STEP
    }
    const unseen = Math.min(before.minutes, before.hours, before.days) - MINUTE_MS - SEEN_STEP
    const gone = objects.run(unseen, left).changes
    left -= gone
    if (left > 0) left -= texts.run(unseen - SEEN_STEP, left).changes
    if (gone > 0) forget()
    return STEP - left
  })

  return (before) => step.immediate(before) >= STEP
}

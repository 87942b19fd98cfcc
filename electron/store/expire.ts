import type { WriteDb } from './db.ts'
import { frameId, MINUTE_MS, seriesOf, seriesRange } from './frame-id.ts'
import { SEEN_STEP } from './texts.ts'

/** Rows deleted in one transaction: a few milliseconds. */
const STEP = 500

/**
 * One step of forgetting; true while there may be more. First the minutes, then the objects and texts last seen before them. Both are seen later than
 * `last_seen` says: an object by up to one SEEN_STEP, a text by one more, because an object touches it only when it is written itself.
 */
export function createExpire(db: WriteDb, forget: () => void): (before: number) => boolean {
  const instances = db.prepare<[], number>('select id from instance').pluck()
  const probes = db.prepare<[], number>('select id from probe').pluck()
  const frames = db.prepare<[number, number, number]>('delete from frame where id in (select id from frame where id >= ? and id < ? limit ?)')
  const objects = db.prepare<[number, number]>('delete from object where id in (select id from object where last_seen < ? limit ?)')
  const texts = db.prepare<[number, number]>('delete from text where rowid in (select rowid from text where last_seen < ? limit ?)')

  const step = db.transaction((before: number): number => {
    let left = STEP
    const series = instances.all().flatMap((instance) => probes.all().map((probe) => seriesOf(instance, probe)))
    for (const one of series) {
      left -= frames.run(seriesRange(one)[0], frameId(one, before), left).changes
      if (left === 0) return STEP
    }
    const unseen = before - MINUTE_MS - SEEN_STEP
    const gone = objects.run(unseen, left).changes
    left -= gone
    if (left > 0) left -= texts.run(unseen - SEEN_STEP, left).changes
    if (gone > 0) forget()
    return STEP - left
  })

  return (before) => step.immediate(before) === STEP
}

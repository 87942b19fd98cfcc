import type { Probe } from '../catalog/define.ts'
import type { WriteDb } from './db.ts'
import { DAY, frameId, HOUR, MINUTE_MS, seriesOf, seriesRange, spanId } from './frame-id.ts'
import type { Kept } from './store.ts'
import { GONE } from './object-tables.ts'
import { SEEN_STEP } from './texts.ts'

const everything = (): boolean => true

/** Rows deleted in one transaction: a few milliseconds. */
const STEP = 500

/** Changes of objects that are kept for those who have them in memory: 1 MB. */
const RENAMED = 100_000

/** What compaction and counting cannot take over: it goes as it is. */
export interface GivenUp {
  /** Of the hour or day of a minute. */
  readonly minutes: (id: number) => boolean
  /** Of a chunk of samples. */
  readonly samples: (id: number) => boolean
}

/**
 * One step of forgetting; true while there may be more. Minutes go only when nothing will take them over: those that came late, perhaps in this very second,
 * are left to compaction, which adds them to their hour or makes a chunk of them, and samples to being counted. An hour goes when its day stands for it.
 * First the minutes, hours and days, then the objects and texts last seen before all of them. Both
 * are seen later than `last_seen` says: an object by up to one SEEN_STEP, a text by one more, because an object touches it only when it is written itself.
 */
export function createExpire(db: WriteDb, known: readonly Probe[], givenUp: GivenUp, forget: () => void): (before: Kept) => boolean {
  const instances = db.prepare<[], number>('select id from instance').pluck()
  const numbers = db.prepare<[], { id: number; name: string }>('select id, name from probe')
  const declared = new Map(known.map((probe) => [probe.id, probe]))
  const drop = (table: string) =>
    db.prepare<[number, number, number]>(`delete from ${table} where id in (select id from ${table} where id >= ? and id < ? limit ?)`)
  const frames = drop('frame')
  const first = (table: string) => db.prepare<[number, number], number>(`select id from ${table} where id >= ? and id < ? order by id limit 1`).pluck()
  const [firstFrame, firstHour] = [first('frame'), first('rollup_hour')]
  const day = db.prepare<[number], number>('select 1 from rollup_day where id = ?').pluck()
  const hours = drop('rollup_hour')
  const days = drop('rollup_day')
  const parts = db.prepare<[number, number]>('delete from part where id >= ? and id < ?')
  const chunks = db.prepare<[number, number, number], { id: number; minutes: number }>(
    'select id, minutes from chunk where id >= ? and id + minutes <= ? order by id limit ?',
  )
  const chunk = db.prepare<[number]>('delete from chunk where id = ?')
  const objects = db.prepare<[number, number]>('delete from object where id in (select id from object where last_seen < ? limit ?)')
  const texts = db.prepare<[number, number]>('delete from text where rowid in (select rowid from text where last_seen < ? limit ?)')

  const renamed = db.prepare<[number, number]>(
    'delete from renamed where seq in (select seq from renamed where seq <= (select max(seq) from renamed) - ? limit ?)',
  )
  const someAreGone = db.prepare<[number]>('insert into renamed (object) values (?)')

  /** A chunk is many pages. */
  const dropChunks = (begin: number, end: number, left: number, isLeft: (id: number) => boolean): number => {
    const gone = chunks.all(begin, end, isLeft === everything ? Math.ceil(left / HOUR) : -1).filter(({ id }) => isLeft(id))
    for (const { id, minutes } of gone) {
      parts.run(id, id + minutes)
      chunk.run(id)
    }
    return gone.length * HOUR
  }

  /** Hour by hour of minutes, day by day of hours: what is left is skipped. */
  const dropSpans = (
    of: typeof frames,
    next: typeof firstFrame,
    span: number,
    begin: number,
    end: number,
    most: number,
    isLeft: (id: number) => boolean,
  ): number => {
    let left = most
    for (let id = next.get(begin, end); id !== undefined && left > 0; id = next.get(spanId(id, span) + span, end))
      if (isLeft(id)) left -= of.run(spanId(id, span), Math.min(end, spanId(id, span) + span), left).changes
    return most - left
  }

  const step = db.transaction((before: Kept): number => {
    let left = STEP
    const series = instances.all().flatMap((instance) => numbers.all().map(({ id, name }) => ({ one: seriesOf(instance, id), probe: declared.get(name) })))
    for (const { one, probe } of series) {
      const [begin] = seriesRange(one)
      const end = frameId(one, before.minutes)
      const lastDay = frameId(one, before.days) - DAY + 1
      left -= dropSpans(frames, firstFrame, HOUR, begin, end, left, probe === undefined ? everything : givenUp.minutes)
      if (left > 0) left -= dropChunks(begin, end, left, probe?.tally === undefined ? everything : givenUp.samples)
      // A rollup goes when the last minute of its span does, and the hours of a day together: those that are left would stand for the whole day.
      const isToldByDay = (id: number): boolean =>
        probe === undefined || id < lastDay || day.get(spanId(id, DAY)) !== undefined || givenUp.minutes(id) || givenUp.samples(spanId(id, DAY))
      if (left > 0) left -= dropSpans(hours, firstHour, DAY, begin, spanId(frameId(one, before.hours), DAY), left, isToldByDay)
      if (left > 0) left -= days.run(begin, lastDay, left).changes
      if (left <= 0) return STEP
    }
    left -= renamed.run(RENAMED, left).changes
    if (left <= 0) return STEP
    const unseen = Math.min(before.minutes, before.hours, before.days) - MINUTE_MS - SEEN_STEP
    const gone = objects.run(unseen, left).changes
    left -= gone
    if (left > 0) left -= texts.run(unseen - SEEN_STEP, left).changes
    if (gone > 0) {
      forget()
      someAreGone.run(GONE)
    }
    return STEP - left
  })

  return (before) => step.immediate(before) >= STEP
}

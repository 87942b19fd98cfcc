import type { Probe } from '../catalog/define.ts'
import type { Job } from './compact-job.ts'
import type { ReadDb } from './db.ts'
import { baseOf, DAY, HOUR, MINUTE_MS, probeOf, seriesOf, seriesRange, spanId } from './frame-id.ts'

/** A span is complete when it has been over for so long, ms: what comes later is merged in. */
const GRACE_MS = 5 * MINUTE_MS
/** Rows that the chunk of a day may have: as many as make a good chunk of an hour. */
const DAY_ROWS = 32_768

export interface Find {
  /** The next span to work on at that time, ms since the epoch; `isOut` spans are left alone. */
  readonly next: (now: number, isOut: (id: number) => boolean) => Job | undefined
  /** A day of which an hour has changed: to be looked at again. */
  readonly look: (day: number) => void
}

export function createFind(db: ReadDb, probes: readonly Probe[]): Find {
  const instances = db.prepare<[], number>('select id from instance').pluck()
  const names = db.prepare<[], { id: number; name: string }>('select id, name from probe')
  const frame = db.prepare<[number, number], number>('select id from frame where id >= ? and id < ? order by id limit 1').pluck()
  const covering = db.prepare<[number], number>('select minutes from chunk where id = ?').pluck()
  const chunks = db.prepare<[number, number], { minutes: number; rows: number }>('select minutes, rows from chunk where id >= ? and id < ?')
  const hour = db.prepare<[number, number], number>('select id from rollup_hour where id >= ? and id < ? limit 1').pluck()
  const day = db.prepare<[number], number>('select id from rollup_day where id = ?').pluck()
  const firstChunk = db.prepare<[number, number], number>('select id from chunk where id >= ? and id < ? order by id limit 1').pluck()
  const declared = new Set(probes.map(({ id }) => id))
  let days: Set<number> | undefined

  const series = (): { readonly range: readonly [number, number]; readonly probe: string }[] => {
    const known = names.all().filter(({ name }) => declared.has(name))
    return instances.all().flatMap((instance) => known.map(({ id, name }) => ({ range: seriesRange(seriesOf(instance, id)), probe: name })))
  }
  const isOver = (id: number, minutes: number, now: number): boolean => baseOf(id) + minutes * MINUTE_MS + GRACE_MS <= now

  /** At the start every day with chunks is looked at once. */
  const allDays = (): Set<number> => {
    const found = new Set<number>()
    for (const { range } of series())
      for (let id = firstChunk.get(...range); id !== undefined; id = firstChunk.get(spanId(id, DAY) + DAY, range[1])) found.add(spanId(id, DAY))
    return found
  }

  const hourJob = (now: number, isOut: (id: number) => boolean): Job | undefined => {
    for (const { range, probe } of series())
      for (let id = frame.get(...range); id !== undefined; id = frame.get(spanId(id, HOUR) + HOUR, range[1])) {
        const begin = spanId(id, HOUR)
        if (!isOver(begin, HOUR, now)) break
        const whole = spanId(id, DAY)
        const span = covering.get(whole) === DAY ? { id: whole, minutes: DAY } : { id: begin, minutes: HOUR }
        if (!isOut(span.id)) return { kind: 'chunk', ...span, probe }
      }
    return undefined
  }

  const dayJob = (now: number, isOut: (id: number) => boolean): Job | undefined => {
    days ??= allDays()
    const byNumber = new Map(names.all().map(({ id, name }) => [id, name]))
    for (const id of days) {
      if (!isOver(id, DAY, now)) continue
      const probe = byNumber.get(probeOf(id))
      if (probe !== undefined && declared.has(probe) && !isOut(id) && frame.get(id, id + DAY) === undefined) {
        if (day.get(id) === undefined && hour.get(id, id + DAY) !== undefined) return { kind: 'day', id, minutes: DAY, probe }
        const all = chunks.all(id, id + DAY)
        if (all.length > 1 && all.reduce((sum, { rows }) => sum + rows, 0) <= DAY_ROWS) return { kind: 'chunk', id, minutes: DAY, probe }
      }
      days.delete(id)
    }
    return undefined
  }

  return {
    next: (now, isOut) => hourJob(now, isOut) ?? dayJob(now, isOut),
    look(id) {
      days?.add(id)
    },
  }
}

import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { createFind } from './compact-find.ts'
import type { Job, Made } from './compact-job.ts'
import type { CompactThread } from './compact-thread.ts'
import type { WriteDb } from './db.ts'
import { DAY, HOUR, spanId } from './frame-id.ts'
import type { WriteLayouts } from './layouts.ts'

/** Pages of the write-ahead log at which a commit folds it back itself: 64 MB. Only in case that nobody compacts. */
const LOG_PAGES = 16_000
/** Pages from which on the thread does it beside: 8 MB. More often would cost more fsyncs, and a commit waits for those of others. */
const FOLD_PAGES = 2000

/** How often an hour is tried that cannot be compacted. */
const TRIES = 3

export interface Compact {
  /** One span of work; false when there is none at that time (ms since the epoch). */
  readonly compact: (now: number) => Promise<boolean>
  /** Other work on what is compacted, with no step under way meanwhile. */
  readonly alone: (work: () => Promise<boolean>) => Promise<boolean>
  /** A minute was written, so that work on its hour or day that is under way is void. */
  readonly touched: (id: number) => void
  /** Whether its hour or day could not be compacted. */
  readonly isOut: (id: number) => boolean
  /** So is all work under way: something was deleted. */
  readonly emptied: () => void
}

/**
 * Complete hours become chunks and rollups, complete days of few rows one chunk. The thread reads and encodes; here, where everything is written,
 * its result is put in place in one short transaction, unless the minutes it was made of have changed meanwhile.
 */
export function createCompact(db: WriteDb, probes: readonly Probe[], layouts: WriteLayouts, thread: CompactThread, log: Log): Compact {
  const { next, look } = createFind(db, probes)
  const dropFrames = db.prepare<[number, number]>('delete from frame where id >= ? and id < ?')
  const dropChunks = db.prepare<[number, number]>('delete from chunk where id >= ? and id < ?')
  const dropParts = db.prepare<[number, number]>('delete from part where id >= ? and id < ?')
  const putChunk = db.prepare<[number, number, number, Uint8Array, Uint8Array | null]>(
    'insert into chunk (id, minutes, rows, head, tally) values (?, ?, ?, ?, ?)',
  )
  const putPart = db.prepare<[number, Uint8Array]>('insert into part (id, block) values (?, ?)')
  const putHour = db.prepare<[number, Uint8Array]>('insert into rollup_hour (id, block) values (?, ?) on conflict do update set block = excluded.block')
  const putDay = db.prepare<[number, Uint8Array]>('insert into rollup_day (id, block) values (?, ?) on conflict do update set block = excluded.block')
  const dropDay = db.prepare<[number]>('delete from rollup_day where id = ?')
  const hasFrame = db.prepare<[number, number], number>('select 1 from frame where id >= ? and id < ? limit 1').pluck()
  /** Hours written to since the work under way began. */
  const changed = new Set<number>()
  db.pragma(`wal_autocheckpoint = ${String(LOG_PAGES)}`)
  let isVoid = false
  const out = new Set<number>()
  const failed = new Map<number, number>()

  const isUnchanged = ({ id, minutes }: Job): boolean => {
    if (isVoid) return false
    for (let hour = id; hour < id + minutes; hour += HOUR) if (changed.has(hour)) return false
    return true
  }

  const place = db.transaction((job: Job, made: Made): void => {
    const { id, minutes } = job
    if (job.kind === 'day') {
      if (made.day !== undefined && hasFrame.get(id, id + minutes) === undefined) putDay.run(id, made.day)
      return
    }
    dropFrames.run(id, id + minutes)
    dropChunks.run(id, id + minutes)
    dropParts.run(id, id + minutes)
    if (made.chunk !== undefined) {
      putChunk.run(id, minutes, made.rows, made.chunk.head, made.chunk.tally ?? null)
      made.chunk.parts.forEach((block, number) => putPart.run(id + number, block))
    }
    for (const { id: hour, block } of made.hours) putHour.run(hour, block)
    if (made.day !== undefined) putDay.run(spanId(id, DAY), made.day)
    else if (made.hours.length > 0) dropDay.run(spanId(id, DAY))
  })

  const number = db.transaction((texts: readonly string[]): void => {
    texts.forEach(layouts.add)
  })

  const work = async (job: Job): Promise<void> => {
    changed.clear()
    isVoid = false
    const made = await thread.work(job)
    if ('layouts' in made) {
      number.immediate(made.layouts)
      return
    }
    if (!isUnchanged(job)) return
    for (const what of made.damaged) log.error({ probe: job.probe, what }, 'what cannot be read is left out of its chunk and lost')
    place.immediate(job, made)
    // Nothing could be read of the day's hours: it would be tried for ever.
    if (job.kind === 'day' && made.day === undefined) out.add(job.id)
    look(spanId(job.id, DAY))
  }

  const isLong = (): boolean => {
    const [{ log: written, checkpointed } = { log: 0, checkpointed: 0 }] = db.pragma('wal_checkpoint(NOOP)') as readonly { log: number; checkpointed: number }[]
    return written - checkpointed >= FOLD_PAGES
  }

  const step = async (now: number): Promise<boolean> => {
    // Otherwise the commit that fills the log up has to do it, and what is being stored waits.
    if (isLong())
      await thread.checkpoint().catch((error: unknown) => {
        log.warn({ why: wordsOf(error) }, 'the write-ahead log could not be folded back; it is tried again')
      })
    const job = next(now, (id) => out.has(id))
    if (job === undefined) return false
    try {
      await work(job)
    } catch (error) {
      const times = (failed.get(job.id) ?? 0) + 1
      failed.set(job.id, times)
      // What was in the way, another program's lock for instance, may be gone the next time.
      if (times < TRIES) return true
      // Its minutes stay readable as they are; the next start tries again.
      out.add(job.id)
      log.error({ probe: job.probe, id: job.id, why: wordsOf(error) }, 'an hour could not be compacted and stays as it is')
    }
    return true
  }
  /** One at a time: whoever else asks meanwhile waits for the same, because each begins by forgetting what was written to before. */
  let underWay: Promise<boolean> | undefined

  return {
    compact: (now) =>
      (underWay ??= step(now).finally(() => {
        underWay = undefined
      })),
    async alone(work) {
      while (underWay !== undefined) await underWay.catch(() => false)
      return (underWay = work().finally(() => {
        underWay = undefined
      }))
    },
    isOut: (id) => out.has(spanId(id, HOUR)) || out.has(spanId(id, DAY)),
    touched: (id) => void changed.add(spanId(id, HOUR)),
    emptied: () => (isVoid = true),
  }
}

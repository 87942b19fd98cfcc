/**
 * The spool: what was collected and is not yet acknowledged, in a folder of append-only segments.
 *
 * Files      `<number, 10 digits>.seg`, numbers ascending. A segment is a row of records (byte for byte in record.ts). It is made as
 *            `.tmp` with its start record, synced, then renamed; so a segment has a valid start record or does not exist.
 *            Only the newest segment is written to. It is never deleted: its start record carries what the deleted ones knew.
 * start      The first record, nothing else: head `Marks`, the state of everything before this segment. No body.
 * batch      head `{connection, names: [[probe, reading number]…]}`, body one line of NDJSON, the Envelope with the record's seq.
 * progress   head `Progress`: how far the batches are dealt with (acknowledged, refused or dropped). Not synced by itself: if a crash
 *            loses it, batches are sent again, and the platform knows their numbers.
 *
 * Sequence   Numbers only grow and are never given twice. At each start they jump to the present time in ms, so that even a spool that
 *            was lost, or restored from an old copy, does not give a number again that the platform has seen.
 * Commit     put() resolves after fdatasync; puts that arrive while one is running share the next. A put that fails is cut off again.
 * Crash      Opening reads the newest segment; from its first invalid record on it is a torn tail, never confirmed, and cut off.
 *            Damage inside an older segment ends that segment; how many batches it held is known from the next start record, and
 *            they count as dropped. A segment without a valid start record is set aside as `.damaged`.
 * Bounds     Segments are dropped whole, oldest first, above the limit of bytes or when their newest batch is older than the limit of hours.
 */
import * as fs from 'node:fs'
import { promisify } from 'node:util'
import type { Sink } from '../collector/watch.ts'
import type { Clock } from '../kernel/clock.ts'
import { replaceFile, writeAtomic } from '../kernel/files.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import {
  beginSegment,
  encodeBatch,
  encodeProgress,
  mergeNames,
  openSegments,
  pendingOf,
  type NamedBatch,
  type PendingBatch,
  type Progress,
  type Segment,
  type SpooledBatch,
} from './segments.ts'

const write = promisify(fs.write)
const datasync = promisify(fs.fdatasync)

export interface SpoolLimits {
  readonly bytes: number
  readonly hours: number
}

export interface SpoolState extends Progress {
  /** Batches waiting to be acknowledged. */
  readonly pending: number
  readonly bytes: number
}

export interface Spool extends Sink {
  /** The oldest batches that are not dealt with, in order, up to so many bytes of text, at least one if there is any. */
  oldest(bytes: number): readonly SpooledBatch[]
  /** Everything up to this number needs no sending any more; `uploaded` when the platform has it. */
  done(seq: number, uploaded: boolean): Promise<void>
  /** The newest reading of a probe that a batch named, ever. */
  readonly named: (connection: string, probe: string) => number | undefined
  /** Forgets what was named for connections that are not among these. */
  keepOnly(connections: readonly string[]): void
  bound(limits: SpoolLimits): void
  state(): SpoolState
  close(): Promise<void>
}

interface Job {
  /** Without one the job is to note the progress. */
  readonly batch?: NamedBatch
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const HOUR = 3_600_000
const segmentSize = (limits: SpoolLimits): number => Math.min(4 * 1024 * 1024, Math.max(4096, limits.bytes / 16))

export function openSpool(o: {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  readonly limits: SpoolLimits
  readonly written: () => void
}): Spool {
  const { folder, clock, log } = o
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const opened = openSegments(folder, log)
  let { marks } = opened
  let seq = Math.max(opened.seq, Math.floor(clock.now()))
  let segments = [...opened.segments]
  if (segments.length === 0) {
    const first = beginSegment(folder, 1, marks, seq, clock.now())
    writeAtomic(first.segment.file, first.content)
    segments = [first.segment]
  }
  let limits = o.limits
  let queue: Job[] = []
  let running: Promise<void> | undefined
  let closed = false
  /** What the last call of oldest() gave, to know how far done() goes. */
  let handed: { readonly segment: Segment; readonly batches: readonly PendingBatch[] } | undefined
  /** How many batches the files say are dealt with; durable after the next sync. */
  let notedDone = marks.done
  let mustRotate = false

  const active = (): Segment => segments.at(-1) ?? fail(folder)
  let handle = fs.openSync(active().file, 'r+')

  const rotate = async (before: number): Promise<void> => {
    const { segment, content } = beginSegment(folder, active().number + 1, marks, before, clock.now())
    await replaceFile(segment.file, content)
    fs.closeSync(handle)
    handle = fs.openSync(segment.file, 'r+')
    segments.push(segment)
    // What was acknowledged meanwhile is noted with the next record.
    notedDone = segment.marks.done
    mustRotate = false
  }

  const removeFirst = (): void => {
    const [first, ...others] = segments
    if (first === undefined) return
    fs.rmSync(first.file, { force: true })
    segments = others
  }

  const removeDone = (done: number): void => {
    while (segments[1] !== undefined && segments[1].marks.written <= done) removeFirst()
  }

  /** Gives up what is still pending before `segment`. */
  const giveUpTo = (segment: Segment, why: string): void => {
    const lost = Math.max(0, segment.marks.written - marks.done)
    if (lost > 0) log.warn({ lost, why }, 'batches were dropped from the spool')
    marks = { ...marks, done: marks.done + lost, doneSeq: Math.max(marks.doneSeq, segment.seq), dropped: marks.dropped + lost }
  }

  const bytes = (): number => segments.reduce((sum, segment) => sum + segment.bytes, 0)

  const keepBounds = (coming: number): void => {
    for (let second = segments[1]; second !== undefined; second = segments[1]) {
      const tooOld = second.marks.newest < clock.now() - limits.hours * HOUR
      if (!tooOld && bytes() + coming <= limits.bytes) return
      giveUpTo(second, tooOld ? 'older than the limit' : 'the spool is full')
      removeFirst()
    }
  }

  /** A new segment when this one is full, covers too much time to be dropped in one piece, or holds nothing that is still needed. */
  const makeRoom = async (coming: number, before: number): Promise<void> => {
    const { bytes: size, marks: start, time } = active()
    const full = size + coming > segmentSize(limits) || bytes() + coming > limits.bytes
    const long = clock.now() - time > (limits.hours * HOUR) / 24
    const needless = marks.done === marks.written && size > segmentSize(limits) / 4
    if (mustRotate || (marks.written > start.written && (full || long || needless))) await rotate(before)
    keepBounds(coming)
  }

  const append = async (data: Buffer, sync: boolean): Promise<void> => {
    const segment = active()
    try {
      const { bytesWritten } = await write(handle, data, 0, data.length, segment.bytes)
      if (bytesWritten < data.length) throw new Error(`Only ${String(bytesWritten)} of ${String(data.length)} bytes could be written to ${segment.file}`)
      if (sync) await datasync(handle)
    } catch (error) {
      // What was half written must not stay: it was never confirmed, and the next record would lie behind it.
      mustRotate = true
      fs.ftruncateSync(handle, segment.bytes)
      throw error
    }
    segment.bytes += data.length
  }

  const commit = async (jobs: readonly Job[]): Promise<void> => {
    const batches = jobs.flatMap(({ batch }) => batch ?? [])
    const before = seq
    seq += batches.length
    const records: Buffer[] = []
    // One after the other: when an agent starts, the first batches of all its connections come at once, and packing each takes megabytes.
    for (const [i, batch] of batches.entries()) records.push(await encodeBatch(batch, before + 1 + i, clock.now()))
    await makeRoom(
      records.reduce((sum, { length }) => sum + length, 0),
      before,
    )
    const noted = marks
    if (marks.done !== notedDone) records.push(encodeProgress(marks, seq, clock.now()))
    if (records.length === 0) return
    await append(Buffer.concat(records), batches.length > 0)
    notedDone = noted.done
    if (batches.length === 0) return
    const named = batches.reduce((sum, { batch, names }) => mergeNames(sum, batch.instance.connection, names), marks.named)
    marks = { ...marks, written: marks.written + batches.length, newest: clock.now(), named }
    removeDone(notedDone)
  }

  const run = async (): Promise<void> => {
    for (let jobs = queue; jobs.length > 0; jobs = queue) {
      queue = []
      try {
        await commit(jobs)
        for (const { resolve } of jobs) resolve()
        if (jobs.some(({ batch }) => batch !== undefined)) o.written()
      } catch (error) {
        // When the disk is full, what is done must go although that is not noted; at worst a restart counts it as dropped.
        removeDone(marks.done)
        for (const { reject } of jobs) reject(error)
      }
    }
    running = undefined
  }

  const enqueue = (batch?: NamedBatch): Promise<void> => {
    if (closed) return Promise.reject(new Error('The spool is closed'))
    return new Promise((resolve, reject) => {
      queue.push({ ...(batch && { batch }), resolve, reject })
      // The next turn, so that puts of one moment share a commit.
      running ??= Promise.resolve().then(run)
    })
  }

  return {
    put: (batch, names) => enqueue({ batch, names: names.map(({ probe, reading }) => [probe, reading] as const) }),
    oldest: (size) => {
      keepBounds(0)
      for (const [i, segment] of segments.entries()) {
        if (marks.done === marks.written) break
        const batches = pendingOf(segment, marks.doneSeq, size)
        handed = { segment, batches }
        if (batches.length > 0) return batches
        const next = segments[i + 1]
        // Damage in the newest segment: the next put begins another one, and then this one is given up.
        if (next === undefined) mustRotate = true
        else if (next.marks.written > marks.done) giveUpTo(next, 'their segment is damaged')
      }
      return []
    },
    done: async (upTo, uploaded) => {
      const through = handed?.batches.filter((one) => one.seq > marks.doneSeq && one.seq <= upTo) ?? []
      const last = through.at(-1)
      if (handed !== undefined && last !== undefined) handed.segment.offset = last.end
      marks = { ...marks, done: marks.done + through.length, doneSeq: last?.seq ?? marks.doneSeq, lastUpload: uploaded ? clock.now() : marks.lastUpload }
      await enqueue().catch((error: unknown) => {
        log.warn({ cause: wordsOf(error) }, 'how far the spool is dealt with could not be written; after a crash some of it is sent again')
      })
    },
    named: (connection, probe) => marks.named[connection]?.[probe],
    keepOnly: (connections) => {
      const kept = new Set(connections)
      marks = { ...marks, named: Object.fromEntries(Object.entries(marks.named).filter(([connection]) => kept.has(connection))) }
    },
    bound: (changed) => {
      limits = changed
      keepBounds(0)
    },
    state: () => ({
      pending: marks.written - marks.done,
      bytes: bytes(),
      done: marks.done,
      doneSeq: marks.doneSeq,
      dropped: marks.dropped,
      lastUpload: marks.lastUpload,
    }),
    close: async () => {
      closed = true
      await running
      fs.fsyncSync(handle)
      fs.closeSync(handle)
    },
  }
}

function fail(folder: string): never {
  throw new Error(`The spool in ${folder} has no segment`)
}

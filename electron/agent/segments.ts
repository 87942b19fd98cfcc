/** The files of the spool: making, opening and reading segments. Their format is in spool.ts and record.ts. */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Batch } from '../../shared/model/sample.ts'
import type { Log } from '../kernel/log.ts'
import { decodeAll, decodeRecord, encodeRecord, type SpoolRecord } from './record.ts'

const compress = promisify(zstdCompress)

export interface Progress {
  /** Number of batches dealt with since the spool exists, and the newest of their seqs. */
  readonly done: number
  readonly doneSeq: number
  /** Batches given up: too old, too many, damaged. */
  readonly dropped: number
  /** Time of the last acknowledgement, ms since the epoch. */
  readonly lastUpload: number | null
}

export interface Marks extends Progress {
  readonly version: 1
  /** Number of batches written since the spool exists, and the time of the newest, ms since the epoch. */
  readonly written: number
  readonly newest: number
  /** Per connection id and probe: the newest reading a batch named. */
  readonly named: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface SpooledBatch {
  readonly seq: number
  readonly connection: string
  /** ms since the epoch */
  readonly time: number
  /** One NDJSON line, zstd. */
  readonly body: Buffer
  /** bytes of the line */
  readonly size: number
}

export interface Segment {
  readonly file: string
  readonly number: number
  /** State of everything before this segment, and the newest seq given out before it. */
  readonly marks: Marks
  readonly seq: number
  /** Time it was begun, ms since the epoch. */
  readonly time: number
  /** Size of its valid part. */
  bytes: number
  /** Where the first record that may be pending begins. */
  offset: number
}

export interface PendingBatch extends SpooledBatch {
  /** Offset behind it in its segment. */
  readonly end: number
}

const NONE: Marks = { version: 1, written: 0, newest: 0, done: 0, doneSeq: 0, dropped: 0, lastUpload: null, named: {} }
const fileOf = (folder: string, number: number): string => path.join(folder, `${String(number).padStart(10, '0')}.seg`)
const EMPTY = Buffer.alloc(0)

/** A segment of nothing but its start record: what it will be, and what has to be in its file before it is used. */
export function beginSegment(folder: string, number: number, marks: Marks, seq: number, time: number): { readonly segment: Segment; readonly content: Buffer } {
  const content = encodeRecord({ kind: 'start', seq, time, head: marks, body: EMPTY, bodyLength: 0 })
  return { segment: { file: fileOf(folder, number), number, marks, seq, time, bytes: content.length, offset: content.length }, content }
}

/** A batch with the readings whose increments it carries. */
export interface NamedBatch {
  readonly batch: Batch
  readonly names: readonly (readonly [probe: string, reading: number])[]
}

export async function encodeBatch({ batch, names }: NamedBatch, seq: number, time: number): Promise<Buffer> {
  const line = Buffer.from(`${JSON.stringify({ seq, batch })}\n`)
  const body = await compress(line, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  return encodeRecord({ kind: 'batch', seq, time, head: { connection: batch.instance.connection, names }, body, bodyLength: line.length })
}

export function encodeProgress({ done, doneSeq, dropped, lastUpload }: Progress, seq: number, time: number): Buffer {
  return encodeRecord({ kind: 'progress', seq, time, head: { done, doneSeq, dropped, lastUpload } satisfies Progress, body: EMPTY, bodyLength: 0 })
}

/** What a batch record names, added to what was named before. */
export function mergeNames(named: Marks['named'], connection: string, names: readonly (readonly [string, number])[]): Marks['named'] {
  return names.length === 0 ? named : { ...named, [connection]: { ...named[connection], ...Object.fromEntries(names) } }
}

interface BatchHead {
  readonly connection: string
  readonly names: readonly (readonly [string, number])[]
}

// The checksum was right, so the heads are what this program wrote.
const marksOf = (record: SpoolRecord): Marks => record.head as Marks
const progressOf = (record: SpoolRecord): Progress => record.head as Progress
const batchHeadOf = (record: SpoolRecord): BatchHead => record.head as BatchHead

function replay(marks: Marks, record: SpoolRecord): Marks {
  if (record.kind === 'progress') return { ...marks, ...progressOf(record) }
  if (record.kind === 'start') return marksOf(record)
  const { connection, names } = batchHeadOf(record)
  return { ...marks, written: marks.written + 1, newest: record.time, named: mergeNames(marks.named, connection, names) }
}

function readStart(file: string): { readonly record: SpoolRecord; readonly end: number } | undefined {
  const handle = fs.openSync(file, 'r')
  try {
    const size = fs.fstatSync(handle).size
    const head = Buffer.alloc(Math.min(8, size))
    fs.readSync(handle, head, 0, head.length, 0)
    const length = head.length < 8 ? 0 : Math.min(head.readUInt32LE(4), size)
    const bytes = Buffer.alloc(length)
    fs.readSync(handle, bytes, 0, length, 0)
    const start = decodeRecord(bytes, 0)
    return start?.record.kind === 'start' ? start : undefined
  } finally {
    fs.closeSync(handle)
  }
}

function openSegment(file: string, log: Log): Segment | undefined {
  const start = readStart(file)
  if (start === undefined) {
    log.error({ file }, 'a segment of the spool is damaged and set aside')
    fs.renameSync(file, `${file}.damaged`)
    return undefined
  }
  const { record, end } = start
  return {
    file,
    number: Number.parseInt(path.basename(file), 10),
    marks: marksOf(record),
    seq: record.seq,
    time: record.time,
    bytes: fs.statSync(file).size,
    offset: end,
  }
}

/** Cuts the torn tail off the newest segment and returns the records that are valid. */
function mend(segment: Segment, log: Log): readonly SpoolRecord[] {
  const { records, end } = decodeAll(fs.readFileSync(segment.file))
  if (end < segment.bytes) {
    log.warn({ file: segment.file, bytes: segment.bytes - end }, 'a torn tail was cut off the spool')
    const handle = fs.openSync(segment.file, 'r+')
    fs.ftruncateSync(handle, end)
    fs.fsyncSync(handle)
    fs.closeSync(handle)
    segment.bytes = end
  }
  return records
}

/** What the folder holds: the segments oldest first, and the state of the whole. */
export function openSegments(folder: string, log: Log): { readonly segments: readonly Segment[]; readonly marks: Marks; readonly seq: number } {
  const files = fs.readdirSync(folder).filter((name) => /^\d{10}\.seg$/.test(name))
  const segments = files.sort().flatMap((name) => openSegment(path.join(folder, name), log) ?? [])
  const [first, newest] = [segments[0], segments.at(-1)]
  if (first === undefined || newest === undefined) return { segments, marks: NONE, seq: 0 }
  const records = mend(newest, log)
  const marks = records.reduce(replay, NONE)
  // Segments are deleted after the record that says why is durable, or because of the bounds: what is missing was dropped.
  const lost = Math.max(0, first.marks.written - marks.done)
  const kept = { ...marks, done: marks.done + lost, doneSeq: Math.max(marks.doneSeq, lost > 0 ? first.seq : 0), dropped: marks.dropped + lost }
  return { segments, marks: kept, seq: Math.max(newest.seq, ...records.map(({ seq }) => seq)) }
}

/** The batches of a segment above `seq`, in order, up to `size` bytes of text, at least one if there is any. */
export function pendingOf(segment: Segment, seq: number, size: number): readonly PendingBatch[] {
  const found: PendingBatch[] = []
  const bytes = readFrom(segment)
  let sum = 0
  for (let next = decodeRecord(bytes, 0); next !== undefined; next = decodeRecord(bytes, next.end)) {
    const { record, end } = next
    if (record.kind !== 'batch' || record.seq <= seq) continue
    sum += record.bodyLength
    if (found.length > 0 && sum > size) break
    found.push({
      seq: record.seq,
      connection: batchHeadOf(record).connection,
      time: record.time,
      body: record.body,
      size: record.bodyLength,
      end: segment.offset + end,
    })
  }
  return found
}

function readFrom(segment: Segment): Buffer {
  const bytes = Buffer.alloc(Math.max(0, segment.bytes - segment.offset))
  const handle = fs.openSync(segment.file, 'r')
  try {
    const read = fs.readSync(handle, bytes, 0, bytes.length, segment.offset)
    return bytes.subarray(0, read)
  } finally {
    fs.closeSync(handle)
  }
}

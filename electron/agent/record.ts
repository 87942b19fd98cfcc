/**
 * One record of a spool segment. Numbers are little-endian.
 *
 *   offset  bytes  what
 *        0      4  CRC-32 (as in gzip) of all bytes of the record from offset 4 on
 *        4      4  length of the whole record in bytes, these 40 included
 *        8      1  kind: 1 start, 2 batch, 3 progress
 *        9      3  zero
 *       12      8  seq; of a batch its own, else the newest one given out so far
 *       20      8  time the record was written, ms since the epoch (float64)
 *       28      4  length of the head in bytes
 *       32      4  length of the body once decompressed, in bytes; 0 when there is no body
 *       36      4  zero
 *       40         head: UTF-8 JSON, its form depends on the kind (spool.ts)
 *        …         body: zstd, the rest of the record
 *
 * A record is valid when its length is at least 40, does not reach beyond the file, has room for the head, and the checksum is right.
 * The first record that is not valid ends the file: nothing behind it was ever confirmed.
 */
import { crc32 } from 'node:zlib'

const HEADER = 40
export type RecordKind = 'start' | 'batch' | 'progress'
const KINDS: readonly RecordKind[] = ['start', 'batch', 'progress']

export interface SpoolRecord {
  readonly kind: RecordKind
  readonly seq: number
  /** ms since the epoch */
  readonly time: number
  readonly head: unknown
  /** zstd */
  readonly body: Buffer
  /** bytes of the body once decompressed */
  readonly bodyLength: number
}

export function encodeRecord({ kind, seq, time, head, body, bodyLength }: SpoolRecord): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head))
  const record = Buffer.alloc(HEADER + headBytes.length + body.length)
  record.writeUInt32LE(record.length, 4)
  record.writeUInt8(KINDS.indexOf(kind) + 1, 8)
  record.writeBigUInt64LE(BigInt(seq), 12)
  record.writeDoubleLE(time, 20)
  record.writeUInt32LE(headBytes.length, 28)
  record.writeUInt32LE(bodyLength, 32)
  headBytes.copy(record, HEADER)
  body.copy(record, HEADER + headBytes.length)
  record.writeUInt32LE(crc32(record.subarray(4)), 0)
  return record
}

/** The length a record claims in its first bytes, or undefined when no record can begin so. */
function claimedLength(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER) return undefined
  const length = bytes.readUInt32LE(4)
  return length >= HEADER ? length : undefined
}

/** The record that begins at `at`, or undefined when none that is valid does. */
export function decodeRecord(bytes: Buffer, at: number): { readonly record: SpoolRecord; readonly end: number } | undefined {
  const length = claimedLength(bytes.subarray(at))
  if (length === undefined || at + length > bytes.length) return undefined
  const whole = bytes.subarray(at, at + length)
  const headLength = whole.readUInt32LE(28)
  const kind = KINDS[whole.readUInt8(8) - 1]
  if (kind === undefined || HEADER + headLength > length || crc32(whole.subarray(4)) !== whole.readUInt32LE(0)) return undefined
  const head: unknown = JSON.parse(whole.toString('utf8', HEADER, HEADER + headLength))
  const body = whole.subarray(HEADER + headLength)
  return {
    record: { kind, seq: Number(whole.readBigUInt64LE(12)), time: whole.readDoubleLE(20), head, body, bodyLength: whole.readUInt32LE(32) },
    end: at + length,
  }
}

/** Every valid record from the beginning, and where the valid part ends. */
export function decodeAll(bytes: Buffer): { readonly records: readonly SpoolRecord[]; readonly end: number } {
  const records: SpoolRecord[] = []
  let end = 0
  for (let next = decodeRecord(bytes, 0); next !== undefined; next = decodeRecord(bytes, end)) {
    records.push(next.record)
    end = next.end
  }
  return { records, end }
}

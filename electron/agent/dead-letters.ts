/**
 * Batches the platform refused for good (400, 413, 422): kept to be looked at, never sent again.
 * Two files of batch records as in record.ts, whose head has `status` and `error` besides: `refused.seg`, and `refused.old.seg`,
 * into which it is renamed at half of the limit. Each record is synced; a torn tail is cut off at the next start.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { decodeAll, encodeRecord, type SpoolRecord } from './record.ts'
import type { SpooledBatch } from './segments.ts'

const LIMIT = 64 * 1024 * 1024
const SHOWN = 20

export interface Refusal {
  readonly seq: number
  readonly connection: string
  /** ms since the epoch */
  readonly time: number
  readonly status: number
  readonly error: string
}

export interface DeadLetters {
  add(batch: SpooledBatch, status: number, error: string): void
  /** All there are, and the newest of them. */
  state(): { readonly count: number; readonly bytes: number; readonly newest: readonly Refusal[] }
}

type Head = Pick<Refusal, 'connection' | 'status' | 'error'>
// The checksum was right, so the head is what `add` wrote.
const refusalOf = ({ seq, time, head }: SpoolRecord): Refusal => ({ seq, time, ...(head as Head) })

export function openDeadLetters(folder: string, clock: Clock, limit = LIMIT): DeadLetters {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [present, old] = [path.join(folder, 'refused.seg'), path.join(folder, 'refused.old.seg')]
  const read = (file: string): { readonly refusals: readonly Refusal[]; readonly bytes: number } => {
    if (!fs.existsSync(file)) return { refusals: [], bytes: 0 }
    const { records, end } = decodeAll(fs.readFileSync(file))
    return { refusals: records.map(refusalOf), bytes: end }
  }
  let before = read(old)
  let now = read(present)
  if (fs.existsSync(present)) fs.truncateSync(present, now.bytes)

  const append = (record: Buffer): void => {
    const handle = fs.openSync(present, 'a', 0o600)
    try {
      fs.writeSync(handle, record)
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
  }

  return {
    add: ({ seq, connection, body, size }, status, error) => {
      const head: Head = { connection, status, error }
      const record = encodeRecord({ kind: 'batch', seq, time: clock.now(), head, body, bodyLength: size })
      if (now.bytes > 0 && now.bytes + record.length > limit / 2) {
        fs.renameSync(present, old)
        before = now
        now = { refusals: [], bytes: 0 }
      }
      append(record)
      now = { refusals: [...now.refusals, { seq, connection, time: clock.now(), status, error }], bytes: now.bytes + record.length }
    },
    state: () => {
      const all = [...before.refusals, ...now.refusals]
      return { count: all.length, bytes: before.bytes + now.bytes, newest: all.slice(-SHOWN).reverse() }
    },
  }
}

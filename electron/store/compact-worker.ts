/** A thread beside the one that serves: it reads and encodes what is to be compacted, and folds the write-ahead log back into the file. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/words.ts'
import { createJobs, type Job, type Made, type Unnumbered } from './compact-job.ts'
import { openRead, openWrite } from './db.ts'
import { stepAside } from './precedence.ts'

export interface ThreadData {
  readonly file: string
  readonly probes: readonly Probe[]
  /** Of precedence.ts. */
  readonly flag: Int32Array
}
export type Ask = { readonly job: Job } | { readonly checkpoint: true }
export type Told = { readonly made: Made | Unnumbered } | { readonly failed: string } | { readonly folded: true }

/** Leaves it a sixtieth of the share of others where there is not enough for all: it has an hour for what takes a second. */
const NICE = 19
// What serves comes first. Only Linux has a priority for each thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, NICE)

// Given by compactor.ts, which alone starts this file.
const { file, probes, flag } = workerData as ThreadData
const db = openRead(file)
const work = createJobs(db, probes, () => {
  stepAside(flag)
})
/** Only for checkpoints: SQLite does not let a read-only connection do them. */
const folding = openWrite(file)

function answer(ask: Ask): Told {
  try {
    if ('job' in ask) return { made: work(ask.job) }
    folding.pragma('wal_checkpoint(PASSIVE)')
    return { folded: true }
  } catch (error) {
    return { failed: wordsOf(error) }
  }
}

/** Pieces of memory that hold nothing else are handed over instead of being copied. */
const whole = (bytes: readonly (Uint8Array | undefined)[]): ArrayBuffer[] =>
  bytes.flatMap((one) => (one?.buffer instanceof ArrayBuffer && one.byteLength === one.buffer.byteLength ? [one.buffer] : []))

function handedOver(told: Told): ArrayBuffer[] {
  if (!('made' in told) || 'layouts' in told.made) return []
  const { chunk, hours, day } = told.made
  return whole([chunk?.head, chunk?.tally, ...(chunk?.parts ?? []), ...hours.map(({ block }) => block), day])
}

parentPort?.on('message', (ask: Ask) => {
  const told = answer(ask)
  parentPort?.postMessage(told, handedOver(told))
})

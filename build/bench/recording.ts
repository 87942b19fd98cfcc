/**
 * Minutes as agents send them, made up beforehand: whoever is measured takes them from a file as it would from the network, and neither the compiler nor the
 * garbage collector has anything to do with how they were made up. Each is u32 length, f64 bytes of its numbers when packed, and JSON.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Batch } from '../../shared/model/sample.ts'
import { batchOf } from './batches.ts'
import { packedBytes, type Minute } from './busy-day.ts'

const HEAD = 12

export interface Recorded {
  readonly batch: Batch
  /** Bytes of its numbers as packed float64. */
  readonly packed: number
}

export function record(file: string, minutes: Iterable<Minute>): void {
  const handle = openSync(file, 'w')
  let number = 0
  for (const minute of minutes) {
    const json = Buffer.from(JSON.stringify(batchOf(minute, number++)))
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(json.length)
    head.writeDoubleLE(packedBytes(minute), 4)
    writeSync(handle, Buffer.concat([head, json]))
  }
  closeSync(handle)
}

/** What was recorded, one after the other. */
export function* recorded(file: string): Generator<Recorded> {
  const handle = openSync(file, 'r')
  const head = Buffer.alloc(HEAD)
  let json = Buffer.alloc(0)
  while (readSync(handle, head) === HEAD) {
    const length = head.readUInt32LE()
    if (json.length < length) json = Buffer.alloc(length * 2)
    readSync(handle, json, 0, length, null)
    // Written above.
    yield { batch: JSON.parse(json.toString('utf8', 0, length)) as Batch, packed: head.readDoubleLE(4) }
  }
  closeSync(handle)
}

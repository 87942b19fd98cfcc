import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { SpooledBatch } from '../../../electron/agent/segments.ts'
import { Envelope, type Batch } from '../../../shared/model/sample.ts'

/** A batch of one row; `mark` tells it from others. */
export function batchOf(mark: number, connection = 'c1', filler = ''): Batch {
  return {
    version: 1,
    instance: { connection, name: 'main', server: 'host', host: 'db', port: 5432, tags: '', cpus: null },
    blocks: [{ probe: 'database', begin: mark, end: mark + 1, flags: [], rows: 1, columns: { name: [filler], value: [mark] } }],
    texts: [],
  }
}

export const envelopeOf = (batch: SpooledBatch): Envelope => Envelope.parse(JSON.parse(zstdDecompressSync(batch.body).toString()))
export const markOf = (batch: SpooledBatch): unknown => envelopeOf(batch).batch.blocks[0]?.columns['value']?.[0]

/** Text that does not compress. */
export const noise = (bytes: number): string => {
  let x = 123456789
  return Array.from({ length: bytes }, () => {
    x = (x * 1103515245 + 12345) & 0x7fffffff
    return String.fromCharCode(33 + ((x >> 16) % 90))
  }).join('')
}

/** A folder that is gone after the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'agent-'))
  onTestFinished(() => {
    rmSync(made, { recursive: true, force: true })
  })
  return made
}

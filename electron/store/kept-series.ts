/**
 * Series that were read lately, as numbers: a screen asks for the same days again every minute. What is kept is good as long as the chunk has the same head, which
 * carries the checksum of every block (chunk.ts), so that nobody has to say what has changed.
 */
import type { ChunkHead } from './chunk-read.ts'
import { splitBlocks } from './columns.ts'
import type { Column } from './frame.ts'

/** Numbers in all: 12 MB. */
const MOST = 1_500_000

export interface KeptChunk {
  readonly bytes: Buffer
  readonly head: ChunkHead
  /** Those that were asked for. Their arrays are only to be read. */
  readonly columns: ReadonlyMap<string, Column>
}

export interface KeptSeries {
  /** What is kept of a chunk with that head. */
  readonly find: (id: number, head: Buffer) => KeptChunk | undefined
  /** Whether a chunk can be kept: every reading is one row, and its head says what is in it. */
  readonly canKeep: (head: Buffer) => boolean
  /** A chunk that was read, in the place of what was kept of it; what was asked for longest ago makes room. */
  readonly add: (id: number, chunk: KeptChunk) => void
}

const sizeOf = ({ head, columns }: KeptChunk): number => (columns.size + 2) * head.readings.end.length

/** `most`: numbers in all. */
export function createKeptSeries(most = MOST): KeptSeries {
  // A map knows the order in which its entries were put.
  const chunks = new Map<number, KeptChunk>()
  let size = 0
  const drop = (id: number): KeptChunk | undefined => {
    const one = chunks.get(id)
    if (one !== undefined) size -= sizeOf(one)
    chunks.delete(id)
    return one
  }
  const put = (id: number, one: KeptChunk): KeptChunk => {
    chunks.set(id, one)
    size += sizeOf(one)
    for (const oldest of chunks.keys()) {
      if (size <= most) break
      drop(oldest)
    }
    return one
  }
  const find = (id: number, head: Buffer): KeptChunk | undefined => {
    const one = drop(id)
    return one?.bytes.equals(head) === true ? put(id, one) : undefined
  }
  return {
    find,
    canKeep: (head) => splitBlocks(head).length === 3,
    add(id, chunk) {
      drop(id)
      put(id, chunk)
    },
  }
}

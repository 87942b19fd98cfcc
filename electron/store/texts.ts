import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ReadDb, WriteDb } from './db.ts'

/** The columns that name a text, in every probe that has them: a statement's, a plan's. */
export const TEXT_COLUMNS = ['query_md5_id', 'plan_id'] as const

/**
 * `last_seen` decides over years, not minutes: it is written when it moved by this much (ms), because each time costs several pages, and everybody who uses it
 * allows for it.
 */
export const SEEN_STEP = 7 * 24 * 3_600_000

/** Forgotten as a whole beyond this many; that costs one update each. */
const REMEMBERED = 100_000

export function createTexts(db: ReadDb): (md5s: Iterable<string>) => ReadonlyMap<string, string> {
  const select = db.prepare<[string], { bytes: number; packed: Buffer }>('select bytes, packed from text where md5 = ?')
  return (md5s) => {
    const texts = new Map<string, string>()
    for (const md5 of md5s) {
      const row = select.get(md5)
      if (row !== undefined) texts.set(md5, zstdDecompressSync(row.packed, { chunkSize: Math.max(64, row.bytes) }).toString())
    }
    return texts
  }
}

export interface WriteTexts {
  /** Stores a text once. */
  readonly put: (md5: string, text: string, seen: number) => void
  /** Something that names the text was seen. */
  readonly touch: (md5: string, seen: number) => void
  readonly forget: () => void
}

export function createWriteTexts(db: WriteDb): WriteTexts {
  const seenBy = new Map<string, number>()
  const insert = db.prepare<[string, number, Buffer, number]>('insert into text (md5, bytes, packed, last_seen) values (?, ?, ?, ?) on conflict do nothing')
  const exists = db.prepare<[string], number>('select 1 from text where md5 = ?').pluck()
  const update = db.prepare<[number, string, number]>('update text set last_seen = ? where md5 = ? and last_seen < ?')
  return {
    put(md5, text, seen) {
      if (exists.get(md5) !== undefined) return
      const bytes = Buffer.from(text)
      insert.run(md5, bytes.length, zstdCompressSync(bytes), seen)
    },
    touch(md5, seen) {
      if (seen - (seenBy.get(md5) ?? -Infinity) < SEEN_STEP) return
      if (seenBy.size > REMEMBERED) seenBy.clear()
      seenBy.set(md5, seen)
      update.run(seen, md5, seen)
    },
    forget: () => seenBy.clear(),
  }
}

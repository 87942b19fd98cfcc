import { createHash } from 'node:crypto'
import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LogEntry, LogFormat } from './entry.ts'

/** Up to where the log was read. */
export interface Position {
  readonly file: string
  /** Device and number of the file: what stays the same when it is renamed. */
  readonly inode: string
  readonly offset: number
  /** Hash of the bytes before `offset`: others are there when the file was emptied and written anew. */
  readonly mark: string
  /** When the file was last written to, ms by the file system's clock. */
  readonly changed: number
  /** What the names of its files looked like; '' when it was one only. */
  readonly siblings: string
}

/** Where the log is now. */
interface Following {
  readonly file: string
  /** What the names of its files look like, as a regular expression; undefined when it is one only. */
  readonly siblings: string | undefined
  readonly format: LogFormat
}

export interface Followed {
  readonly position: Position
  readonly bytes: number
  /** Bytes that are there and wait for the next reading. */
  readonly behind: number
  /** Bytes that were given up. */
  readonly skipped: number
}

/** Read at once; and read in one reading at most. */
const CHUNK = 1 << 20
const MOST = 64 << 20
/** An entry longer than this is cut, or given up where its end must be known. */
const LONGEST = 16 << 20
/** Further behind than this, the rest is given up. */
const FAR = 2 ** 31
const MARK = 64
/** For so long a file must not grow, ms, for its last entry to be whole. */
const QUIET = 50

interface Found {
  readonly file: string
  readonly inode: string
  readonly size: number
  readonly changed: number
}

async function look(file: string): Promise<Found | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(file)
    return { file, inode: `${dev}:${ino}`, size, changed: mtimeMs }
  } catch {
    return undefined
  }
}

const hashOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

async function markAt(handle: FileHandle, offset: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(MARK, offset))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset - bytes.length)
  return hashOf(bytes.subarray(0, bytesRead))
}

/** The files that hold what was written since, oldest first, each with where to go on. */
async function toRead(position: Position, { file, siblings }: Following): Promise<readonly (Found & { readonly from: number })[]> {
  const folder = path.dirname(position.file)
  const names = await readdir(folder).catch(() => [])
  const all = (await Promise.all(names.map((name) => look(path.join(folder, name))))).filter((one) => one !== undefined)
  const old = all.find(({ inode }) => inode === position.inode)
  const patterns = [siblings ?? '', position.siblings].filter((one) => one !== '').map((one) => new RegExp(one))
  const isLog = (name: string): boolean => patterns.some((one) => one.test(path.basename(name)))
  const newer = all.filter((one) => one !== old && one.file !== file && isLog(one.file) && one.changed > (old?.changed ?? position.changed))
  const files = newer.sort((a, b) => a.changed - b.changed).map((one) => ({ ...one, from: 0 }))
  const present = old?.file === file ? undefined : await look(file)
  return [...(old ? [{ ...old, from: await goOnAt(old, position) }] : []), ...files, ...(present ? [{ ...present, from: 0 }] : [])]
}

/** Where to go on in the file that was read last: at its begin when something else is in it now. */
async function goOnAt({ file, size }: Found, { offset, mark }: Position): Promise<number> {
  if (size < offset) return 0
  const handle = await open(file)
  try {
    return (await markAt(handle, offset)) === mark ? offset : 0
  } finally {
    await handle.close()
  }
}

/** The end of the log, where a first reading begins; throws when the file cannot be read. */
export async function endOf(file: string, siblings = ''): Promise<Position> {
  const handle = await open(file)
  try {
    const { dev, ino, size, mtimeMs } = await handle.stat()
    return { file, inode: `${dev}:${ino}`, offset: size, mark: await markAt(handle, size), changed: mtimeMs, siblings }
  } finally {
    await handle.close()
  }
}

/** The begin of a file. */
export const beginOf = async (file: string): Promise<Position> => ({ ...(await endOf(file)), offset: 0, mark: hashOf(Buffer.alloc(0)) })

/**
 * Gives every entry written since `position` to `take`, across files that were renamed, emptied or begun since; what is too much for one reading
 * stays for the next. Throws when a file cannot be read; then nothing counts as read.
 */
export async function follow(position: Position, where: Following, take: (entry: LogEntry) => void): Promise<Followed> {
  const files = await toRead(position, where)
  const all = files.reduce((sum, { size, from }) => sum + size - from, 0)
  if (all > FAR) return { position: await endOf(where.file, where.siblings), bytes: 0, behind: 0, skipped: all }
  let at = position
  let [bytes, skipped, behind] = [0, 0, 0]
  for (const [i, found] of files.entries()) {
    const last = i === files.length - 1
    if (bytes >= MOST) {
      behind += found.size - found.from
      continue
    }
    const read = await readFile(found, MOST - bytes, last, where.format, take)
    bytes += read.bytes
    skipped += read.skipped
    behind += read.behind
    at = read.position
  }
  return { position: { ...at, siblings: where.siblings ?? '' }, bytes, skipped, behind }
}

async function readFile(
  found: Found & { readonly from: number },
  most: number,
  last: boolean,
  format: LogFormat,
  take: (entry: LogEntry) => void,
): Promise<Followed> {
  const handle = await open(found.file)
  try {
    const { size, mtimeMs } = await handle.stat()
    let offset = found.from
    let skipped = 0
    let length = CHUNK
    while (offset < size && offset - found.from < most) {
      const chunk = Buffer.allocUnsafe(Math.min(length, size - offset))
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
      if (bytesRead === 0) break
      const end = offset + bytesRead >= size
      const complete = length >= LONGEST || (end && (!last || (await isQuiet(handle, size))))
      const { entries, consumed } = format(chunk.subarray(0, bytesRead), complete)
      for (const entry of entries) take(entry)
      offset += consumed
      if (end) break
      if (consumed === 0 && length >= LONGEST) {
        offset += bytesRead
        skipped += bytesRead
      }
      length = consumed === 0 ? length * 4 : CHUNK
    }
    const position = { file: found.file, inode: found.inode, offset, mark: await markAt(handle, offset), changed: mtimeMs, siblings: '' }
    return { position, bytes: offset - found.from - skipped, skipped, behind: size - offset }
  } finally {
    await handle.close()
  }
}

/** Whether nobody is writing at this moment. */
async function isQuiet(handle: FileHandle, size: number): Promise<boolean> {
  await pause(QUIET)
  return (await handle.stat()).size === size
}

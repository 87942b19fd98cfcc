/**
 * The raw readings increments are computed from, across restarts. One file per reading, durable before its number is told:
 * `<connection id>/<probe>-<8 hex digits of its sha256>.<number>`, zstd (with checksum) of node:v8 serialize.
 * Kept are the newest reading that a spooled batch names, and those after it; so whatever happens between keeping a reading and
 * spooling the batch that names it, the one its increments began from is still there.
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import * as path from 'node:path'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { RawReading } from '../collector/reading.ts'
import type { Baselines } from '../collector/watch.ts'
import { replaceFile } from '../kernel/files.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Readings without a batch that names them are given up beyond this many: their increments are part of the next batch. */
const UNNAMED = 3

/** Readings that are packed and written at the same time. Node has four threads for files, compression and names of hosts; a disk that is busy must not take them all. */
const LANES = 2

export interface KeptBaselines extends Baselines {
  /** Forgets every connection that is not among these. */
  keepOnly(connections: readonly string[]): void
}

export function openBaselines(folder: string, named: (connection: string, probe: string) => number | undefined, log: Log): KeptBaselines {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stem = (probe: string): string => `${probe.replace(/[^a-z0-9_-]/gi, '_').slice(0, 60)}-${createHash('sha256').update(probe).digest('hex').slice(0, 8)}.`

  /** Names of files by connection, read once: with a thousand databases there are thousands, and every reading asks. */
  const folders = new Map<string, Map<string, number[]>>()
  const namesOf = (connection: string): Map<string, number[]> => {
    const known = folders.get(connection)
    if (known !== undefined) return known
    const own = path.join(folder, connection)
    const names = new Map<string, number[]>()
    for (const name of fs.existsSync(own) ? fs.readdirSync(own) : []) {
      const at = name.lastIndexOf('.') + 1
      if (/^\d+$/.test(name.slice(at))) names.set(name.slice(0, at), [...(names.get(name.slice(0, at)) ?? []), Number(name.slice(at))])
    }
    folders.set(connection, names)
    return names
  }
  /** Numbers of the readings there are, ascending. */
  const numbersOf = (connection: string, probe: string): readonly number[] => (namesOf(connection).get(stem(probe)) ?? []).sort((a, b) => a - b)
  const fileOf = (connection: string, probe: string, number: number): string => path.join(folder, connection, stem(probe) + String(number))

  const lanes = Array.from({ length: LANES }, () => Promise.resolve())
  let turn = 0
  const inTurn = (job: () => Promise<void>): Promise<void> => {
    const lane = turn++ % LANES
    const done = (lanes[lane] ?? Promise.resolve()).then(job)
    lanes[lane] = done.catch(() => undefined)
    return done
  }

  return {
    newest: async (connection, probe) => {
      const number = named(connection, probe)
      if (number === undefined || !numbersOf(connection, probe).includes(number)) return undefined
      try {
        // What was serialized here was a RawReading; the checksum says that it is unchanged.
        return deserialize(await decompress(fs.readFileSync(fileOf(connection, probe, number)))) as RawReading
      } catch (error) {
        log.warn({ connection, probe, cause: wordsOf(error) }, 'a stored reading is damaged; counting begins anew')
        return undefined
      }
    },
    keep: async (connection, probe, reading) => {
      const before = [...numbersOf(connection, probe)]
      const last = named(connection, probe) ?? 0
      const number = Math.max(last, before.at(-1) ?? 0) + 1
      // Taken at once, so that nobody else takes it meanwhile.
      const unnamed = before.filter((one) => one > last)
      const given = new Set([...before.filter((n) => n < last), ...unnamed.slice(0, -UNNAMED)])
      namesOf(connection).set(stem(probe), [...before.filter((one) => !given.has(one)), number])
      const file = fileOf(connection, probe, number)
      await inTurn(async () => {
        // In its turn too: the first readings of many connections come at once.
        const bytes = await compress(serialize(reading), OPTIONS)
        await mkdir(path.join(folder, connection), { recursive: true, mode: 0o700 })
        for (const one of given) await rm(fileOf(connection, probe, one), { force: true })
        await replaceFile(file, bytes)
      })
      return number
    },
    keepOnly: (connections) => {
      for (const name of fs.readdirSync(folder)) {
        if (connections.includes(name)) continue
        fs.rmSync(path.join(folder, name), { recursive: true, force: true })
        folders.delete(name)
      }
    },
  }
}

/**
 * An upload's body: NDJSON, one Envelope per line, as a whole compressed with zstd or gzip. The compression is told from the first
 * bytes, which cannot lie; the header `content-encoding` says the same. An empty body is an upload of nothing.
 */
import { gunzip, zstdDecompress, type ZstdOptions, type ZlibOptions } from 'node:zlib'
import { Envelope } from '../../shared/model/sample.ts'
import { fail } from '../kernel/problem.ts'
import { wordsOf } from '../kernel/words.ts'

/** Largest upload in bytes, compressed or not. */
export const UPLOAD_LIMIT = 32 * 1024 * 1024

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const GZIP = Buffer.from([0x1f, 0x8b])

type Unpack = (body: Buffer, options: ZlibOptions & ZstdOptions, done: (error: Error | null, result: Buffer) => void) => void

const startsWith = (body: Buffer, magic: Buffer): boolean => body.subarray(0, magic.length).equals(magic)

function unpackerOf(body: Buffer): Unpack {
  if (startsWith(body, ZSTD)) return zstdDecompress
  if (startsWith(body, GZIP)) return gunzip
  return fail('ingest.encoding', { why: 'it is compressed neither with zstd nor with gzip' })
}

function decompress(body: Buffer): Promise<Buffer> {
  const unpack = unpackerOf(body)
  return new Promise((resolve, reject) => {
    unpack(body, { maxOutputLength: UPLOAD_LIMIT }, (error, result) => {
      if (error === null) resolve(result)
      else reject(error)
    })
  })
}

async function textOf(body: Buffer): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await decompress(body))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return fail('body.large', { limit: UPLOAD_LIMIT })
    return fail('ingest.encoding', { why: wordsOf(error) })
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return fail('ingest.encoding', { why: `line ${number} is not valid JSON` })
  }
}

/** What the schema cannot say: columns as long as the block, time that runs forward. */
function faultOf({ batch }: Envelope): string | undefined {
  for (const block of batch.blocks) {
    if (!(block.begin <= block.end)) return `a block of ${block.probe} ends before it begins`
    for (const [name, cells] of Object.entries(block.columns)) {
      if (cells.length !== block.rows) return `column ${name} of ${block.probe} has ${cells.length} cells for ${block.rows} rows`
    }
  }
  return undefined
}

/** The envelopes of an upload in ascending order, or a Problem that says what is wrong with it. */
export async function unpackUpload(body: Buffer): Promise<readonly Envelope[]> {
  if (body.length === 0) return []
  const envelopes: Envelope[] = []
  let last = 0
  for (const [at, line] of (await textOf(body)).split('\n').entries()) {
    if (line === '') continue
    const number = at + 1
    const parsed = Envelope.safeParse(parseLine(line, number))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      fail('ingest.encoding', { why: `line ${number}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not an envelope'}` })
    }
    if (parsed.data.seq <= last) fail('ingest.encoding', { why: `line ${number}: seq ${parsed.data.seq} does not follow ${last}` })
    const fault = faultOf(parsed.data)
    if (fault !== undefined) fail('ingest.encoding', { why: `line ${number}: ${fault}` })
    last = parsed.data.seq
    envelopes.push(parsed.data)
  }
  return envelopes
}

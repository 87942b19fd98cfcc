/** The platform's side: takes every upload over HTTPS and keeps of it when sessions were sampled, nothing else. */
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { systemClock } from '../../electron/kernel/clock.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import type { Envelope } from '../../shared/model/sample.ts'

const decompress = promisify(zstdDecompress)

export interface Receiver {
  readonly port: number
  readonly fingerprint: string
  /** From now on samples count. */
  begin(): void
  /** Instants of the samples of sessions by connection, ms since the epoch, in the order they came. */
  samples(): ReadonlyMap<string, readonly number[]>
}

export async function startReceiver(folder: string, ends: (() => Promise<void>)[]): Promise<Receiver> {
  const tls = await ownTls(join(folder, 'receiver'), 'platform', systemClock)
  const samples = new Map<string, number[]>()
  let since = Infinity
  let through = 0

  const take = async (body: Buffer): Promise<void> => {
    const text = body.length === 0 ? '' : (await decompress(body)).toString()
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const { seq, batch } = JSON.parse(line) as Envelope
      if (seq <= through) continue
      through = seq
      const of = samples.get(batch.instance.name) ?? []
      samples.set(batch.instance.name, of)
      of.push(...batch.blocks.filter(({ probe, end }) => probe === 'sessions' && end >= since).map(({ end }) => end))
    }
  }

  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      take(Buffer.concat(parts)).then(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ acknowledged: through, time: Date.now() })),
        (error: unknown) => response.writeHead(500).end(JSON.stringify({ error: String(error) })),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    fingerprint: tls.fingerprint,
    begin: () => {
      since = Date.now()
    },
    samples: () => samples,
  }
}

import { once } from 'node:events'
import * as https from 'node:https'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { Raw, routesFor } from '../../../electron/kernel/route.ts'
import { serve } from '../../../electron/kernel/server.ts'
import { ownTls } from '../../../electron/kernel/tls.ts'

interface Watched {
  readonly signals: AbortSignal[]
  readonly streams: Readable[]
}

const route = routesFor<Watched, 'public', undefined>()

const routes = [
  route({
    id: 'endless',
    method: 'GET',
    path: '/endless',
    right: 'public',
    doc: 'Never ends.',
    reply: [200, z.unknown()],
    handler: ({ signals, streams }, { gone }) => {
      signals.push(gone)
      const stream = new Readable({
        read() {
          this.push('x'.repeat(1000))
        },
      })
      streams.push(stream)
      return new Raw('text/plain', stream)
    },
  }),
  route({
    id: 'never',
    method: 'GET',
    path: '/never',
    right: 'public',
    doc: 'Never begins.',
    reply: [200, z.unknown()],
    handler: ({ signals }, { gone }) => {
      signals.push(gone)
      return new Promise<never>(() => undefined)
    },
  }),
]

test('a client that goes away is noticed: before an answer by the signal, within one by the end of its stream', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-leaving-'))
  const ctx: Watched = { signals: [], streams: [] }
  const tls = await ownTls(folder, 'platform', systemClock)
  const server = await serve({
    routes,
    ctx,
    identify: () => undefined,
    tls,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    clock: systemClock,
    openapi: { path: '/openapi.json', title: 'test', version: '0' },
  })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const get = (path: string) => https.get(`${server.url}${path}`, { ca: tls.cert, checkServerIdentity: () => undefined }).on('error', () => undefined)

  const endless = get('/endless')
  const [response] = (await once(endless, 'response')) as [Readable]
  await once(response, 'data')
  expect(ctx.signals[0]?.aborted).toBe(false)
  endless.destroy()
  await vi.waitFor(() => {
    expect([ctx.signals[0]?.aborted, ctx.streams[0]?.destroyed]).toEqual([true, true])
  }, 5000)

  const never = get('/never')
  await vi.waitFor(() => {
    expect(ctx.signals).toHaveLength(2)
  }, 5000)
  expect(ctx.signals[1]?.aborted).toBe(false)
  never.destroy()
  await vi.waitFor(() => {
    expect(ctx.signals[1]?.aborted).toBe(true)
  }, 5000)
})

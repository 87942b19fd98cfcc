/** A small served interface for the tests of the server, and raw sockets to talk to it. */
import * as fs from 'node:fs'
import * as https from 'node:https'
import * as os from 'node:os'
import * as path from 'node:path'
import type pino from 'pino'
import * as tls from 'node:tls'
import * as z from 'zod'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { fail } from '../../../electron/kernel/problem.ts'
import { Raw, routesFor } from '../../../electron/kernel/route.ts'
import { serve, type Server, type Serving } from '../../../electron/kernel/server.ts'
import { ownTls, type Tls } from '../../../electron/kernel/tls.ts'
import { Readable } from 'node:stream'

export const folder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'kernel-'))

interface Ctx {
  readonly seen: unknown[]
}
const route = routesFor<Ctx, 'public' | 'token', string>()
const Item = z.object({
  host: z.string().min(1).max(20),
  port: z.int().min(1).max(65535),
  mode: z.enum(['fast', 'slow']).optional(),
  tags: z.array(z.object({ key: z.string() })).optional(),
})

export const routes = [
  route({
    id: 'status',
    method: 'GET',
    path: '/api/status',
    right: 'token',
    doc: 'Status.',
    reply: [200, z.object({ ok: z.boolean() })],
    handler: () => ({ ok: true }),
  }),
  route({
    id: 'add',
    method: 'POST',
    path: '/api/items/:name',
    right: 'token',
    doc: 'Adds.',
    params: z.object({ name: z.string().regex(/^[^\p{Cc}/]{1,128}$/u, 'must have 1 to 128 characters, none of them a control character') }),
    body: Item,
    reply: [201, z.object({ name: z.string(), host: z.string() })],
    fails: ['connection.exists'],
    handler: ({ seen }, { params, body, caller }) => {
      seen.push({ params, body, caller })
      return { name: params.name, host: body.host }
    },
  }),
  route({
    id: 'drop',
    method: 'DELETE',
    path: '/api/items/:name',
    right: 'token',
    doc: 'Drops.',
    params: z.object({ name: z.string() }),
    reply: [200, z.object({ status: z.string() })],
    handler: () => ({ status: 'gone' }),
  }),
  route({
    id: 'own',
    method: 'PATCH',
    path: '/api/app/own',
    right: 'token',
    own: true,
    doc: 'Own.',
    body: z.strictObject({ port: z.int().min(1).max(65535).optional() }).optional(),
    reply: [200, z.object({ got: z.unknown() })],
    handler: (_ctx, { body }) => ({ got: body ?? null }),
  }),
  route({
    id: 'csv',
    method: 'GET',
    path: '/api/csv',
    right: 'public',
    doc: 'CSV.',
    reply: [201, z.unknown()],
    handler: () => new Raw('text/csv; charset=utf-8', Readable.from(['a,b\r\n', '1,2\r\n'])),
  }),
  route({
    id: 'upload',
    method: 'POST',
    path: '/api/upload',
    right: 'token',
    doc: 'Bytes.',
    rawBody: 4_194_304,
    reply: [200, z.object({ bytes: z.number() })],
    handler: (_ctx, { body }) => ({ bytes: (body as unknown as Buffer).length }),
  }),
  route({
    id: 'broken',
    method: 'GET',
    path: '/api/broken',
    right: 'public',
    doc: 'Throws.',
    reply: [200, z.unknown()],
    handler: () => {
      throw new Error('the secret cause')
    },
  }),
  route({
    id: 'lies',
    method: 'GET',
    path: '/api/lies',
    right: 'public',
    doc: 'Answers what it does not declare.',
    reply: [200, z.object({ ok: z.boolean() })],
    handler: () => ({ ok: 'no' }) as unknown as { ok: boolean },
  }),
  route({
    id: 'throttled',
    method: 'GET',
    path: '/api/throttled',
    right: 'public',
    doc: 'Throttled.',
    reply: [200, z.unknown()],
    handler: () => fail('credentials.throttled', { seconds: 7 }),
  }),
  route({
    id: 'slow',
    method: 'GET',
    path: '/api/slow',
    right: 'public',
    doc: 'Takes half a second.',
    reply: [200, z.object({ ok: z.boolean() })],
    handler: async () => {
      await systemClock.sleep(500)
      return { ok: true }
    },
  }),
]

export const TOKEN = { 'api-token': 't' }

export interface Served {
  readonly server: Server
  readonly tls: Tls
  readonly seen: unknown[]
  /** Lines of the log. */
  readonly logged: string[]
}

export async function start(more: Partial<Serving<Ctx, string>> = {}): Promise<Served> {
  const seen: unknown[] = []
  const logged: string[] = []
  const own = await ownTls(folder(), 'platform', systemClock)
  const server = await serve<Ctx, string>({
    routes,
    ctx: { seen },
    identify: (right, request) => {
      if (right === 'public') return 'nobody'
      if (request.headers['api-token'] === undefined) fail('token.missing', { header: 'api-token', what: 'the license key' })
      if (request.headers['api-token'] !== 't') fail('token.wrong', { header: 'api-token', what: 'license key' })
      return 'somebody'
    },
    tls: own,
    host: '127.0.0.1',
    port: 0,
    log: createLog('debug', { write: (line: string) => void logged.push(line) } satisfies pino.DestinationStream),
    clock: systemClock,
    openapi: { path: '/openapi.json', title: 'Test', version: '1' },
    ...more,
  })
  return { server, tls: own, seen, logged }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  readonly text: string
  readonly json: unknown
}

/** A request over a real connection, verified by the server's own certificate. */
export function ask(
  served: Served,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
  agent?: https.Agent,
): Promise<Answer> {
  // Node frames the body of a GET or DELETE only when its length is said.
  const length = body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const request = https.request(
      { host: '127.0.0.1', port: served.server.port, path: target, method, headers: { ...length, ...headers }, ca: served.tls.cert, agent: agent ?? false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const bytes = Buffer.concat(parts)
          const text = bytes.toString()
          let json: unknown
          try {
            json = JSON.parse(text)
          } catch {
            json = undefined
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Writes bytes as they are onto a TLS connection; resolves with all that came back when the server closes it (or after `ms`). */
export function shout(served: Served, bytes: string | Buffer, ms = 15_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let back = ''
    const socket = tls.connect({ host: '127.0.0.1', port: served.server.port, ca: served.tls.cert }, () => socket.write(bytes))
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.on('data', (part: Buffer) => (back += part.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(back)
    })
  })
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import * as https from 'node:https'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { errorBody, JSON_TYPE } from './failure.ts'
import { fail, Problem } from './problem.ts'
import type { Tls } from './tls.ts'

/** How long what comes in may take, and how much of it there may be at once: against slow-loris clients and floods. */
const LIMITS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
}
const MAX_CONNECTIONS = 1_000
const GRACE = 3_000

/** An HTTPS server whose every refusal has our error shape, and that always closes in bounded time. */
export interface Listener {
  readonly server: https.Server
  /** Stops listening, lets running requests end for 3 s, then ends what is left. Resolves when `closed` does. */
  drain(closed: Promise<unknown>): Promise<void>
}

export function createListener(tls: Tls, handler: RequestListener): Listener {
  // Without a Host header Node answers an empty 400 of its own; ours is given by the server's first hook.
  const server = https.createServer({ key: tls.key, cert: tls.cert, minVersion: 'TLSv1.2', requireHostHeader: false, ...LIMITS }, handler)
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', refuseBroken)
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    refuse(socket, new Problem('method.unknown', { method: 'CONNECT', path: request.url ?? '', allow: 'GET, POST, PUT, PATCH, DELETE' }))
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = new Problem('expectation.unknown', { expectation: String(request.headers.expect) })
    response.writeHead(problem.status, { 'content-type': JSON_TYPE }).end(errorBody(problem))
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    drain: async (closed) => {
      // Connections become idle one by one while their requests end; half-done TLS handshakes are known to nobody but us.
      const sweep = setInterval(() => server.closeIdleConnections(), 25)
      const force = setTimeout(() => sockets.forEach((socket) => socket.destroy()), GRACE)
      try {
        await closed
      } finally {
        clearInterval(sweep)
        clearTimeout(force)
      }
    },
  }
}

/** What the HTTP parser could not read never becomes a request, so it is answered on the socket. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } }): void {
  // Broken TLS has no channel to answer on; and behind a started answer a second one would be read as its body.
  const silent = error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL') === true || socket._httpMessage?.headersSent === true
  if (silent || !socket.writable) socket.destroy()
  else refuse(socket, problemOf(error))
}

function problemOf(error: NodeJS.ErrnoException): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers.large', {})
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request.slow', {})
    default:
      return new Problem('request.malformed', { why: 'it is not HTTP as RFC 9112 has it' })
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function refuse(socket: Duplex, problem: Problem): void {
  const body = errorBody(problem)
  const allow = problem.code === 'method.unknown' ? `Allow: ${problem.facts['allow'] ?? ''}\r\n` : ''
  const head = `HTTP/1.1 ${problem.status} ${REASONS[problem.status] ?? ''}\r\n${allow}Content-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.on('error', () => socket.destroy()) // the caller may be gone already
  socket.end(head + body, () => socket.destroy())
}

/** Somebody else listens on this port. */
export class PortInUse extends Error {
  readonly port: number
  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use; stop what listens there or choose another port`)
    this.name = 'PortInUse'
    this.port = port
  }
}

/** The first reason to refuse a request as such, before anything about it is decided. */
export function checkRequest(request: IncomingMessage): void {
  if (request.headers.host === undefined && request.httpVersionMinor === 1) fail('request.malformed', { why: 'the header Host is missing' })
}

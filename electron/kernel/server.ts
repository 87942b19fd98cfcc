import type { Writable } from 'node:stream'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { serveAssets } from './assets.ts'
import { BODY_LIMIT, bytesOf, parseJson } from './body.ts'
import type { Clock } from './clock.ts'
import { answerFailure, JSON_TYPE, pathOf, unknownPaths } from './failure.ts'
import { read } from './invalid.ts'
import { checkRequest, createListener, PortInUse } from './listener.ts'
import type { Log } from './log.ts'
import { openApiOf } from './openapi.ts'
import { wordsOf } from './words.ts'
import { Raw, type AnyRoute } from './route.ts'
import type { Tls } from './tls.ts'

/** What of a request may be looked at to say who asks. */
export interface Request {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly address: string
  readonly method: string
  /** Without the query string. */
  readonly path: string
}

export interface Serving<Ctx, Caller> {
  readonly routes: readonly AnyRoute<Ctx>[]
  readonly ctx: Ctx
  /** Who asks, by the route's right; throws a Problem when they may not. Called before the body or names are looked at. */
  readonly identify: (right: string, request: Request) => Caller | Promise<Caller>
  readonly tls: Tls
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly log: Log
  readonly clock: Clock
  readonly openapi: { readonly path: string; readonly title: string; readonly version: string }
  /** Folder of the user interface served at `/` with a strict CSP. */
  readonly assets?: string
  /** For tests: an answer that is not what the route declares becomes a 500. */
  readonly checkReplies?: boolean
}

export interface Injected {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string | Buffer | object
}

export interface InjectedReply {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: string
  json(): unknown
}

export interface Server {
  readonly url: string
  readonly port: number
  readonly fingerprint: string
  /** A request without a socket, for tests. */
  inject(o: Injected): Promise<InjectedReply>
  /** Stops listening at once, lets running requests end within 3 s. A handler that waits for it is one of these requests: it must not. */
  close(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: unknown
    /** Monotonic ms. */
    startedAt: number
  }
}

/** The longest name in a path, decoded; beyond it the answer is 414. */
const NAME_LIMIT = 2_048

/**
 * Serves a route table over HTTPS. Each request goes: identify → authorise → validate → handle → encode → log.
 * @throws PortInUse naming the port
 */
export async function serve<Ctx, Caller>(serving: Serving<Ctx, Caller>): Promise<Server> {
  const { tls, log, routes } = serving
  const listeners: ReturnType<typeof createListener>[] = []
  const app = Fastify({
    serverFactory: (handler) => {
      const listener = createListener(tls, handler)
      listeners.push(listener)
      return listener.server
    },
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    routerOptions: { maxParamLength: NAME_LIMIT, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      answerFailure(log, error, request, reply)
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('caller', undefined)
  app.decorateRequest('startedAt', 0)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    answerFailure(log, error, request, reply)
  })
  const unknown = unknownPaths(routes, serving.openapi.path)
  // A listener on every answer costs more than the answer's encoding: it is there only when something is written.
  const isTraced = log.isLevelEnabled('debug')
  app.addHook('onRequest', (request, reply, done) => {
    if (isTraced) request.startedAt = serving.clock.mono()
    checkRequest(request.raw)
    if (request.is404) return unknown(request, reply)
    done()
  })
  if (isTraced)
    app.addHook('onResponse', (request, reply, done) => {
      // The route's form and never the address: names and query strings may be secrets.
      log.debug(
        { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(serving.clock.mono() - request.startedAt) },
        'request',
      )
      done()
    })
  for (const route of routes) addRoute(app, serving, route)
  const describe = once(() => JSON.stringify(openApiOf(routes, { title: serving.openapi.title, version: serving.openapi.version })))
  app.get(serving.openapi.path, (_request, reply) => reply.header('content-type', JSON_TYPE).send(describe()))
  if (serving.assets !== undefined) await serveAssets(app, serving.assets)

  try {
    await app.listen({ host: serving.host, port: serving.port })
  } catch (error) {
    await app.close()
    if (codeOf(error) === 'EADDRINUSE') throw new PortInUse(serving.host, serving.port)
    throw new Error(`Cannot listen on ${serving.host}, port ${serving.port}: ${wordsOf(error)}`, { cause: error })
  }
  const port = portOf(app, serving.port)
  const close = once(() => {
    const closed = app.close()
    return Promise.all(listeners.map((listener) => listener.drain(closed))).then(() => undefined)
  })
  return {
    url: urlOf(serving.host, port),
    port,
    fingerprint: tls.fingerprint,
    inject: async ({ method, url, headers = {}, payload }) =>
      app.inject({ method, url, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) }),
    close,
  }
}

function addRoute<Ctx, Caller>(app: FastifyInstance, serving: Serving<Ctx, Caller>, route: AnyRoute<Ctx>): void {
  const { ctx, identify } = serving
  // `routesFor` typed these when the route was written; in a list of all routes their types are lost (see AnyRoute)
  const [status, replySchema] = route.reply as readonly [number, z.ZodType]
  const params = route.params as z.ZodType | undefined
  const query = route.query as z.ZodType | undefined
  const body = route.body as z.ZodType | undefined
  const handle = route.handler as (ctx: Ctx, input: object) => unknown
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.rawBody ?? BODY_LIMIT,
    // Neither hook nor handler makes a promise where there is nothing to wait for: on a small answer it would be a tenth of the cost.
    onRequest: (request, _reply, done) => {
      // Whatever the content type says (also nothing, also nonsense), one parser takes the body.
      if (request.method !== 'GET') request.raw.headers['content-type'] = 'application/json'
      const caller = identify(route.right, new Asked(request))
      if (caller instanceof Promise) {
        caller.then((one: Caller) => {
          request.caller = one
          done()
        }, done)
        return
      }
      request.caller = caller
      done()
    },
    handler: (request, reply) => {
      const given = new Given(
        params && read(params, request.params, 'The path'),
        query && read(query, request.query, 'The query'),
        route.rawBody !== undefined ? bytesOf(request) : body && read(body, parseJson(bytesOf(request)), 'The body'),
        request.caller,
        reply.raw,
      )
      const answer = (result: unknown): FastifyReply => {
        if (result instanceof Raw) return reply.code(status).headers(SAFE).header('content-type', result.type).send(result.body)
        if (serving.checkReplies === true) checkReply(route.id, replySchema, result)
        if (status === 204) return reply.code(status).headers(SAFE).send()
        return sendJson(reply, status, JSON.stringify(result ?? null))
      }
      const result = handle(ctx, given)
      if (result instanceof Promise) return result.then(answer)
      answer(result)
    },
  })
}

const SAFE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
const JSON_HEAD: readonly string[] = ['content-type', JSON_TYPE, ...Object.entries(SAFE).flat(), 'content-length']

/** Past the framework's own encoding, whose collecting of headers costs as much as all the rest. */
function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(status, [...JSON_HEAD, String(Buffer.byteLength(text))]).end(text)
  return reply
}

/** A request as `identify` sees it; what costs something is looked up when it is asked for. */
class Asked implements Request {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }
  get headers(): Request['headers'] {
    return this.#request.headers
  }
  get query(): Request['query'] {
    // fastify's own parser gives a record with null prototype
    return this.#request.query as Record<string, unknown>
  }
  get address(): string {
    return this.#request.raw.socket.remoteAddress ?? ''
  }
  get method(): string {
    return this.#request.method
  }
  get path(): string {
    return pathOf(this.#request)
  }
}

/** What a handler is given. */
class Given {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: unknown
  readonly #response: Writable
  constructor(params: unknown, query: unknown, body: unknown, caller: unknown, response: Writable) {
    this.params = params
    this.query = query
    this.body = body
    this.caller = caller
    this.#response = response
  }
  get gone(): AbortSignal {
    return goneOf(this.#response)
  }
}

function goneOf(response: Writable): AbortSignal {
  const gone = new AbortController()
  const abort = (): void => {
    gone.abort()
  }
  if (response.destroyed) abort()
  else response.once('close', abort)
  return gone.signal
}

function checkReply(id: string, schema: z.ZodType, value: unknown): void {
  const problem = schema.safeParse(value).error
  if (problem !== undefined) throw new Error(`The answer of ${id} is not what it declares: ${problem.message}`)
}

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : asked
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** The wildcard addresses are no places to go to: on this machine the server answers on the loopback. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `https://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

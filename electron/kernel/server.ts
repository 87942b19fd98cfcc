import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { AnyRoute } from './route.ts'
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
  readonly method: string
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
  /** Lets running requests end, for a bounded time. */
  close(): Promise<void>
}
export declare class PortInUse extends Error { readonly port: number }
export declare function serve<Ctx, Caller>(serving: Serving<Ctx, Caller>): Promise<Server>
export declare function openApiOf(routes: readonly AnyRoute[], about: { readonly title: string; readonly version: string }): object

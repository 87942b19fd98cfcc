import type { Readable } from 'node:stream'
import type * as z from 'zod'
import type { ProblemCode } from '../../shared/model/problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An answer that is not JSON (CSV, files), or JSON that has been encoded already. */
export class Raw {
  readonly type: string
  readonly body: string | Buffer | Readable
  constructor(type: string, body: string | Buffer | Readable) {
    this.type = type
    this.body = body
  }
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler is given: the validated parts of the request, and who asks. */
export interface Input<P, Q, B, Caller> {
  readonly params: Out<P>
  readonly query: Out<Q>
  readonly body: Out<B>
  readonly caller: Caller
  /** Aborted when the answer is complete, or when the client goes away before. */
  readonly gone: AbortSignal
}

/**
 * One operation as data. Validation, authorization, OpenAPI, the typed client and the sweep tests are derived from it.
 * `Right` is the interface's own set of rights; it is not optional, so that nobody can forget it.
 */
export interface Route<Ctx, Right extends string, Caller, P = unknown, Q = unknown, B = unknown, R = unknown> {
  readonly id: string
  readonly method: Method
  /** Fastify's form: `/api/connections/:connection_name`. */
  readonly path: string
  readonly right: Right
  readonly doc: string
  /** Not in the published documents: an operation of ours. Unknown fields in its body are refused. */
  readonly own?: true
  readonly params?: P
  readonly query?: Q
  /** A body is parsed as JSON whatever its content type; an empty one is no body. */
  readonly body?: B
  /** The body as received: the handler gets a Buffer. Its largest size in bytes. */
  readonly rawBody?: number
  readonly reply: readonly [status: number, schema: R]
  /** Codes it may answer besides those that every route may. */
  readonly fails?: readonly ProblemCode[]
  readonly handler: (ctx: Ctx, input: Input<P, Q, B, Caller>) => unknown
}

/** A route of any shape, as the server and the generators handle it. */
// The handler's input is contravariant, so a list of routes of different shapes can only be typed loosely here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRoute<Ctx = any> = Route<Ctx, string, any, any, any, any, any>

/** Gives the route form of one interface: `const route = routesFor<AgentApi, AgentRight, AgentCaller>()`. */
export function routesFor<Ctx, Right extends string, Caller>() {
  return <
    P extends z.ZodType | undefined = undefined,
    Q extends z.ZodType | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    R extends z.ZodType = z.ZodType,
  >(
    route: Omit<Route<Ctx, Right, Caller, P, Q, B, R>, 'handler'> & {
      readonly handler: (ctx: Ctx, input: Input<P, Q, B, Caller>) => z.input<R> | Raw | Promise<z.input<R> | Raw>
    },
  ): AnyRoute<Ctx> => route
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Log } from './log.ts'
import { fail, Problem } from './problem.ts'
import type { AnyRoute } from './route.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The one error shape on the wire. */
export const errorBody = (problem: Problem, requestId?: string): string =>
  JSON.stringify(requestId === undefined ? { error: problem.message } : { error: problem.message, request_id: requestId })

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** The one place where a failure becomes an answer. What nobody expected is told to the log, the caller gets its id. */
export function answerFailure(log: Log, error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request)
  void reply.code(problem.status).header('content-type', JSON_TYPE).header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  // Fastify would cut the connection under a body that is too long; drained instead, the caller sees why.
  if (problem.code === 'body.large') reply.removeHeader('connection')
  if (problem.code === 'method.unknown') void reply.header('allow', problem.facts['allow'])
  if (problem.status === 429) void reply.header('retry-after', problem.facts['seconds'])
  if (problem.code !== 'internal') return void reply.send(errorBody(problem))
  const id = randomUUID()
  log.error({ request_id: id, err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
  void reply.send(errorBody(problem, id))
}

function problemOf(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
      return new Problem('request.malformed', { why: 'the percent-encoding of its address is broken' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('url.long', {})
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body.large', { limit: request.routeOptions.bodyLimit })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('request.malformed', { why: 'the body has not the length that its header Content-Length says' })
    case 'ECONNRESET':
      return new Problem('request.malformed', { why: 'its body ends too early' })
    default:
      return new Problem('internal', {})
  }
}

/** Answers what no route takes: OPTIONS, 405 with `Allow`, 404. */
export function unknownPaths(routes: readonly AnyRoute[], openapi: string): (request: FastifyRequest, reply: FastifyReply) => void {
  const forms = [...routes, { path: openapi, method: 'GET' }].map((route) => ({
    method: route.method,
    form: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
  }))
  return (request, reply) => {
    const path = pathOf(request)
    const methods = new Set(forms.filter(({ form }) => form.test(path)).map(({ method }) => method))
    if (methods.size === 0) fail('path.unknown', { path: path.slice(0, 200), openapi })
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    if (request.method !== 'OPTIONS') fail('method.unknown', { method: request.method, path: path.slice(0, 200), allow })
    void reply.code(204).header('allow', allow).send()
  }
}

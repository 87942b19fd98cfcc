import type * as z from 'zod'

import { ErrorBody, PROBLEMS } from '../../shared/model/problem.ts'
import { toJsonSchema } from './invalid.ts'
import type { AnyRoute } from './route.ts'

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** The OpenAPI 3.1 document of a route table. Operations of our own carry `x-own: true`; `x-right` is what the caller must have. */
export function openApiOf(routes: readonly AnyRoute[], about: { readonly title: string; readonly version: string }): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return { openapi: '3.1.0', info: about, paths, components: { schemas: { Error: toJsonSchema(ErrorBody) } } }
}

function operationOf(route: AnyRoute): object {
  const parameters = [...parametersOf(route), ...queryOf(route)]
  const [status, reply] = replyOf(route)
  const failures = new Map<number, string>()
  for (const code of route.fails ?? [])
    failures.set(PROBLEMS[code].status, [failures.get(PROBLEMS[code].status), PROBLEMS[code].say].filter(Boolean).join(' · '))
  return {
    operationId: route.id,
    summary: route.doc,
    'x-right': route.right,
    ...(route.own === true ? { 'x-own': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(route),
    responses: {
      [status]: { description: route.doc, ...(status === 204 ? {} : { content: { 'application/json': { schema: toJsonSchema(reply) } } }) },
      ...Object.fromEntries([...failures].map(([code, description]) => [code, { description, content: ERROR }])),
      default: { description: 'What went wrong, in a sentence', content: ERROR },
    },
  }
}

function parametersOf(route: AnyRoute): object[] {
  const known = schemaOf(route.params)?.properties ?? {}
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: known[name] ?? { type: 'string' } }))
}

function queryOf(route: AnyRoute): object[] {
  const schema = schemaOf(route.query)
  return Object.entries(schema?.properties ?? {}).map(([name, one]) => ({
    name,
    in: 'query',
    required: schema?.required?.includes(name) ?? false,
    schema: one,
  }))
}

function bodyOf(route: AnyRoute): object {
  if (route.rawBody !== undefined) return { requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
  const schema = schemaOf(route.body)
  return schema === undefined ? {} : { requestBody: { content: { 'application/json': { schema } } } }
}

// A list of routes of any shape is loosely typed (see AnyRoute); what `routesFor` let in is a zod schema or nothing.
const schemaOf = (schema: unknown): ReturnType<typeof toJsonSchema> | undefined => (schema === undefined ? undefined : toJsonSchema(schema as z.ZodType))
const replyOf = (route: AnyRoute): readonly [number, z.ZodType] => route.reply as readonly [number, z.ZodType]

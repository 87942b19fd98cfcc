/** The typed map of an interface, from its route table: what each operation takes and answers as TypeScript, and how it is reached. */
import * as z from 'zod'
import type { AnyRoute } from '../electron/kernel/route.ts'

/** What of JSON Schema becomes a type; all else (lengths, patterns) is the server's to check. */
interface Node {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly required?: readonly string[]
  readonly items?: Node | false
  readonly prefixItems?: readonly Node[]
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function typeOf(node: Node | false | undefined): string {
  if (node === undefined || node === false) return 'unknown'
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return union(node.enum.map((one) => JSON.stringify(one)))
  const choices = node.anyOf ?? node.oneOf
  if (choices !== undefined) return `(${union(choices.map(typeOf))})`
  if (node.allOf !== undefined) return `(${node.allOf.map(typeOf).join(' & ')})`
  if (typeof node.type === 'object') return union(node.type.map((type) => typeOf({ ...node, type })))
  switch (node.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return node.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return node.prefixItems === undefined ? `readonly (${typeOf(node.items)})[]` : `readonly [${node.prefixItems.map(typeOf).join(', ')}]`
    case 'object':
      return objectType(node)
    default:
      return 'unknown'
  }
}

function objectType(node: Node): string {
  const known = Object.entries(node.properties ?? {})
  const open = typeof node.additionalProperties === 'object' ? `Readonly<Record<string, ${typeOf(node.additionalProperties)}>>` : undefined
  if (known.length === 0) return open ?? 'Readonly<Record<string, unknown>>'
  const optional = (name: string): string => (node.required?.includes(name) ? '' : '?')
  // A part left out may also be given as undefined: it is not sent then.
  const fields = known.map(([name, one]) => `readonly ${key(name)}${optional(name)}: ${typeOf(one)}${optional(name) && ' | undefined'}`)
  const fixed = `{ ${fields.join('; ')} }`
  return open === undefined ? fixed : `(${fixed} & ${open})`
}

// Node names the keywords that are read here; zod's type has all of them.
const schemaType = (schema: z.ZodType, io: 'input' | 'output'): string =>
  typeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Node)

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

function paramsOf(route: AnyRoute): string | undefined {
  if (isSchema(route.params)) return schemaType(route.params, 'input')
  const names = [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  return names.length === 0 ? undefined : `{ ${names.map((name) => `readonly ${name}: string`).join('; ')} }`
}

function shapeOf(route: AnyRoute): string {
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['params', paramsOf(route)],
    ['query', isSchema(route.query) ? schemaType(route.query, 'input') : undefined],
    ['body', isSchema(route.body) ? schemaType(route.body, 'input') : undefined],
    ['reply', isSchema(route.reply[1]) ? schemaType(route.reply[1], 'output') : 'unknown'],
  ]
  return `{ ${parts.flatMap(([name, type]) => (type === undefined ? [] : [`readonly ${name}: ${type}`])).join('; ')} }`
}

/** `AgentApi` (types) and `agentApi` (the map that `createClient` takes). Uploads of raw bytes are left out: they are no JSON calls. */
export function apiModule(name: 'agent' | 'platform', routes: readonly AnyRoute[]): string {
  const called = routes.filter((route) => route.rawBody === undefined)
  const types = called.map((route) => `/** ${route.doc.replaceAll('*/', '* /')} */\nreadonly ${key(route.id)}: ${shapeOf(route)}`)
  const map = called.map(({ id, method, path, right }) => `${key(id)}: ${JSON.stringify({ method, path, right })}`)
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Api`
  return `import type { Operation } from './client.ts'\n\nexport interface ${type} {\n${types.join('\n')}\n}\n\nexport const ${name}Api: Readonly<Record<keyof ${type}, Operation>> = {\n${map.join(',\n')}\n}\n`
}

import * as z from 'zod'
import { fail } from './problem.ts'

/** What of JSON Schema is looked at to say in words what a value must be. */
interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
}

/** Marks messages that zod made itself; all others were written by the schema's author and are said as they are. */
const GENERIC = '\0'

/**
 * The value as the schema gives it, or the problem `request.invalid` with a sentence such as "port must be a whole number from 1 to 65535".
 * A message in the schema replaces the derived words after the field: `z.string().regex(…, 'must be in the form key=value')`.
 */
export function read(schema: z.ZodType, value: unknown, whole: string): unknown {
  const result = schema.safeParse(value)
  return result.success ? result.data : refuse(schema, value, whole)
}

function refuse(schema: z.ZodType, value: unknown, whole: string): never {
  const issue = schema.safeParse(value, { error: () => GENERIC }).error?.issues[0]
  const path = issue?.path ?? []
  const field = path.length === 0 ? whole : path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`)).join('')
  if (issue !== undefined && issue.message !== GENERIC) fail('request.invalid', { field, why: issue.message })
  const root = toJsonSchema(schema)
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(descend(root, path)?.properties ?? {})
    fail('request.invalid', { field: String(issue.keys[0]), why: `is not known here; known are ${known.join(', ')}` })
  }
  if (valueAt(value, path) === undefined) fail('request.invalid', { field, why: path.length === 0 ? 'is missing; send a JSON object' : 'is missing' })
  const words = say(descend(root, path))
  fail('request.invalid', { field, why: words === '' ? 'is not valid' : `must be ${words}` })
}

/** A schema as it must be sent, in JSON Schema 2020-12. What JSON Schema cannot say is left open. */
export function toJsonSchema(schema: z.ZodType): Node {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  // zod's type has every keyword of JSON Schema; Node names the ones that are read here
  return rest as Node
}

function descend(node: Node | undefined, path: readonly PropertyKey[]): Node | undefined {
  const [key, ...rest] = path
  if (node === undefined || key === undefined) return node
  for (const one of [node, ...alternatives(node), ...(node.allOf ?? [])]) {
    const named = typeof key === 'number' ? one.items : one.properties?.[String(key)]
    const next = named ?? (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined)
    if (next !== undefined) return descend(next, rest)
  }
  return undefined
}

const alternatives = (node: Node): readonly Node[] => node.anyOf ?? node.oneOf ?? []

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value)
}

/** What a value of this schema must be, in words that follow "must be"; '' when the schema says too little. */
function say(node: Node | undefined): string {
  if (node === undefined) return ''
  const choices = alternatives(node)
  if (choices.length > 0) return [...new Set(choices.map(say).filter((words) => words !== ''))].join(' or ')
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return `one of ${node.enum.map((one) => JSON.stringify(one)).join(', ')}`
  switch (node.type) {
    case 'integer':
      return `a whole number${span(node.minimum, node.maximum)}`
    case 'number':
      return `a number${span(node.minimum, node.maximum)}`
    case 'string':
      return `a text${counted(node.minLength, node.maxLength, 'characters')}`
    case 'array':
      return `a list${counted(node.minItems, node.maxItems, 'entries')}`
    case 'boolean':
      return 'true or false'
    case 'object':
      return 'an object'
    case 'null':
      return 'null'
    default:
      return ''
  }
}

function counted(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return ` of ${least ?? 0} to ${most} ${unit}`
  return least === undefined ? '' : ` of at least ${least} ${unit}`
}

function span(low: number | undefined, high: number | undefined): string {
  const from = low !== undefined && low > Number.MIN_SAFE_INTEGER ? low : undefined
  const to = high !== undefined && high < Number.MAX_SAFE_INTEGER ? high : undefined
  if (from !== undefined && to !== undefined) return ` between ${from} and ${to}`
  if (from !== undefined) return ` at least ${from}`
  return to === undefined ? '' : ` at most ${to}`
}

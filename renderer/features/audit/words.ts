/** Entries of the log in words. */
import type { platform } from '../../data/api.ts'
import type { CellValue } from '../../ui/delimited.ts'

export type Entry = Awaited<ReturnType<typeof platform.listAudit>>['entries'][number]

/** `relayUpdateConnection` → `Update connection (at an agent)`, `signIn` → `Sign in`. */
export function operationWords(operation: string): string {
  const relayed = /^relay(?=[A-Z])/.test(operation)
  const words = operation
    .replace(/^relay(?=[A-Z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${relayed ? ' (at an agent)' : ''}`
}

/** What it was done on: the address without what every one begins with, names as they are written; of a sign-in, by what. */
export function pathWords({ operation, path, request }: Entry): string {
  if (operation === 'signIn')
    return fieldsOf(request)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  const short = path.replace(/^\/ds-api\/(?:app\/)?/, '')
  try {
    return decodeURIComponent(short)
  } catch {
    return short
  }
}

export const whoWords = ({ login }: Entry): string => (login === '' ? 'not known' : login)

/** One value that differs; null: it was not there. */
export interface Change {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)
const text = (value: unknown): string => (value === '' ? '(empty)' : String(value))

function flatten(value: unknown, name: string, into: Map<string, string>): Map<string, string> {
  if (value === null || value === undefined) return into
  if (isPlain(value)) return into.set(name, text(value))
  if (Array.isArray(value) && value.every(isPlain)) return into.set(name, value.length === 0 ? '(none)' : value.map(text).join(', '))
  const parts: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((one: unknown, i) => [`[${String(i + 1)}]`, one] as const)
    : Object.entries(value)
  for (const [key, one] of parts) flatten(one, name === '' || key.startsWith('[') ? `${name}${key}` : `${name}.${key}`, into)
  return into
}

/** What an operation changed, field by field; `all` also tells what stayed. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [flatten(before, '', new Map()), flatten(after, '', new Map())]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** What was sent, field by field. */
export const fieldsOf = (value: unknown): readonly (readonly [string, string])[] => [...flatten(value, '', new Map())]

const HEADER = ['time', 'login', 'email', 'address', 'operation', 'method', 'path', 'request', 'before', 'after', 'failure'] as const
const json = (value: unknown): CellValue => (value === null || value === undefined ? null : JSON.stringify(value))

/** Header and rows, times in UTC, states as JSON. */
export const auditTable = (entries: readonly Entry[]): readonly (readonly CellValue[])[] => [
  HEADER,
  ...entries.map((one) => [
    new Date(one.time).toISOString(),
    one.login,
    one.email,
    one.address,
    one.operation,
    one.method,
    one.path,
    json(one.request),
    json(one.before),
    json(one.after),
    one.failure,
  ]),
]

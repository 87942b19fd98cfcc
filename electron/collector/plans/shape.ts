/**
 * A plan as it is kept: the JSON of EXPLAIN (FORMAT JSON), as programs that draw plans take it, with the constants in its expressions
 * replaced by $1, $2 … Its shape is the md5 over node types, joins, relations and indexes in their order; costs, rows, expressions and
 * constants are not part of it.
 */
import { createHash } from 'node:crypto'
import { identify } from '../query-id.ts'

export interface Plan {
  /** 32 hex digits */
  readonly shape: string
  /** `[{"Plan": {…}}]` without constants. */
  readonly json: string
  /** In the planner's unit, a sequential page read. */
  readonly startupCost: number
  readonly totalCost: number
  readonly rows: number
  readonly nodes: number
}

/** The name of a relation or index as the shape has it. */
export type NameOf = (name: string) => string

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Node = Readonly<Record<string, Json>>

/** Properties that name things; every other text is an expression and loses its constants. */
const NAMES: ReadonlySet<string> = new Set([
  ...['Node Type', 'Parent Relationship', 'Subplan Name', 'Strategy', 'Partial Mode', 'Join Type', 'Scan Direction', 'Operation', 'Command'],
  ...['Relation Name', 'Schema', 'Alias', 'Index Name', 'CTE Name', 'Function Name', 'Table Function Name', 'Tuplestore Name', 'Custom Plan Provider'],
  ...['Conflict Resolution', 'Conflict Arbiter Indexes', 'Cache Mode', 'Query Identifier', 'Replaces', 'Disabled'],
])
const SHAPE = [
  ...['Node Type', 'Parallel Aware', 'Partial Mode', 'Join Type', 'Strategy', 'Operation', 'Scan Direction', 'Parent Relationship', 'Schema'],
  ...['Relation Name', 'Alias', 'Index Name', 'CTE Name', 'Function Name', 'Custom Plan Provider', 'Conflict Resolution'],
] as const
const RENAMED: ReadonlySet<string> = new Set(['Relation Name', 'Index Name'])
/** Of partitions, in the order of the partitions: which are read follows from the constants. */
const APPENDS: ReadonlySet<unknown> = new Set(['Append', 'Merge Append'])

/** What PostgreSQL answered, as it is kept; undefined when it is not a plan. Pure. */
export function readPlan(answer: string, nameOf: NameOf = (name) => name): Plan | undefined {
  let given: unknown
  try {
    given = JSON.parse(answer)
  } catch {
    return undefined
  }
  const plan: unknown = Array.isArray(given) ? (given[0] as { readonly Plan?: unknown } | null)?.Plan : undefined
  if (!isNode(plan)) return undefined
  const number = (name: string): number => (typeof plan[name] === 'number' ? plan[name] : 0)
  return {
    shape: createHash('md5')
      .update(JSON.stringify(shapeOf(plan, nameOf)))
      .digest('hex'),
    json: JSON.stringify([{ Plan: withoutConstants('Plan', plan) }]),
    startupCost: number('Startup Cost'),
    totalCost: number('Total Cost'),
    rows: number('Plan Rows'),
    nodes: count(plan),
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const childrenOf = (node: Node): readonly Node[] => (Array.isArray(node['Plans']) ? node['Plans'].filter(isNode) : [])

const count = (node: Node): number => childrenOf(node).reduce((sum, child) => sum + count(child), 1)

function shapeOf(node: Node, nameOf: NameOf): Json {
  const own = SHAPE.map((name): Json => {
    const value = node[name] ?? null
    return RENAMED.has(name) && typeof value === 'string' ? nameOf(value) : value
  })
  const children = childrenOf(node).map((child) => shapeOf(child, nameOf))
  if (!APPENDS.has(node['Node Type'])) return [own, children]
  // PostgreSQL numbers the aliases of the partitions it reads: t_1, t_2 …
  const alike = children.map((child) => JSON.stringify(child).replace(/_\d+"/g, '"'))
  return [own, [...new Set(alike)].sort()]
}

function withoutConstants(name: string, value: Json): Json {
  if (typeof value === 'string') return NAMES.has(name) ? value : (identify(value)?.text ?? '…')
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => withoutConstants(name, one))
  if (!isNode(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutConstants(key, one)]))
}

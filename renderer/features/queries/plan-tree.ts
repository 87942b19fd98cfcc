/** A plan as EXPLAIN (FORMAT JSON) writes it, as the lines of a tree. Costs are in reads of a sequential page. */

export interface PlanLine {
  readonly depth: number
  /** "Hash Left Join", "Index Scan" … */
  readonly node: string
  /** What it reads: "orders_customer on orders o"; '' when nothing by itself. */
  readonly target: string
  /** Conditions and keys, each as "Filter: …". */
  readonly details: readonly string[]
  readonly rows: number | null
  readonly cost: number | null
  /** Share of the whole cost that is this node's own, 0..1; null when it cannot be told. */
  readonly own: number | null
}

type Json = Readonly<Record<string, unknown>>

const DETAILS = ['Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Filter', 'TID Cond', 'One-Time Filter', 'Sort Key', 'Group Key']

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const childrenOf = (node: Json): readonly Json[] => (Array.isArray(node['Plans']) ? node['Plans'].filter(isObject) : [])

/** The lines from the root downwards; none when the text is no plan. */
export function planLines(json: string): readonly PlanLine[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return []
  }
  const [first] = Array.isArray(parsed) ? (parsed as readonly unknown[]) : []
  const root = isObject(first) ? first['Plan'] : undefined
  if (!isObject(root)) return []
  const whole = number(root['Total Cost'])
  const lines: PlanLine[] = []
  const walk = (node: Json, depth: number): void => {
    lines.push(lineOf(node, depth, whole))
    for (const child of childrenOf(node)) walk(child, depth + 1)
  }
  walk(root, 0)
  return lines
}

function lineOf(node: Json, depth: number, whole: number | null): PlanLine {
  const cost = number(node['Total Cost'])
  const below = childrenOf(node).reduce((sum, child) => sum + (number(child['Total Cost']) ?? 0), 0)
  const own = cost === null || whole === null || whole <= 0 ? null : Math.min(1, Math.max(0, cost - below) / whole)
  const details = DETAILS.flatMap((name) => {
    const value = node[name]
    const words = Array.isArray(value) ? value.map(text).join(', ') : text(value)
    return words === '' ? [] : [`${name}: ${words}`]
  })
  return { depth, node: nameOf(node), target: targetOf(node), details, rows: number(node['Plan Rows']), cost, own }
}

function nameOf(node: Json): string {
  const type = text(node['Node Type'])
  const join = text(node['Join Type'])
  const strategy: Readonly<Record<string, string>> = { Hashed: 'Hash', Sorted: 'Group', Mixed: 'Mixed' }
  const partial = ['Partial', 'Finalize'].find((mode) => mode === node['Partial Mode'])
  let name = type
  if (type === 'ModifyTable') name = text(node['Operation']) || type
  if (type === 'Aggregate') name = `${strategy[text(node['Strategy'])] ?? ''}Aggregate`
  if (join !== '' && join !== 'Inner') name = type.endsWith(' Join') ? `${type.slice(0, -5)} ${join} Join` : `${type} ${join} Join`
  return [partial, node['Parallel Aware'] === true ? 'Parallel' : undefined, name].filter((word) => word !== undefined).join(' ')
}

function targetOf(node: Json): string {
  const relation = text(node['Relation Name']) || text(node['CTE Name']) || text(node['Function Name'])
  const alias = text(node['Alias'])
  const index = text(node['Index Name'])
  const named = relation === '' ? '' : alias === '' || alias === relation ? relation : `${relation} ${alias}`
  const read = index === '' ? named : named === '' ? index : `${index} on ${named}`
  const sub = text(node['Subplan Name'])
  return [read, sub === '' ? '' : `(${sub})`].filter((word) => word !== '').join(' ')
}

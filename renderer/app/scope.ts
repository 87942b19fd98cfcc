/**
 * What is being looked at. It lives in the address (`#/activity?r=1h&w=…&f=…`) and nowhere else, so that reload, links and the browser's
 * back and forward restore it: every change of range, window or filter is one history entry.
 *   r  `1h` or `<from>-<to>` in ms     p  paused at, ms     w  window `<from>-<to>`, ms     by  dimension
 *   i  an instance, repeated           f  `dimension:=value` or `dimension:-` for null, `!` before it excludes; repeated
 */
import { Dimension, type Condition } from '../../shared/model/activity.ts'
import { parseRange, spanText, type Range } from './range.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

export interface Scope {
  readonly range: Range
  /** Live ends now; a paused view ends at the moment it was paused. Only for a range that moves. */
  readonly pausedAt: number | null
  /** The brushed part: the lists describe it. */
  readonly window: Span | null
  readonly where: readonly Condition[]
  readonly by: Dimension
  /** Labels of instances; none is all. */
  readonly instances: readonly string[]
}

export const START_SCOPE: Scope = { range: { kind: 'last', span: 3_600_000 }, pausedAt: null, window: null, where: [], by: 'wait_event_type', instances: [] }

export const isLive = (scope: Scope): boolean => scope.range.kind === 'last' && scope.pausedAt === null

const readSpan = (text: string | null): Span | null => {
  const found = /^(\d+)-(\d+)$/.exec(text ?? '')
  return found === null || Number(found[1]) >= Number(found[2]) ? null : { from: Number(found[1]), to: Number(found[2]) }
}
const writeSpan = (span: Span) => `${String(span.from)}-${String(span.to)}`

export function readScope(search: URLSearchParams): Scope {
  const fixed = readSpan(search.get('r'))
  const moving = parseRange(search.get('r') ?? '', 0, 'utc')
  const range: Range = fixed !== null ? { kind: 'between', ...fixed } : moving?.kind === 'last' ? moving : START_SCOPE.range
  const paused = Number(search.get('p') ?? Number.NaN)
  const by = Dimension.safeParse(search.get('by'))
  return {
    range,
    pausedAt: range.kind === 'last' && Number.isFinite(paused) ? paused : null,
    window: readSpan(search.get('w')),
    where: readConditions(search.getAll('f')),
    by: by.success ? by.data : START_SCOPE.by,
    instances: search.getAll('i'),
  }
}

export function writeScope(scope: Scope): URLSearchParams {
  const search = new URLSearchParams()
  search.set('r', scope.range.kind === 'last' ? spanText(scope.range.span) : writeSpan(scope.range))
  if (scope.pausedAt !== null) search.set('p', String(scope.pausedAt))
  if (scope.window !== null) search.set('w', writeSpan(scope.window))
  if (scope.by !== START_SCOPE.by) search.set('by', scope.by)
  for (const instance of scope.instances) search.append('i', instance)
  for (const { dimension, values, exclude } of scope.where)
    for (const value of values) search.append('f', `${exclude ? '!' : ''}${dimension}:${value === null ? '-' : `=${value}`}`)
  return search
}

function readConditions(texts: readonly string[]): Condition[] {
  let where: readonly Condition[] = []
  for (const text of texts) {
    const found = /^(!?)(\w+):(?:=([^]*)|-)$/.exec(text)
    const dimension = Dimension.safeParse(found?.[2])
    if (found !== null && dimension.success) where = withValue(where, dimension.data, found[3] ?? null, found[1] === '!')
  }
  return [...where]
}

/** Adds a value to what is included or excluded of a dimension; it leaves the opposite list. */
export function withValue(where: readonly Condition[], dimension: Dimension, value: string | null, exclude: boolean): readonly Condition[] {
  const rest = withoutValue(where, dimension, value)
  const same = rest.find((c) => c.dimension === dimension && c.exclude === exclude)
  if (same === undefined) return [...rest, { dimension, values: [value], exclude }]
  return rest.map((c) => (c === same ? { ...c, values: [...c.values, value] } : c))
}

export function withoutValue(where: readonly Condition[], dimension: Dimension, value: string | null): readonly Condition[] {
  return where.map((c) => (c.dimension === dimension ? { ...c, values: c.values.filter((v) => v !== value) } : c)).filter((c) => c.values.length > 0)
}

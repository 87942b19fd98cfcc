/** The difference as it is printed: whole digits of one unit, so that terms, rows and what is left add up to the last of them. Pure. */
import { printed, type Difference } from '../../../shared/model/compare.ts'
import type { CompareReply } from '../../data/api.ts'

export type Measure = 'load' | 'time'
export type Row = CompareReply['rows'][number]

/** In the order in which a stack of them never falls below zero. */
export const TERMS = [
  { id: 'gone', name: 'Gone', doc: 'Statements that ran in the earlier window only' },
  { id: 'more_calls', name: 'More calls', doc: 'What more calls cost, each as dear as before; fewer calls are a gain' },
  { id: 'slower', name: 'Slower per call', doc: 'What each call of the later window took longer than before; a gain when it was faster' },
  { id: 'appeared', name: 'New', doc: 'Statements that ran in the later window only' },
  { id: 'rest', name: 'Rest', doc: 'What the filters of query monitoring left out, which is no statement and cannot be split' },
] as const
export type Term = (typeof TERMS)[number]['id']
const FIELDS = ['before', 'after', 'change', ...TERMS.map(({ id }) => id)] as const

export interface Unit {
  readonly name: string
  /** What is shown is the value by this. */
  readonly per: number
  readonly decimals: number
}

/** One unit for everything on the page, by the larger of the two windows. */
export function unitOf(measure: Measure, { before, after }: Difference): Unit {
  const most = Math.max(before, after)
  if (measure === 'load') return { name: 'AAS', per: 1, decimals: most < 1 ? 3 : most < 100 ? 2 : 1 }
  if (most < 10_000) return { name: 'ms', per: 1, decimals: most < 100 ? 2 : 0 }
  if (most < 600_000) return { name: 's', per: 1000, decimals: 1 }
  return most < 36_000_000 ? { name: 'min', per: 60_000, decimals: 1 } : { name: 'h', per: 3_600_000, decimals: 1 }
}

const map = (of: (field: (typeof FIELDS)[number]) => number): Difference => ({
  before: of('before'),
  after: of('after'),
  change: of('change'),
  more_calls: of('more_calls'),
  slower: of('slower'),
  appeared: of('appeared'),
  gone: of('gone'),
  rest: of('rest'),
})

export interface Shown {
  readonly unit: Unit
  readonly total: Difference
  readonly rows: readonly { readonly row: Row; readonly shown: Difference }[]
  /** total - rows, cell by cell: the other statements, the rest, and what rounding took from the rows. */
  readonly others: Difference
}

export function shownOf(reply: CompareReply, measure: Measure): Shown {
  const unit = unitOf(measure, reply.total[measure])
  const digits = (difference: Difference) =>
    printed(
      map((field) => difference[field] / unit.per),
      unit.decimals,
    )
  const total = digits(reply.total[measure])
  const rows = reply.rows.map((row) => ({ row, shown: digits(row[measure]) }))
  const scale = 10 ** unit.decimals
  const whole = (value: number) => Math.round(value * scale)
  // In whole digits, or fractions of a digit would be left over.
  const others = map((field) => rows.reduce((left, { shown }) => left - whole(shown[field]), whole(total[field])) / scale)
  return { unit, total, rows, others }
}

/** What a change mostly comes from; null when nothing changed to the printed digit. */
export function reasonOf(shown: Difference): string | null {
  const [main] = TERMS.map(({ id }) => id)
    .filter((id) => shown[id] !== 0)
    .sort((a, b) => Math.abs(shown[b]) - Math.abs(shown[a]))
  if (main === undefined) return null
  const less = shown[main] < 0
  return { gone: 'gone', appeared: 'new', more_calls: less ? 'fewer calls' : 'more calls', slower: less ? 'faster per call' : 'slower per call', rest: 'rest' }[
    main
  ]
}

export interface Step {
  readonly id: 'before' | 'after' | Term
  readonly name: string
  readonly low: number
  readonly high: number
  /** What the step adds; the whole for the two ends. */
  readonly value: number
}

/** From the one window to the other, each term beginning where the last one ended. */
export function stepsOf(total: Difference): readonly Step[] {
  let at = total.before
  const between = TERMS.map(({ id, name }): Step => {
    const from = at
    at += total[id]
    return { id, name: total[id] < 0 ? (LESS[id] ?? name) : name, low: Math.min(from, at), high: Math.max(from, at), value: total[id] }
  })
  return [
    { id: 'before', name: 'Before', low: 0, high: total.before, value: total.before },
    ...between,
    { id: 'after', name: 'After', low: 0, high: total.after, value: total.after },
  ]
}
const LESS: Partial<Readonly<Record<Term, string>>> = { more_calls: 'Fewer calls', slower: 'Faster per call' }

/** `+0.12`, `−3.4`; a measured zero is `0`. */
export function writeChange(value: number, decimals: number): string {
  return value === 0 ? '0' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`
}

export const writeAmount = (value: number, decimals: number): string => (value === 0 ? '0' : value.toFixed(decimals))

/** Against the earlier window: percent, from ten times on a factor; '' where there is nothing to divide by. */
export function writeRelative({ before, after }: Difference): string {
  if (before <= 0 || after <= 0 || before === after) return ''
  const factor = after / before
  if (factor >= 10) return `×${factor.toFixed(0)}`
  return `${factor < 1 ? '−' : '+'}${Math.abs((factor - 1) * 100).toFixed(1)}\u00a0%`
}

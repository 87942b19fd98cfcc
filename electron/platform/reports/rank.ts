import type { ReportForm } from '../../catalog/define.ts'
import type { NumericColumn } from './columns.ts'
import type { Asked } from './rows.ts'
import type { Sums } from './sums.ts'

/** What rows are ordered by. NaN is "nothing was collected" and comes last. */
export type Rank = number | string

export interface Ranked {
  readonly rank: Rank
  readonly key: string
}

const low = (n: number): number => (Number.isNaN(n) ? -Infinity : n)

/** The largest number first, texts by the alphabet; equal ones in a fixed order, so that a repeated question gets the same answer. */
export function compareRanks(a: Ranked, b: Ranked): number {
  if (typeof a.rank === 'number' && typeof b.rank === 'number' && low(a.rank) !== low(b.rank)) return low(b.rank) - low(a.rank)
  if (typeof a.rank === 'string' && typeof b.rank === 'string' && a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** The column of the answer that a value of `by` names. */
export const columnOfBy = (form: ReportForm, by: string): string => Object.entries(form.columns).find(([, column]) => column.by === by)?.[0] ?? by

/** How the report ranks a group; all alike when it does not. */
export function rankOf(
  { form, request }: Asked,
  columns: readonly NumericColumn[],
): (sums: Sums, slots: readonly number[], label: (name: string) => string | null) => Rank {
  if (request.by === undefined) return () => 0
  const name = columnOfBy(form, request.by)
  const column = columns.find((one) => one.name === name)
  if (column !== undefined) return (sums, slots) => sums.value(column, slots)
  const label = form.columns[name]?.label ?? ''
  // The one label that is a number is an oid.
  const isNumber = form.columns[name]?.show !== undefined
  return (_, __, labelOf) => (isNumber ? Number(labelOf(label) ?? NaN) : (labelOf(label) ?? ''))
}

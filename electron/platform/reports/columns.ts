import { probes } from '../../catalog/probes/_all.generated.ts'
import type { Aggregate, Probe, ReportForm } from '../../catalog/define.ts'

/** A column of the answer that is folded from a numeric column of a probe. */
export interface NumericColumn {
  /** In the answer. */
  readonly name: string
  readonly probe: string
  /** In the probe. */
  readonly from: string
  readonly agg: Aggregate
  /** Stored numbers are whole multiples of 1/scale; sums are rounded to that, so that no noise of addition shows. 0: as it is. */
  readonly scale: number
}

const known: readonly Probe[] = probes

/** The first of the report's probes that has the column. */
function sourceOf(form: ReportForm, column: string): { readonly probe: string; readonly kind: string; readonly scale: number } {
  for (const id of form.reads) {
    const declared = known.find((probe) => probe.id === id)?.columns[column]
    if (declared !== undefined) return { probe: id, kind: declared.kind, scale: declared.scale ?? 1 }
  }
  throw new Error(`the report ${form.id} reads ${column}, which none of ${form.reads.join(', ')} has`)
}

function defaultOf(form: ReportForm, kind: string): Aggregate {
  if (kind === 'counter') return form.shape === 'latest' ? 'last' : 'sum'
  return form.shape === 'series' ? 'average' : 'last'
}

/** The numeric columns of a report. How they are folded follows from their kind unless the form says otherwise. */
export function numericColumns(form: ReportForm): readonly NumericColumn[] {
  return Object.entries(form.columns).flatMap(([name, column]) => {
    const from = column.from ?? column.since
    if (from === undefined) return []
    const { probe, kind, scale } = sourceOf(form, from)
    return [{ name, probe, from, agg: column.agg ?? defaultOf(form, kind), scale }]
  })
}

/** ms within which every object that a probe reads was in a reading for sure. */
export function lookBack(id: string): number {
  const probe = known.find((one) => one.id === id)
  const every = probe?.wholeEvery ?? probe?.every
  return typeof every === 'number' ? 2 * every * 1000 : 0
}

/**
 * Whether totals per object give what the readings give. Sums do; averages do where every reading has all objects; maxima and last values only where there is
 * one object, so that nothing is added up before.
 */
export function addsUp(id: string, columns: readonly NumericColumn[]): boolean {
  const probe = known.find((one) => one.id === id)
  const single = !Object.values(probe?.columns ?? {}).some(({ kind }) => kind === 'key')
  return columns.every(({ agg }) => single || agg === 'sum' || (agg === 'average' && probe?.changedOnly !== true))
}

const EXACT: ReadonlySet<Aggregate> = new Set(['sum', 'first', 'last', 'max', 'total'])

/** NaN, the store's null, as null; sums of scaled integers without the noise of addition. */
export function shown(value: number, column: NumericColumn): number | null {
  if (Number.isNaN(value)) return null
  return column.scale > 0 && EXACT.has(column.agg) ? Math.round(value * column.scale) / column.scale : value
}

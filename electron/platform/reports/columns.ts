import { probes } from '../../catalog/probes/_all.generated.ts'
import type { Probe, ReportColumnForm, ReportForm } from '../../catalog/define.ts'

/** A column of the answer that is folded from a numeric column of a probe. */
export interface NumericColumn {
  /** In the answer. */
  readonly name: string
  readonly probe: string
  /** In the probe. */
  readonly from: string
  readonly agg: NonNullable<ReportColumnForm['agg']>
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

function defaultOf(form: ReportForm, kind: string): NumericColumn['agg'] {
  if (form.shape === 'latest') return 'last'
  return kind === 'counter' ? 'sum' : 'average'
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

/** ms within which a probe that is read now and then was read for sure, when it is read at all. */
export function lookBack(id: string): number {
  const every = known.find((probe) => probe.id === id)?.every
  return typeof every === 'number' ? 2 * every * 1000 : 0
}

/** NaN, the store's null, as null; sums of scaled integers without the noise of addition. */
export function shown(value: number, column: NumericColumn): number | null {
  if (Number.isNaN(value)) return null
  return column.scale > 0 && column.agg !== 'average' ? Math.round(value * column.scale) / column.scale : value
}

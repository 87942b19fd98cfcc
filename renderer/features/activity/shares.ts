/** The printed columns of a list: rounded so that what stands below each other adds up. Pure. */
import type { TopReply } from '../../data/api.ts'
import { apportion, formatCount, loadDecimals } from '../../../shared/units.ts'

export interface Printed {
  readonly aas: string
  readonly share: string
  readonly samples: string
}
type List = TopReply['lists'][string]

/** Fewer samples than this say little: the value is marked as an estimate. */
export const FEW_SAMPLES = 30

const fixed = (value: number, decimals: number, exact: number) =>
  exact > 0 && value === 0 ? `< ${(10 ** -decimals).toFixed(decimals)}` : value === 0 ? '0' : value.toFixed(decimals)

/** Cells of rows, then of the remainder, then of the sum. */
export function printList(list: List): { readonly rows: readonly Printed[]; readonly other: Printed; readonly sum: Printed } {
  const parts = [...list.rows, list.other]
  const total = parts.reduce((sum, part) => sum + part.aas, 0)
  const decimals = Math.min(2, loadDecimals(total) + (total >= 9.995 && total < 99.95 ? 1 : 0))
  const aas = apportion(
    parts.map((part) => part.aas),
    decimals,
  )
  const shares = apportion(
    parts.map((part) => (total === 0 ? 0 : (100 * part.aas) / total)),
    1,
  )
  const printed = parts.map((part, i): Printed => ({
    aas: `${part.samples > 0 && part.samples < FEW_SAMPLES ? '≈ ' : ''}${fixed(aas[i] ?? 0, decimals, part.aas)}`,
    share: fixed(shares[i] ?? 0, 1, part.aas),
    samples: formatCount(part.samples),
  }))
  const samples = parts.reduce((sum, part) => sum + part.samples, 0)
  const nothing: Printed = { aas: '0', share: '0', samples: '0' }
  return {
    rows: printed.slice(0, -1),
    other: printed.at(-1) ?? nothing,
    sum: {
      aas: fixed(
        aas.reduce((a, b) => a + b, 0),
        decimals,
        total,
      ),
      share: total === 0 ? '0' : '100.0',
      samples: formatCount(samples),
    },
  }
}

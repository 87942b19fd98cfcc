import { formatLoad, formatPercent } from '../../../shared/units.ts'
import type { Band } from '../../ui/load.ts'

interface Props {
  readonly bands: readonly Band[]
  readonly onInclude: (value: string | null) => void
  readonly onExclude: (value: string | null) => void
  readonly onExpand: () => void
}

/** Top to bottom exactly like the stack, with value and share. A click filters, with Alt it excludes; the remainder opens. */
export function Legend({ bands, onInclude, onExclude, onExpand }: Props) {
  const total = bands.reduce((sum, band) => sum + band.aas, 0)
  return (
    <div className="legend" role="group" aria-label="Legend, top of the stack first">
      {[...bands].reverse().map((band) => (
        <button
          key={band.id}
          type="button"
          title={band.value === undefined ? 'Show all' : 'Click: only this. Alt and click: without this'}
          onClick={(event) => {
            if (band.value === undefined) onExpand()
            else if (event.altKey) onExclude(band.value)
            else onInclude(band.value)
          }}
        >
          <span className={`swatch${band.hatched ? ' crossed' : ''}`} style={{ background: `var(${band.colour})` }} />
          <span className="cut">{band.name}</span>
          <span className="value">
            {formatLoad(band.aas)} · {formatPercent(total === 0 ? 0 : band.aas / total)}
          </span>
        </button>
      ))}
    </div>
  )
}

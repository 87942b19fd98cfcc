import { X } from 'lucide-react'
import { DIMENSION_NAMES, valueName } from './dimensions.ts'
import { useScope } from './use-scope.ts'

/** The filters in force. Inside one dimension any of the values, between dimensions all. */
export function Chips() {
  const { scope, drop, change } = useScope()
  if (scope.where.length === 0) return null
  return (
    <div className="chips" role="region" aria-label="Filters">
      {scope.where.flatMap(({ dimension, values, exclude }) =>
        values.map((value) => (
          <span key={`${dimension}${String(exclude)}${String(value)}`} className="chip">
            <span className="cut">
              <span className="dim">{DIMENSION_NAMES[dimension].toLowerCase()}</span> {exclude ? '≠' : '='} {valueName(dimension, value)}
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${DIMENSION_NAMES[dimension].toLowerCase()} ${valueName(dimension, value)}`}
              onClick={() => {
                drop(dimension, value)
              }}
            >
              <X size={12} />
            </button>
          </span>
        )),
      )}
      <button
        type="button"
        className="button plain small"
        onClick={() => {
          change({ where: [] })
        }}
      >
        Clear all
      </button>
    </div>
  )
}

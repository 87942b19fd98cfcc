/** Turns a chart into the table of its numbers and back. */
import { BarChart3, Table2 } from 'lucide-react'

export function AsTable({
  on,
  turn,
  chart = 'Chart',
  keys,
}: {
  /** The table is shown. */
  readonly on: boolean
  readonly turn: (on: boolean) => void
  /** What the way back is called. */
  readonly chart?: 'Chart' | 'Charts'
  /** The key that does it too. */
  readonly keys?: string
}) {
  return (
    <button
      type="button"
      className="button small"
      aria-pressed={on}
      title={keys === undefined ? undefined : `Chart or table (${keys})`}
      onClick={() => {
        turn(!on)
      }}
    >
      {on ? <BarChart3 size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />}
      {on ? chart : 'Table'}
    </button>
  )
}

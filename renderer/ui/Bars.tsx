/** Small marks for table cells: parts of a whole, a share, a trend. Numbers stand beside them; they are decoration for a screen reader. */
import { waitColour, waitOrder } from './colours.ts'

/** Load by wait class, in stack order. `full` is the value that fills the cell. */
export function StackBar({ classes, full }: { readonly classes: Readonly<Record<string, number>>; readonly full: number }) {
  const parts = Object.entries(classes)
    .filter(([, value]) => value > 0)
    .sort(([a], [b]) => waitOrder(a) - waitOrder(b))
  return (
    <span className="stackbar" aria-hidden="true" title={parts.map(([name, value]) => `${name} ${value.toFixed(2)}`).join(' · ')}>
      {parts.map(([name, value]) => (
        <i key={name} style={{ background: `var(${waitColour(name)})`, width: `max(1px, ${String((100 * value) / Math.max(full, 1e-9))}%)` }} />
      ))}
    </span>
  )
}

export function ShareBar({ share }: { readonly share: number }) {
  return <span className="sharebar" aria-hidden="true" style={{ width: `${String(Math.min(100, share * 100))}%` }} />
}

/** One bar a bucket from zero; a gap stays empty. */
export function Trend({ values, width = 96, height = 16 }: { readonly values: readonly (number | null)[]; readonly width?: number; readonly height?: number }) {
  const most = Math.max(1e-9, ...values.map((v) => v ?? 0))
  const step = width / Math.max(values.length, 1)
  return (
    <svg width={width} height={height} aria-hidden="true" style={{ display: 'block' }}>
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--border)" />
      {values.map((value, i) =>
        value === null || value === 0 ? null : (
          <rect
            key={i}
            x={i * step}
            width={Math.max(1, step - 1)}
            y={height - Math.max(1, (value / most) * height)}
            height={Math.max(1, (value / most) * height)}
            fill="var(--text-3)"
          />
        ),
      )}
    </svg>
  )
}

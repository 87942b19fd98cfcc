import { formatClock, formatCount, formatLoad, formatPercent, type Zone } from '../../shared/units.ts'
import type { Load } from './load.ts'

/** One bar in numbers: its time, the total, the layers in stack order from the top, the highest sample. */
export function LoadTip({
  load,
  index,
  band,
  zone,
  x,
  width,
}: {
  readonly load: Load
  readonly index: number
  readonly band: number | null
  readonly zone: Zone
  readonly x: number
  readonly width: number
}) {
  const begin = load.time[index] ?? 0
  const total = load.average[index] ?? null
  const peakAt = load.peakAt[index] ?? null
  const rows = load.bands.map((b, i) => ({ b, i, value: b.average[index] ?? 0 })).filter(({ value, i }) => value > 0 || i === band)
  return (
    <div className="tip" style={{ top: 8, ...(x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }) }}>
      <div className="dim">
        {formatClock(begin, zone)}–{formatClock(begin + load.bucket, zone)}
      </div>
      {total === null ? (
        <div>No sample was taken</div>
      ) : (
        <table>
          <tbody>
            <tr className="now">
              <td>Active sessions</td>
              <td>{formatLoad(total)}</td>
              <td />
            </tr>
            {rows.reverse().map(({ b, i, value }) => (
              <tr key={b.id} className={i === band ? 'now' : ''}>
                <td>
                  <span className="swatch" style={{ background: `var(${b.colour})`, marginRight: 8 }} />
                  {b.name.length > 48 ? `${b.name.slice(0, 47)}…` : b.name}
                </td>
                <td>{formatLoad(value)}</td>
                <td className="dim">{formatPercent(total === 0 ? 0 : value / total)}</td>
              </tr>
            ))}
            <tr>
              <td className="dim">Highest reading{peakAt === null ? '' : `, ${formatClock(peakAt, zone)}`}</td>
              <td>{formatCount(load.peak[index] ?? null)}</td>
              <td />
            </tr>
            <tr>
              <td className="dim">Readings</td>
              <td>{load.ticks[index] ?? 0}</td>
              <td />
            </tr>
          </tbody>
        </table>
      )}
    </div>
  )
}

/** One measure over time, 72 px high: bars for what is counted, a step line for what is measured. Lanes of a page share their pointer. */
import { useMemo, useRef } from 'react'
import { formatClock, type Zone } from '../../shared/units.ts'
import { Chart, type Insets, type Mark } from './Chart.tsx'
import { scaleFor } from './load.ts'
import { useWidth } from './use-size.ts'

interface Props {
  readonly title: string
  readonly from: number
  readonly to: number
  /** ms a point stands for */
  readonly step: number
  readonly points: readonly (readonly [time: number, value: number | null])[]
  readonly kind: 'bars' | 'line'
  readonly write: (value: number | null) => string
  /** Numbers of the axis; their unit stands in the title when they have none. */
  readonly axis: (value: number) => string
  readonly zone: Zone
  readonly at: number | null
  readonly onAt: (time: number | null) => void
}

const INSETS: Insets = { left: 56, right: 8, top: 6, bottom: 18 }

export function Lane({ title, from, to, step, points, kind, write, axis, zone, at, onAt }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const most = Math.max(0, ...points.map(([, value]) => value ?? 0))
  const highest = points.find(([, value]) => value === most)
  const scale = useMemo(() => scaleFor(most, 2), [most])
  const marks = useMemo((): readonly Mark[] => {
    if (kind === 'line') return [{ kind: 'step', points, width: step, colour: '--text' }]
    return points.flatMap(([time, value]): Mark[] =>
      value === null || value <= 0 ? [] : [{ kind: 'bar', from: time, to: time + step, low: 0, high: value, colour: '--text-2' }],
    )
  }, [kind, points, step])
  const plot = Math.max(1, width - INSETS.left - INSETS.right)
  const pointed = at === null ? undefined : points.find(([time]) => at >= time && at < time + step)
  const x = at === null ? 0 : INSETS.left + (plot * (at - from)) / Math.max(1, to - from)
  return (
    <figure className="lane">
      <figcaption>
        <span>{title}</span>
        <span className="dim">
          {pointed === undefined
            ? most > 0 && highest !== undefined
              ? `highest ${write(most)} at ${formatClock(highest[0], zone, false)}`
              : ''
            : `${formatClock(pointed[0], zone, false)}  ${write(pointed[1])}`}
        </span>
      </figcaption>
      <div
        ref={box}
        className="chart"
        role="img"
        aria-label={`${title}: ${most > 0 && highest !== undefined ? `highest ${write(most)} at ${formatClock(highest[0], zone)}` : 'nothing in this range'}, ${String(points.length)} points.`}
        style={{ height: 72 }}
        onPointerMove={(event) => {
          const left = box.current?.getBoundingClientRect().left ?? 0
          const time = from + ((event.clientX - left - INSETS.left) / plot) * (to - from)
          onAt(time >= from && time <= to ? time : null)
        }}
        onPointerLeave={() => {
          onAt(null)
        }}
      >
        <Chart from={from} to={to} scale={scale} marks={marks} utc={zone === 'utc'} insets={INSETS} write={axis} />
        {at === null || x < INSETS.left ? null : <span className="over pointer" style={{ left: x, top: 0, bottom: INSETS.bottom }} />}
      </div>
    </figure>
  )
}

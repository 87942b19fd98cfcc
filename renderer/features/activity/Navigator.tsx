/** The day around the range in thin bars; a drag chooses a range, a press moves it there. The brackets and plus and minus do the same by keyboard. */
import { useId, useMemo, useRef, useState, type PointerEvent } from 'react'
import { formatClock, formatInstant, formatLoad, formatSpan } from '../../../shared/units.ts'
import type { Span } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { load } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { usePoll } from '../../data/use-poll.ts'
import { useWidth } from '../../ui/use-size.ts'
import { chosenOf, DAY, dayAround, QUARTER } from './day.ts'

const HEIGHT = 32
const LEFT = 44
const RIGHT = 64

/** `range` is what the chart above spans. */
export function Navigator({ range }: { readonly range: Span }) {
  const { scope, filters, setRange } = useScope()
  const zone = useView((s) => s.zone)
  const hatch = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [drag, setDrag] = useState<{ readonly down: number; readonly at: number } | null>(null)
  const where = [...scope.where]
  const day = dayAround(range, now())
  const { data } = usePoll(
    ['day', day, where, filters],
    (signal) => load({ from: day?.from ?? 0, to: day?.to ?? DAY, bucket: QUARTER / 1000, by: 'wait_event_type', where, filters }, signal),
    { every: 60, enabled: day !== null },
  )
  const highest = useMemo(() => {
    const values = data?.total.average ?? []
    const most = Math.max(0, ...values.map((value) => value ?? 0))
    return { most, at: data?.time[values.indexOf(most)] ?? null }
  }, [data])
  if (day === null) return null
  const plot = Math.max(1, width - LEFT - RIGHT)
  const xOf = (ms: number) => LEFT + (plot * (Math.min(day.to, Math.max(day.from, ms)) - day.from)) / DAY
  const timeAt = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    return Math.min(day.to - 1, Math.max(day.from, day.from + ((event.clientX - left - LEFT) / plot) * DAY))
  }
  const shown = drag === null ? range : chosenOf(drag.down, drag.at, range, now())
  const missing = data?.total.average.includes(null) ?? false
  const words = highest.at === null || highest.most === 0 ? 'no load' : `highest ${formatLoad(highest.most)} at ${formatClock(highest.at, zone, false)}`
  return (
    <div
      ref={box}
      className="navigator"
      role="img"
      aria-label={`The day around the range: ${words}. The range is ${formatSpan(range.from, range.to, now(), zone)}`}
      title="Drag to choose a range, press to move it ([ and ] by keyboard)"
      style={{ height: HEIGHT + 16 }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ down: timeAt(event), at: timeAt(event) })
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ down: drag.down, at: timeAt(event) })
      }}
      onPointerUp={() => {
        if (drag !== null) setRange({ kind: 'between', ...chosenOf(drag.down, drag.at, range, now()) })
        setDrag(null)
      }}
      onPointerCancel={() => {
        setDrag(null)
      }}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2={6} className="hatch" />
        </pattern>
        {(data?.time ?? []).map((time, i) => {
          const value = data?.total.average[i] ?? null
          const [x, w] = [xOf(time), Math.max(1, plot * (QUARTER / DAY) - 1)]
          const height = value === null ? HEIGHT : highest.most === 0 ? 0 : Math.max(value > 0 ? 1 : 0, (value / highest.most) * HEIGHT)
          return (
            <rect
              key={time}
              x={x}
              y={HEIGHT - height}
              width={value === null ? w + 1 : w}
              height={height}
              {...(value === null ? { fill: `url(#${hatch})` } : { className: 'bar' })}
            />
          )
        })}
        <line x1={LEFT} x2={width - RIGHT} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="base" />
        <rect x={xOf(shown.from)} y={0.5} width={Math.max(3, xOf(shown.to) - xOf(shown.from))} height={HEIGHT - 1} className="frame" />
      </svg>
      <span className="note" style={{ left: LEFT }}>
        {formatInstant(day.from, now(), zone)}
      </span>
      <span className="note" style={{ left: LEFT + plot / 2, transform: 'translateX(-50%)' }}>
        {drag === null ? `24 h in bars of 15 min, ${words}${missing ? '; hatched: no data' : ''}` : formatSpan(shown.from, shown.to, now(), zone)}
      </span>
      <span className="note" style={{ right: RIGHT }}>
        {formatInstant(day.to, now(), zone)}
      </span>
    </div>
  )
}

/** What a rule measured, with its thresholds as lines, and where it fired as marked stretches. */
import { useMemo, useRef, useState } from 'react'
import { formatInstant, formatQuantity, plural, type Zone } from '../../shared/units.ts'
import type { AlertState } from '../../shared/model/alert.ts'
import { now } from '../data/clock.ts'
import { Chart, type Insets, type Mark } from './Chart.tsx'
import { scaleFor } from './load.ts'
import { paceOf, stepsOf, type Measured } from './measure.ts'
import { useWidth } from './use-size.ts'

export interface Fired {
  readonly from: number
  /** null: still open at the end */
  readonly to: number | null
  readonly worst: AlertState
}

interface Props {
  readonly title: string
  readonly measured: Measured
  readonly unit: string
  /** Minutes between two measurements of the rule. */
  readonly each: number
  readonly from: number
  readonly to: number
  readonly warning: number | null
  readonly critical: number | null
  readonly fired: readonly Fired[]
  readonly zone: Zone
  readonly height?: number
}

const INSETS: Insets = { left: 60, right: 60, top: 10, bottom: 18 }

export function MeasureChart({ title, measured, unit, each, from, to, warning, critical, fired, zone, height = 132 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState<number | null>(null)
  const points = useMemo(() => stepsOf(measured, paceOf(measured.time, each)), [measured, each])
  const pace = paceOf(measured.time, each) * 60_000
  const most = Math.max(0, ...measured.value)
  const top = Math.max(most, warning ?? 0, critical ?? 0)
  const scale = useMemo(() => scaleFor(top * 1.05, 3), [top])
  const marks = useMemo(
    (): readonly Mark[] => [
      { kind: 'step', points, width: pace, colour: '--text' },
      ...[warning, critical].flatMap((y): Mark[] => (y === null ? [] : [{ kind: 'rule', y }])),
    ],
    [points, pace, warning, critical],
  )
  const plot = Math.max(1, width - INSETS.left - INSETS.right)
  const xOf = (ms: number) => INSETS.left + (plot * (Math.min(to, Math.max(from, ms)) - from)) / Math.max(1, to - from)
  const yOf = (value: number) => INSETS.top + (height - INSETS.top - INSETS.bottom) * (1 - value / scale.max)
  const pointed = at === null ? undefined : points.find(([begin]) => at >= begin && at < begin + pace)
  const highest = points.find(([, value]) => value === most)
  const time = now()
  const write = (value: number | null) => (value === null ? '?' : formatQuantity(value, unit))
  const sentence = `${title}: ${highest === undefined ? 'nothing was measured' : `highest ${write(most)} at ${formatInstant(highest[0], time, zone)}`}; ${
    fired.length === 0 ? 'no problem' : plural(fired.length, 'problem')
  }.`
  return (
    <figure className="lane">
      <figcaption>
        <span className="cut">{title}</span>
        <span className="dim">
          {pointed === undefined
            ? highest === undefined
              ? 'nothing was measured'
              : `highest ${write(most)} at ${formatInstant(highest[0], time, zone)}`
            : `${formatInstant(pointed[0], time, zone)}  ${write(pointed[1])}`}
        </span>
      </figcaption>
      <div
        ref={box}
        className="chart measure"
        role="img"
        aria-label={sentence}
        style={{ height }}
        onPointerMove={(event) => {
          const left = box.current?.getBoundingClientRect().left ?? 0
          setAt(from + ((event.clientX - left - INSETS.left) / plot) * (to - from))
        }}
        onPointerLeave={() => {
          setAt(null)
        }}
      >
        {width === 0
          ? null
          : fired.map((one) => (
              <span
                key={`${String(one.from)}${one.worst}`}
                className={`over fired ${one.worst === 'CRITICAL' ? 'crit' : 'warn'}`}
                style={{ left: xOf(one.from), width: Math.max(3, xOf(one.to ?? to) - xOf(one.from)), top: INSETS.top, bottom: INSETS.bottom }}
              />
            ))}
        <Chart from={from} to={to} scale={scale} marks={marks} utc={zone === 'utc'} insets={INSETS} write={(value) => formatQuantity(value, unit)} />
        {(
          [
            ['warning', warning],
            ['critical', critical],
          ] as const
        ).map(([name, value]) =>
          value === null ? null : (
            <span key={name} className="caption" style={{ left: width - INSETS.right + 4, top: yOf(value) - 8 }}>
              {name}
            </span>
          ),
        )}
      </div>
    </figure>
  )
}

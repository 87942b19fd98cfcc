/** Load as stacked bars: pointer, tooltip, and a window by drag, by click and shift-click, or by keyboard. */
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { formatClock, formatDuration, formatLoad, type Zone } from '../../shared/units.ts'
import { now } from '../data/clock.ts'
import { Chart, type Insets } from './Chart.tsx'
import { gapsOf, loadScale, marksOf, sentenceOf, type Load } from './load.ts'
import { LoadMenu, type BarAction } from './LoadMenu.tsx'
import { LoadTip } from './LoadTip.tsx'
import { useWidth } from './use-size.ts'

interface Span {
  readonly from: number
  readonly to: number
}
interface Props {
  readonly load: Load
  readonly zone: Zone
  readonly window: Span | null
  readonly onWindow: (window: Span | null) => void
  readonly onZoom: (window: Span) => void
  readonly height: number | string
  readonly watermark?: string
  /** What can be done with a bar: by the right button, or by the point and the menu key on a chart with the focus. */
  readonly actions?: (bar: Span, index: number) => readonly BarAction[]
}

/** With a capacity line there is room for its name at its end. */
const insetsOf = (capacity: number | null): Insets => ({ left: 44, right: capacity === null ? 12 : 64, top: 12, bottom: 24 })

export function LoadChart({ load, zone, window: chosen, onWindow, onZoom, height, watermark, actions }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const insets = useMemo(() => insetsOf(load.capacity), [load.capacity])
  const width = useWidth(box)
  const [at, setAt] = useState<number | null>(null)
  const [band, setBand] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const [drag, setDrag] = useState<{ readonly a: number; readonly b: number } | null>(null)
  const [said, setSaid] = useState('')
  const [menu, setMenu] = useState<{ readonly index: number; readonly y: number } | null>(null)
  const time = now()
  const drawn = useMemo(() => ({ marks: marksOf(load, now()), scale: loadScale(load) }), [load])
  const sentence = useMemo(() => sentenceOf(load, now(), zone), [load, zone])
  const last = load.time.length - 1
  const plot = Math.max(1, width - insets.left - insets.right)
  const xOf = (ms: number) => insets.left + (plot * (Math.min(load.to, Math.max(load.from, ms)) - load.from)) / Math.max(1, load.to - load.from)
  const yOf = (value: number) => `calc(${String(insets.top)}px + (100% - ${String(insets.top + insets.bottom)}px) * ${String(1 - value / drawn.scale.max)})`
  const indexAt = (event: MouseEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    const ms = load.from + ((event.clientX - left - insets.left) / plot) * (load.to - load.from)
    return Math.max(0, Math.min(last, Math.floor((ms - (load.time[0] ?? 0)) / load.bucket)))
  }
  const spanOf = (a: number, b: number): Span => ({ from: load.time[Math.min(a, b)] ?? load.from, to: (load.time[Math.max(a, b)] ?? load.to) + load.bucket })
  const extendTo = (index: number) => {
    const one = spanOf(index, index)
    onWindow(chosen === null ? one : { from: Math.min(chosen.from, one.from), to: Math.max(chosen.to, one.to) })
  }
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const index = indexAt(event)
    if (event.shiftKey) extendTo(index)
    else setDrag({ a: index, b: index })
  }
  const move = (event: PointerEvent) => {
    const index = indexAt(event)
    setBand(null)
    setAt(index)
    if (drag !== null) setDrag({ a: drag.a, b: index })
  }
  const release = () => {
    if (drag !== null) onWindow(spanOf(drag.a, drag.b))
    setDrag(null)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey) return
    const here = at ?? last
    const steps: Readonly<Record<string, number>> = { ArrowLeft: event.altKey ? -10 : -1, ArrowRight: event.altKey ? 10 : 1, Home: -last, End: last }
    const step = steps[event.key]
    if (step !== undefined) {
      const next = at === null ? (event.key === 'Home' ? 0 : last) : Math.max(0, Math.min(last, here + step))
      setAt(next)
      if (event.shiftKey) extendTo(next)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const count = load.bands.length
      setBand(count === 0 ? null : ((band ?? (event.key === 'ArrowUp' ? -1 : count)) + (event.key === 'ArrowUp' ? 1 : -1) + count) % count)
    } else if (event.key === ' ') {
      if (start === null) setStart(here)
      else onWindow(spanOf(start, here))
      setStart(start === null ? here : null)
    } else if (event.key === 'Enter') {
      if (chosen === null) return
      onZoom(chosen)
    } else if (event.key === 's') setSaid(sentence)
    else if (event.key === '.' || event.key === 'ContextMenu') {
      if (actions === undefined) return
      setMenu({ index: here, y: insets.top })
    } else if (event.key === 'Escape' && (at !== null || start !== null)) {
      setAt(null)
      setStart(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = drag !== null ? spanOf(drag.a, drag.b) : start !== null && at !== null ? spanOf(start, at) : chosen
  const pointed = at !== null && at <= last ? at : null
  const collecting = load.first !== null && load.first > load.from && load.first < load.to ? load.first : null
  const gaps = gapsOf(load, time).filter((gap) => xOf(gap.to) - xOf(gap.from) > 52)
  return (
    <div
      ref={box}
      className="chart"
      role="img"
      tabIndex={0}
      aria-label={sentence}
      aria-keyshortcuts="ArrowLeft ArrowRight Space Enter"
      style={{ height, cursor: 'crosshair', touchAction: 'pan-y' }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => {
        setDrag(null)
      }}
      onPointerLeave={() => {
        if (drag === null) setAt(null)
      }}
      onKeyDown={onKey}
      onContextMenu={(event) => {
        if (actions === undefined) return
        event.preventDefault()
        setMenu({ index: indexAt(event), y: event.clientY - (box.current?.getBoundingClientRect().top ?? 0) })
      }}
      onBlur={() => {
        setAt(null)
      }}
    >
      <Chart from={load.from} to={load.to} scale={drawn.scale} marks={drawn.marks} utc={zone === 'utc'} insets={insets} write={formatAxis} />
      {watermark === undefined ? null : (
        <span className="watermark" aria-hidden="true">
          {watermark}
        </span>
      )}
      {load.capacity === null ? null : load.capacity <= drawn.scale.max ? (
        <span className="caption capacity-name" style={{ left: width - insets.right + 4, top: yOf(load.capacity) }}>
          {load.capacity} vCPU
        </span>
      ) : (
        <span className="caption capacity-name" style={{ left: width - insets.right + 4, top: insets.top + 8 }} title="The capacity lies above this axis">
          ↑ {load.capacity} vCPU
        </span>
      )}
      {collecting === null ? null : (
        <span
          className="caption"
          style={
            xOf(collecting) > width / 3
              ? { right: width - xOf(collecting) + 8, bottom: insets.bottom + 4 }
              : { left: xOf(collecting) + 4, top: insets.top - 10 }
          }
        >
          collecting since {formatClock(collecting, zone)} ▸
        </span>
      )}
      {gaps.map((gap) => (
        <span key={gap.from} className="caption" style={{ left: xOf(gap.from) + 6, bottom: insets.bottom + 4, background: 'var(--surface)', padding: '0 4px' }}>
          {xOf(gap.to) - xOf(gap.from) > 112 ? `no data ${formatDuration(gap.to - gap.from)}` : 'no data'}
        </span>
      ))}
      {shown === null || width === 0 ? null : (
        <>
          <span className="over dimmed" style={{ left: insets.left, width: Math.max(0, xOf(shown.from) - insets.left), top: 0, bottom: insets.bottom + 1 }} />
          <span className="over dimmed" style={{ left: xOf(shown.to), right: insets.right, top: 0, bottom: insets.bottom + 1 }} />
          <span className="over edge" style={{ left: xOf(shown.from) - 1, top: 0, bottom: insets.bottom }} />
          <span className="over edge" style={{ left: xOf(shown.to) - 1, top: 0, bottom: insets.bottom }} />
        </>
      )}
      {pointed === null ? null : (
        <>
          <span className="over pointer" style={{ left: xOf((load.time[pointed] ?? 0) + load.bucket / 2), top: 0, bottom: insets.bottom }} />
          <LoadTip load={load} index={pointed} band={band} zone={zone} x={xOf((load.time[pointed] ?? 0) + load.bucket / 2)} width={width} />
        </>
      )}
      {menu === null || actions === undefined || menu.index > last ? null : (
        <LoadMenu
          title={`${formatClock(spanOf(menu.index, menu.index).from, zone)}–${formatClock(spanOf(menu.index, menu.index).to, zone)}`}
          x={xOf((load.time[menu.index] ?? 0) + load.bucket / 2)}
          y={menu.y}
          actions={actions(spanOf(menu.index, menu.index), menu.index)}
          close={() => {
            setMenu(null)
          }}
        />
      )}
      <span className="spoken" role="status">
        {said !== ''
          ? said
          : pointed === null
            ? ''
            : `${formatClock(load.time[pointed] ?? 0, zone)}: ${formatLoad(load.average[pointed] ?? null)}${band === null ? '' : `, ${load.bands[band]?.name ?? ''} ${formatLoad(load.bands[band]?.average[pointed] ?? null)}`}`}
      </span>
    </div>
  )
}

const formatAxis = (value: number) => (value === 0 ? '0' : String(Number(value.toPrecision(3))))

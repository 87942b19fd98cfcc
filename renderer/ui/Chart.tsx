/** Marks over time on a canvas. The only file that imports echarts: what is drawn is described in our own few marks. */
import { CustomChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts'
import { useEffect, useRef } from 'react'
import { useThemeName } from './use-theme.ts'
import { valueOf } from './colours.ts'
import type { Scale } from './load.ts'

register([CustomChart, GridComponent, CanvasRenderer])

/** x in ms, y in the unit of the axis. Colours are names of tokens. */
export type Mark =
  | {
      readonly kind: 'bar'
      readonly from: number
      readonly to: number
      readonly low: number
      readonly high: number
      readonly colour: string
      readonly hatched?: boolean
    }
  | { readonly kind: 'tick'; readonly from: number; readonly to: number; readonly y: number }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }
  | { readonly kind: 'step'; readonly points: readonly (readonly [x: number, y: number | null])[]; readonly width: number; readonly colour: string }
  | { readonly kind: 'rule'; readonly y: number }

export interface Insets {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Props {
  readonly from: number
  readonly to: number
  readonly scale: Scale
  readonly marks: readonly Mark[]
  readonly utc: boolean
  readonly insets: Insets
  readonly write: (value: number) => string
}

/** A tile of diagonal lines: where nothing was collected, and over a class that is always told by its pattern too. */
function hatch(line: string, ground: string, crossed: boolean): { image: HTMLCanvasElement; repeat: 'repeat'; scaleX: number; scaleY: number } {
  const ratio = window.devicePixelRatio
  const size = Math.round(6 * ratio)
  const image = document.createElement('canvas')
  image.width = image.height = size
  const pen = image.getContext('2d')
  if (pen !== null) {
    pen.fillStyle = ground
    pen.fillRect(0, 0, size, size)
    pen.strokeStyle = line
    pen.lineWidth = ratio
    pen.beginPath()
    for (const shift of [-size, 0, size]) {
      pen.moveTo(shift, size)
      pen.lineTo(shift + size, 0)
      if (crossed) {
        pen.moveTo(shift, 0)
        pen.lineTo(shift + size, size)
      }
    }
    pen.stroke()
  }
  return { image, repeat: 'repeat', scaleX: 1 / ratio, scaleY: 1 / ratio }
}

/** Draws one mark; edges on whole pixels, one pixel of surface between neighbours. */
function draw(mark: Mark, api: CustomSeriesRenderItemAPI, params: CustomSeriesRenderItemParams, fill: (token: string) => string) {
  const at = (x: number, y: number): readonly [number, number] => {
    const [px = 0, py = 0] = api.coord([x, y])
    return [Math.round(px), Math.round(py)]
  }
  if (mark.kind === 'rule') {
    // The coordinate system of a cartesian series is its grid's rectangle.
    const grid = params.coordSys as unknown as { x: number; width: number }
    const [, y] = at(0, mark.y)
    return {
      type: 'line' as const,
      shape: { x1: grid.x, x2: grid.x + grid.width, y1: y, y2: y },
      style: { stroke: fill('--text'), lineWidth: 1.5, lineDash: [5, 4] },
    }
  }
  if (mark.kind === 'step') {
    const half = mark.width
    const lines = mark.points.flatMap(([x, y], i) => {
      if (y === null) return []
      const [x1, y1] = at(x, y)
      const [x2] = at(x + half, y)
      const next = mark.points[i + 1]
      const rise = next?.[1] === undefined || next[1] === null || next[0] !== x + half ? [] : [[x2, at(x, next[1])[1]] as const]
      return [[[x1, y1], [x2, y1], ...rise]]
    })
    return {
      type: 'group' as const,
      children: lines.map((points) => ({
        type: 'polyline' as const,
        shape: { points: points.map(([x, y]) => [x, y]) },
        style: { stroke: fill(mark.colour), lineWidth: 1.5, fill: 'none' },
      })),
    }
  }
  const top = mark.kind === 'bar' ? mark.high : mark.kind === 'tick' ? mark.y : 0
  const [x1, y1] = at(mark.from, top)
  const [x2, y2] = at(mark.to, mark.kind === 'bar' ? mark.low : top)
  const width = Math.max(1, x2 - x1 - (x2 - x1 >= 3 ? 1 : 0))
  if (mark.kind === 'tick') return { type: 'rect' as const, shape: { x: x1, y: y1 - 1, width, height: 1 }, style: { fill: fill('--text-2') } }
  if (mark.kind === 'gap') {
    const grid = params.coordSys as unknown as { y: number; height: number }
    return {
      type: 'rect' as const,
      shape: { x: x1, y: grid.y, width: x2 - x1, height: grid.height },
      style: { fill: hatch(fill('--chart-axis'), fill('--chart-nodata'), false), opacity: 0.55 },
    }
  }
  const height = Math.max(0, y2 - y1 - (mark.low > 0 && y2 - y1 >= 2 ? 1 : 0))
  if (height === 0) return null
  return {
    type: 'rect' as const,
    shape: { x: x1, y: y1, width, height },
    style: { fill: mark.hatched === true ? hatch(fill('--surface'), fill(mark.colour), true) : fill(mark.colour) },
  }
}

function optionOf({ from, to, scale, marks, utc, insets, write }: Props) {
  const known = new Map<string, string>()
  const fill = (token: string) => {
    const value = known.get(token) ?? valueOf(token)
    known.set(token, value)
    return value
  }
  const label = { color: fill('--chart-axis'), fontSize: 11, fontFamily: getComputedStyle(document.body).fontFamily }
  return {
    animation: false,
    useUTC: utc,
    grid: { left: insets.left, right: insets.right, top: insets.top, bottom: insets.bottom, containLabel: false, outerBoundsMode: 'none' as const },
    xAxis: {
      type: 'time' as const,
      min: from,
      max: to,
      splitLine: { show: false },
      axisLine: { lineStyle: { color: fill('--border-strong') }, onZero: false },
      axisTick: { lineStyle: { color: fill('--border-strong') } },
      axisLabel: {
        ...label,
        hideOverlap: true,
        formatter: { year: '{yyyy}', month: '{d} {MMM}', day: '{d} {MMM}', hour: '{HH}:{mm}', minute: '{HH}:{mm}', second: '{HH}:{mm}:{ss}' },
      },
    },
    yAxis: {
      type: 'value' as const,
      min: 0,
      max: scale.max,
      interval: scale.step,
      axisLabel: { ...label, formatter: write, showMaxLabel: true },
      splitLine: { lineStyle: { color: fill('--chart-grid') } },
    },
    series: [
      {
        type: 'custom' as const,
        silent: true,
        clip: true,
        progressive: 0,
        encode: { x: 0, y: 1 },
        data: marks.map((mark) => [mark.kind === 'rule' || mark.kind === 'step' ? from : mark.from, 0]),
        renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const mark = marks[params.dataIndex]
          return mark === undefined ? null : draw(mark, api, params, fill)
        },
      },
    ],
  }
}

/** Fills its parent. Redraws when marks, size or theme change. Says nothing to a screen reader: its owner does. */
export function Chart(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const theme = useThemeName()
  useEffect(() => {
    if (box.current === null) return
    const made = init(box.current, null, { renderer: 'canvas' })
    chart.current = made
    const watch = new ResizeObserver(() => {
      made.resize()
    })
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(props), { notMerge: true })
  }, [props, theme])
  return <div ref={box} className="plot" aria-hidden="true" />
}

/** What can be done with one bar of the chart. */
import type { Span } from '../../app/scope.ts'
import { now } from '../../data/clock.ts'
import { copyText } from '../../ui/copy.ts'
import { toTsv } from '../../ui/delimited.ts'
import type { Load } from '../../ui/load.ts'
import type { BarAction } from '../../ui/LoadMenu.tsx'

const QUARTER = 15 * 60_000

interface Doings {
  readonly load: Load
  readonly setWindow: (window: Span) => void
  readonly zoom: (window: Span) => void
  /** Shows another screen for a stretch of time. */
  readonly show: (screen: 'compare' | 'queries' | 'problems', span: Span) => unknown
}

export const barActions =
  ({ load, setWindow, zoom, show }: Doings) =>
  (bar: Span, index: number): readonly BarAction[] => {
    const around = { from: bar.from - QUARTER, to: Math.max(bar.to, Math.min(bar.to + QUARTER, now())) }
    return [
      {
        title: 'Make it the window',
        run: () => {
          setWindow(bar)
        },
      },
      {
        title: 'Zoom to 15 min around it',
        run: () => {
          zoom(around)
        },
      },
      { title: 'Top queries 15 min around it', run: () => show('queries', around) },
      { title: 'Problems 15 min around it', run: () => show('problems', around) },
      { title: 'Compare with the same time yesterday', run: () => show('compare', around) },
      { title: 'Copy the time', run: () => copyText(`${new Date(bar.from).toISOString()}/${new Date(bar.to).toISOString()}`, 'Time') },
      {
        title: 'Copy the bar',
        run: () =>
          copyText(
            toTsv([
              ['from', 'to', 'average active sessions', 'highest', 'readings', ...load.bands.map(({ name }) => name)],
              [
                new Date(bar.from).toISOString(),
                new Date(bar.to).toISOString(),
                load.average[index] ?? null,
                load.peak[index] ?? null,
                load.ticks[index] ?? null,
                ...load.bands.map(({ average }) => average[index] ?? null),
              ],
            ]),
            'Bar',
          ),
      },
    ]
  }

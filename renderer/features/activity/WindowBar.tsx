/** What the lists below describe: the window, exactly, and what it held. */
import { Menu } from '@mantine/core'
import { GitCompareArrows, Mountain, X, ZoomIn } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { TopReply } from '../../data/api.ts'
import { formatClock, formatCount, formatDuration, formatLoad, formatPercent, formatSpan, zoneName } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import type { Span } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'

interface Props {
  readonly shown: Span
  readonly window: Span | null
  readonly top: TopReply | undefined
  readonly peaks: readonly Span[]
  readonly onWindow: (window: Span | null) => void
  readonly onZoom: (window: Span) => void
}

export function WindowBar({ shown, window, top, peaks, onWindow, onZoom }: Props) {
  const zone = useView((s) => s.zone)
  const { search } = useLocation()
  const main = Object.entries(top?.total.classes ?? {}).reduce<readonly [string, number] | null>((a, b) => (a === null || b[1] > a[1] ? b : a), null)
  const total = top?.total
  return (
    <div className="windowbar" role="region" aria-label="Window">
      <strong>{window === null ? 'Whole range' : 'Window'}</strong>
      <span>
        {formatSpan(shown.from, shown.to, now(), zone)} {zoneName(shown.to, zone)}
      </span>
      <span className="dim">{formatDuration(shown.to - shown.from)}</span>
      {total === undefined ? null : (
        <>
          <span>
            <strong>{formatLoad(total.aas)}</strong> AAS{' '}
            {total.peak_at === null ? null : (
              <span className="dim">
                (max {formatCount(total.peak)} at {formatClock(total.peak_at, zone)})
              </span>
            )}
          </span>
          {main === null || total.aas === 0 ? null : (
            <span className="dim">
              {main[0]} {formatPercent(main[1] / total.aas)}
            </span>
          )}
          <span className="dim">{formatCount(top?.ticks ?? 0)} readings</span>
        </>
      )}
      <span className="grow" />
      {peaks.length === 0 ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" className="button small">
              <Mountain size={14} aria-hidden="true" /> Select peak
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {peaks.slice(-8).map((peak) => (
              <Menu.Item
                key={peak.from}
                onClick={() => {
                  onWindow(peak)
                }}
              >
                {formatSpan(peak.from, peak.to, now(), zone)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Link className="button small" to={{ pathname: PATHS.compare, search }} title="With the time before it (D)">
        <GitCompareArrows size={14} aria-hidden="true" /> Compare
      </Link>
      {window === null ? null : (
        <>
          <button
            type="button"
            className="button small"
            onClick={() => {
              onZoom(window)
            }}
            title="Enter in the chart"
          >
            <ZoomIn size={14} aria-hidden="true" /> Zoom to window
          </button>
          <button
            type="button"
            className="button small"
            onClick={() => {
              onWindow(null)
            }}
            title="Esc"
          >
            <X size={14} aria-hidden="true" /> Clear window
          </button>
        </>
      )}
    </div>
  )
}

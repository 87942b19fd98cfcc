/** Session history: the load of the range, and who made the load of the window. */
import { Activity } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatDuration, formatInstant } from '../../../shared/units.ts'
import { useCommands } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { writeScope, type Span } from '../../app/scope.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { now } from '../../data/clock.ts'
import { isDemo, useOverview } from '../../data/use-overview.ts'
import { AsTable } from '../../ui/AsTable.tsx'
import { Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { peaksOf } from '../../ui/load.ts'
import { LoadChart } from '../../ui/LoadChart.tsx'
import { useWidth } from '../../ui/use-size.ts'
import './activity.css'
import { AddFilter } from './AddFilter.tsx'
import { barActions } from './bar-actions.ts'
import { BreakDown } from './BreakDown.tsx'
import { Navigator } from './Navigator.tsx'
import { NoLoad } from './NoLoad.tsx'
import { Legend } from './Legend.tsx'
import { Lists, TABS } from './Lists.tsx'
import { LoadTable } from './LoadTable.tsx'
import { pageCommands } from './page-commands.ts'
import { bandsOf, coarseOf, loadOf } from './stack.ts'
import { useActivity } from './use-activity.ts'
import { WindowBar } from './WindowBar.tsx'

const HEIGHT = 'clamp(180px, 33vh, 300px)'

function ActivityScreen() {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { scope, live, change, setWindow, include, exclude, own, setOwn } = useScope()
  const { search } = useLocation()
  const navigate = useNavigate()
  const zone = useView((s) => s.zone)
  const { chart, lists } = useActivity(width)
  const { data: overview } = useOverview()
  const [expanded, setExpanded] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const reply = chart.data
  const top = lists.data
  const load = useMemo(() => {
    if (reply === undefined) return null
    const labels = new Map((top?.lists[scope.by]?.rows ?? []).map((row) => [row.value, row.label.replace(/\s+/g, ' ')]))
    const label =
      scope.by === 'query_md5_id' ? (value: string | null) => labels.get(value) ?? (value === null ? 'no query id' : `${value.slice(0, 8)}…`) : undefined
    return loadOf(reply, bandsOf(reply, scope.by, expanded, label))
  }, [reply, top, scope.by, expanded])
  const coarse = reply === undefined ? '' : coarseOf(reply, (ms) => formatInstant(ms, now(), zone))
  const peaks = useMemo(() => (load === null ? [] : peaksOf(load)), [load])
  const zoom = useCallback(
    (window: Span) => {
      change({ range: { kind: 'between', ...window }, window: null, pausedAt: null })
    },
    [change],
  )
  const show = (screen: 'compare' | 'queries' | 'problems', span: Span) => {
    const params = writeScope({ ...scope, range: { kind: 'between', ...span }, window: null, pausedAt: null })
    if (screen === 'compare') params.set('against', 'day')
    return navigate({ pathname: PATHS[screen], search: `?${params.toString()}` })
  }
  const tab = TABS.find((t) => t.dimension === own('tab')) ?? TABS[0]
  const many = (reply?.instances.length ?? 0) > 1
  const tabs = TABS.filter((t) => t.dimension !== 'pg_instance' || many)
  const commands = useMemo(
    () =>
      pageCommands({
        peaks,
        window: scope.window,
        setWindow,
        zoom,
        toggleTable: () => {
          setAsTable((before) => !before)
        },
        compare: () => navigate({ pathname: PATHS.compare, search }),
      }),
    [peaks, scope.window, setWindow, zoom, navigate, search],
  )
  useCommands(commands)
  const sampled = load === null ? 0 : load.average.filter((v) => v !== null).length
  const demo = (overview?.instances ?? []).some((i) => isDemo(i) && (reply?.instances.includes(i.label) ?? false))
  const empty = load !== null && (sampled === 0 || load.bands.length === 0)
  return (
    <>
      <h1 className="spoken">Activity</h1>
      <Panel
        label="Load"
        title="Load"
        busy={chart.refreshing && !live}
        note={
          chart.stale && chart.problem !== null ? (
            <Stale at={chart.at} problem={chart.problem} retry={chart.retry} />
          ) : load === null ? null : (
            `Average active sessions · 1 bar = ${formatDuration(load.bucket)}${ticksNote(load.ticks)} · ticks mark the highest reading`
          )
        }
        tools={
          <span className="row">
            <AddFilter top={top} many={many} />
            <BreakDown top={top} many={many} />
            <AsTable on={asTable} turn={setAsTable} keys="V" />
          </span>
        }
      >
        <div ref={box} className="loadbox">
          {load === null ? (
            chart.problem !== null ? (
              <Problem problem={chart.problem} retry={chart.retry} />
            ) : (
              <>
                <div style={{ height: 32 }} />
                <Loading height={HEIGHT} />
              </>
            )
          ) : (
            <>
              <Legend
                bands={load.bands}
                onInclude={(value) => {
                  include(scope.by, value)
                }}
                onExclude={(value) => {
                  exclude(scope.by, value)
                }}
                onExpand={() => {
                  setExpanded(true)
                }}
              />
              {asTable ? (
                <LoadTable load={load} zone={zone} height={HEIGHT} />
              ) : empty && sampled === 0 ? (
                <div style={{ minHeight: HEIGHT, display: 'flex' }}>
                  <NoLoad load={load} />
                </div>
              ) : (
                <LoadChart
                  load={load}
                  zone={zone}
                  window={scope.window}
                  onWindow={setWindow}
                  onZoom={zoom}
                  height={HEIGHT}
                  actions={barActions({ load, setWindow, zoom, show })}
                  {...(demo ? { watermark: 'DEMO' } : {})}
                />
              )}
              {coarse === '' ? null : <p className="note capacity">{coarse}</p>}
              <Navigator range={load} />
              {load.capacity === null && reply !== undefined && reply.instances.length > 0 ? (
                <p className="note capacity">No capacity line: {reply.capacity_reason}</p>
              ) : null}
            </>
          )}
        </div>
        {load === null ? (
          <div className="windowbar" />
        ) : (
          <WindowBar shown={scope.window ?? load} window={scope.window} top={top} peaks={peaks} onWindow={setWindow} onZoom={zoom} />
        )}
      </Panel>
      <section className="panel lists" aria-label="Who made the load">
        {lists.refreshing && !live ? <div className="progress" /> : null}
        <div className="tabs" role="tablist" aria-label="Break the window down by">
          {tabs.map((t) => (
            <button
              key={t.dimension}
              type="button"
              role="tab"
              aria-selected={t === tab}
              className="tab"
              onClick={() => {
                setOwn('tab', t === TABS[0] ? null : t.dimension, 'replace')
              }}
            >
              {t.title}
            </button>
          ))}
        </div>
        {top === undefined ? (
          lists.problem !== null ? (
            <Problem problem={lists.problem} retry={lists.retry} />
          ) : (
            <Loading lines={6} />
          )
        ) : tab === undefined ? null : (top.lists[tab.dimension]?.rows.length ?? 0) === 0 && load !== null ? (
          <NoLoad load={load} listed={tab.title} />
        ) : (
          <Lists top={top} dimension={tab.dimension} />
        )}
      </section>
    </>
  )
}

/** How many readings of the sessions a full bar stands for. */
function ticksNote(ticks: readonly number[]): string {
  const full = Math.max(0, ...ticks)
  return full === 0 ? '' : `, ${String(full)} reading${full === 1 ? '' : 's'}`
}

export default defineScreen({
  path: PATHS.activity,
  title: 'Activity',
  icon: Activity,
  keys: 'a',
  words: 'session history load ash waits',
  section: 'Monitor',
  right: 'read',
  Screen: ActivityScreen,
})

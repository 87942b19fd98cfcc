/** What is being looked at: instances, filters, time, live or not. Always visible. */
import { Menu } from '@mantine/core'
import { Check, ChevronDown, ChevronLeft, ChevronRight, Database, Pause, Play, Search } from 'lucide-react'
import { spotlight } from '@mantine/spotlight'
import { formatAge, formatClock } from '../../shared/units.ts'
import { useNow } from '../data/use-now.ts'
import { isDemo, useOverview } from '../data/use-overview.ts'
import { Status } from '../ui/Feedback.tsx'
import { isMac } from './keys.ts'
import { RangePicker } from './RangePicker.tsx'
import type { ScreenForm } from './screen.ts'
import { useView } from './state.ts'
import { useScope } from './use-scope.ts'

interface Props {
  readonly picker: boolean
  readonly onPicker: (open: boolean) => void
  /** What the page obeys of the scope. */
  readonly obeys: NonNullable<ScreenForm['scope']>
}

export function ScopeBar({ picker, onPicker, obeys }: Props) {
  const { shift } = useScope()
  return (
    <div className="scopebar" role="region" aria-label="Scope">
      <Instances />
      <div className="grow" />
      {obeys === 'all' || obeys === 'range' ? (
        <>
          <span className="joined">
            <button
              type="button"
              className="button icon"
              aria-label="Half a range back"
              onClick={() => {
                shift(-0.5)
              }}
            >
              <ChevronLeft size={14} />
            </button>
            <RangePicker open={picker} onOpen={onPicker} />
            <button
              type="button"
              className="button icon"
              aria-label="Half a range forward"
              onClick={() => {
                shift(0.5)
              }}
            >
              <ChevronRight size={14} />
            </button>
          </span>
          <Live />
        </>
      ) : (
        <span className="note">{obeys === 'instances' ? 'Of the scope, only the instances apply to this page' : 'The scope does not apply to this page'}</span>
      )}
      <button type="button" className="button search" onClick={spotlight.open}>
        <Search size={14} aria-hidden="true" />
        <span className="word">Search or run</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
    </div>
  )
}

function Instances() {
  const { scope, change } = useScope()
  const { data } = useOverview()
  const instances = data?.instances ?? []
  const chosen = scope.instances
  const name =
    chosen.length === 0
      ? instances.length === 1
        ? (instances[0]?.label ?? '')
        : `All instances (${String(instances.length)})`
      : chosen.length === 1
        ? (chosen[0] ?? '')
        : `${String(chosen.length)} of ${String(instances.length)} instances`
  const inScope = instances.filter((i) => chosen.length === 0 || chosen.includes(i.label))
  const toggle = (label: string) => {
    change({ instances: chosen.includes(label) ? chosen.filter((c) => c !== label) : [...chosen, label], window: null })
  }
  return (
    <span className="row">
      <Menu position="bottom-start" width={320} closeOnItemClick={false}>
        <Menu.Target>
          <button type="button" className="button" aria-label={`Instances: ${name}`}>
            <Database size={14} aria-hidden="true" />
            <span className="cut" style={{ maxWidth: 240 }}>
              {name}
            </span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Instances</Menu.Label>
          <Menu.Item
            leftSection={chosen.length === 0 ? <Check size={14} /> : <span className="blank" />}
            onClick={() => {
              change({ instances: [], window: null })
            }}
          >
            All instances
          </Menu.Item>
          {instances.map(({ label, pg_version, type }) => (
            <Menu.Item
              key={label}
              leftSection={chosen.includes(label) ? <Check size={14} /> : <span className="blank" />}
              rightSection={<span className="note">{[pg_version, type].filter((v) => v !== null).join(' ')}</span>}
              onClick={() => {
                toggle(label)
              }}
            >
              {label}
            </Menu.Item>
          ))}
          {instances.length === 0 ? <Menu.Label>None has sent data yet</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
      {inScope.some(isDemo) ? <span className="demoword">DEMO</span> : null}
    </span>
  )
}

function Live() {
  const { scope, live, toggleLive } = useScope()
  const zone = useView((s) => s.zone)
  const time = useNow(1000)
  if (scope.range.kind === 'between')
    return (
      <button type="button" className="button" onClick={toggleLive}>
        <Play size={14} aria-hidden="true" />
        Go live
      </button>
    )
  if (live)
    return (
      <button type="button" className="button" aria-pressed="true" aria-label="Live, every 5 seconds. Pause" title="Pause (L)" onClick={toggleLive}>
        <Status kind="ok">Live 5 s</Status>
        <Pause size={14} aria-hidden="true" />
      </button>
    )
  return (
    <button type="button" className="button" onClick={toggleLive} title="Resume (L)">
      <Status kind="paused">
        <span className="word">Paused {formatClock(scope.pausedAt ?? time, zone)} · </span>
        {formatAge(time - (scope.pausedAt ?? time))} behind
      </Status>
      · Resume
    </button>
  )
}

/** Why there is no load to show here, and the way to some. The first cause that holds is told. */
import { Link } from 'react-router'
import { formatInstant } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { now } from '../../data/clock.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Empty } from '../../ui/Feedback.tsx'
import type { Load } from '../../ui/load.ts'

export function NoLoad({ load, listed }: { readonly load: Load; readonly listed?: string }) {
  const { scope, change, setWindow } = useScope()
  const zone = useView((s) => s.zone)
  const { data } = useOverview()
  if (data?.instances.length === 0)
    return (
      <Empty title="No instance has sent data yet" cause="The agent is here, but it watches no database, or none that it could connect to.">
        <Link className="button primary" to={PATHS.welcome}>
          Monitor a database
        </Link>
        <Link className="button" to={PATHS.connections}>
          See the connections
        </Link>
      </Empty>
    )
  const last = scope.where.at(-1)
  if (last !== undefined)
    return (
      <Empty title="Filtered out" cause={`Nothing in this ${scope.window === null ? 'range' : 'window'} matches all of the filters above.`}>
        <button
          type="button"
          className="button"
          onClick={() => {
            change({ where: scope.where.slice(0, -1) })
          }}
        >
          Remove the last filter
        </button>
      </Empty>
    )
  if (load.last === null)
    return (
      <Empty
        title="No sample yet"
        cause="Sessions are sampled every 10 s from the moment a connection is up. If nothing comes, samples are off or the connection is not established."
      >
        <Link className="button" to={PATHS.connections}>
          See the connections
        </Link>
      </Empty>
    )
  const sampled = load.average.some(
    (v, i) => v !== null && (scope.window === null || ((load.time[i] ?? 0) >= scope.window.from && (load.time[i] ?? 0) < scope.window.to)),
  )
  const newest = load.last
  if (!sampled)
    return (
      <Empty
        title="No samples in this time"
        cause={`There are samples from ${formatInstant(load.first ?? newest, now(), zone)} to ${formatInstant(newest, now(), zone)}. Nothing was collected in the time shown.`}
      >
        <button
          type="button"
          className="button"
          onClick={() => {
            change({ range: { kind: 'between', from: newest - 3_600_000, to: newest + 1000 }, window: null, pausedAt: null })
          }}
        >
          Show the last hour with samples
        </button>
      </Empty>
    )
  return (
    <Empty
      title={`No active session in this ${scope.window === null ? 'range' : 'window'}`}
      cause={`Samples were taken, and every one found all sessions idle${listed === undefined ? '' : `, so there is nothing to list under ${listed}`}.`}
    >
      {scope.window === null ? null : (
        <button
          type="button"
          className="button"
          onClick={() => {
            setWindow(null)
          }}
        >
          Show the whole range
        </button>
      )}
    </Empty>
  )
}

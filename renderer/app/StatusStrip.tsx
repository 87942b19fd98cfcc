import { Link } from 'react-router'
import { formatAge, plural, zoneName } from '../../shared/units.ts'
import { clockOffset } from '../data/clock.ts'
import { useNow } from '../data/use-now.ts'
import { useOverview } from '../data/use-overview.ts'
import { Status } from '../ui/Feedback.tsx'
import { PATHS } from './paths.ts'
import { useSession, useView } from './state.ts'

/** Later than this an agent has missed several uploads in a row. */
const LATE = 90_000

/** How the whole is doing, in one line at the bottom. */
export function StatusStrip() {
  const { data, problem } = useOverview()
  const time = useNow(1000)
  const { zone, change } = useView()
  const { dead, showSheet } = useSession()
  const agents = data?.agents ?? []
  const uploads = agents.map((agent) => agent.last_upload).filter((at) => at !== null)
  const alive = uploads.filter((at) => time - at < LATE).length
  const newest = uploads.length === 0 ? null : Math.max(...uploads)
  const left = (data?.user.expires ?? 0) - time
  const skew = Math.abs(clockOffset())
  return (
    <footer className="strip" aria-label="Status">
      {problem !== null && problem.status === 0 ? (
        <Status kind="crit">The platform does not answer; trying again</Status>
      ) : (
        <Status kind={alive === agents.length && agents.length > 0 ? 'ok' : 'warn'} title="Agents that uploaded in the last 90 s, of all that are registered">
          Agents {alive}/{agents.length}
        </Status>
      )}
      <span>{newest === null ? 'No upload yet' : `Upload ${formatAge(time - newest)} ago`}</span>
      {data === undefined || data.problems === null ? null : (
        <Link className="strip-button" to={PATHS.problems}>
          {data.problems.open === 0 ? (
            <Status kind="ok">No problem</Status>
          ) : (
            <Status kind={data.problems.worst === 'CRITICAL' ? 'crit' : 'warn'}>{plural(data.problems.open, 'problem')}</Status>
          )}
        </Link>
      )}
      {skew > 2000 ? <Status kind="warn">This computer&apos;s clock is {formatAge(skew)} off; times are the platform&apos;s</Status> : null}
      <span className="grow" />
      {dead || (data !== undefined && left < 900_000) ? (
        <button
          type="button"
          className="strip-button"
          onClick={() => {
            showSheet(true)
          }}
        >
          <Status kind="warn">{dead ? 'Signed out' : `Session ends in ${formatAge(left)}`} · Sign in again</Status>
        </button>
      ) : data === undefined ? null : (
        <span className="optional">
          {data.user.login} · session ends in {formatAge(left)}
        </span>
      )}
      <button
        type="button"
        className="strip-button"
        title="Times are shown in this zone. Click to change between local time and UTC."
        onClick={() => {
          change({ zone: zone === 'utc' ? 'local' : 'utc' })
        }}
      >
        {zoneName(time, zone)}
        {zone === 'local' ? ' (local)' : ''}
      </button>
      {data === undefined ? null : <span className="optional">Watchpost {data.version}</span>}
    </footer>
  )
}

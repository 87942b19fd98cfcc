/** One problem: what it is, what was measured, what to do next, and everything that has become of it. */
import { Activity, BellOff, Check, X } from 'lucide-react'
import { Link } from 'react-router'
import { formatDuration, formatInstant } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import { START_SCOPE, writeScope } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import { useProblem, useRules, type ProblemFull } from '../../data/alerting.ts'
import { now } from '../../data/clock.ts'
import { copyText } from '../../ui/copy.ts'
import { Loading, Problem } from '../../ui/Feedback.tsx'
import { ruleSentence } from '../../ui/rule-words.ts'
import { Severity } from '../../ui/Severity.tsx'
import { Since, valueWords } from './columns.tsx'
import { Measured } from './Measured.tsx'
import { windowOf } from './window.ts'

export type Ask = 'acknowledge' | 'take-back' | 'close' | 'silence'

interface Props {
  readonly id: number
  readonly locked: string | undefined
  readonly ask: (what: Ask, problem: ProblemFull) => void
  readonly onClose: () => void
}

export function ProblemPanel({ id, locked, ask, onClose }: Props) {
  const problem = useProblem(id)
  const data = problem.data?.id === id ? problem.data : undefined
  return (
    <aside className="panel side" aria-label="Problem">
      <header>
        <h2 className="cut">{data?.check_name ?? 'Problem'}</h2>
        {data === undefined ? null : data.resolved === null ? <Severity state={data.state} /> : <Severity state="OK" word="Resolved" />}
        <span className="grow" />
        <button type="button" className="button plain small icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <X size={14} />
        </button>
      </header>
      <div className="content">
        {data !== undefined ? (
          <Body problem={data} locked={locked} ask={ask} />
        ) : problem.problem !== null ? (
          <Problem problem={problem.problem} retry={problem.retry} keeps="Resolved problems are kept for a while only; it may be older." />
        ) : (
          <Loading lines={6} />
        )}
      </div>
    </aside>
  )
}

function Body({ problem, locked, ask }: { readonly problem: ProblemFull; readonly locked: string | undefined; readonly ask: Props['ask'] }) {
  const zone = useView((s) => s.zone)
  const rule = useRules().data?.find((one) => one.id === problem.rule)
  const window = windowOf(problem)
  const place = writeScope({ ...START_SCOPE, range: { kind: 'between', ...window }, instances: [problem.pg_instance] }).toString()
  const open = problem.resolved === null
  return (
    <>
      <p className="said">
        <strong className="medium">{problem.pg_instance}</strong>: {problem.message}
      </p>
      <div className="row wrap">
        <Link className="button" to={`${PATHS.activity}?${place}`}>
          <Activity size={14} aria-hidden="true" /> Activity then
        </Link>
        {open ? <Acts problem={problem} locked={locked} ask={ask} /> : null}
      </div>
      {locked !== undefined && open ? <p className="note">{locked}</p> : null}
      <table className="facts">
        <tbody>
          <Fact name={open ? 'Open since' : 'Opened'}>
            {formatInstant(problem.since, now(), zone)}{' '}
            {open ? (
              <span className="dim">
                (<Since at={problem.since} />)
              </span>
            ) : null}
          </Fact>
          {problem.resolved === null ? null : (
            <Fact name="Resolved">
              {formatInstant(problem.resolved, now(), zone)} <span className="dim">after {formatDuration(problem.resolved - problem.since)}</span>
            </Fact>
          )}
          {problem.value === null ? null : <Fact name={open ? 'Value' : 'Last value'}>{valueWords(problem)}</Fact>}
          <Fact name="Worst">
            <Severity state={problem.worst} />
          </Fact>
          {problem.acknowledged === null ? null : (
            <Fact name="Seen to by">
              {problem.acknowledged.by}, {formatInstant(problem.acknowledged.at, now(), zone)}
              {problem.acknowledged.note === '' ? null : <span className="dim">: {problem.acknowledged.note}</span>}
            </Fact>
          )}
          {problem.silence === null ? null : (
            <Fact name="Silence">
              <Link to={PATHS.silences}>A silence covers it</Link>, nobody is told
            </Fact>
          )}
          <Fact name="Rule">
            {rule === undefined ? (
              'None: something else has told of it'
            ) : (
              <>
                {ruleSentence(rule)} <Link to={`${PATHS.rules}?rule=${rule.id}`}>Open the rule</Link>
              </>
            )}
          </Fact>
        </tbody>
      </table>
      {rule === undefined ? null : <Measured problem={problem} rule={rule} />}
      {rule === undefined || rule.next === '' ? null : (
        <>
          <h3>What to do next</h3>
          <p className="said">{rule.next}</p>
        </>
      )}
      {rule === undefined || rule.sql === '' ? null : (
        <div>
          <pre className="sql" tabIndex={0}>
            {rule.sql}
          </pre>
          <button
            type="button"
            className="button small plain"
            onClick={() => {
              void copyText(rule.sql, 'SQL')
            }}
          >
            Copy the SQL
          </button>
        </div>
      )}
      <h3>History</h3>
      <History problem={problem} />
    </>
  )
}

function Acts({ problem, locked, ask }: { readonly problem: ProblemFull; readonly locked: string | undefined; readonly ask: Props['ask'] }) {
  const button = (what: Ask, label: string, icon: typeof Check, keys: string) => {
    const Icon = icon
    return (
      <button
        type="button"
        className="button"
        disabled={locked !== undefined}
        title={locked ?? `${label} (${keys})`}
        onClick={() => {
          ask(what, problem)
        }}
      >
        <Icon size={14} aria-hidden="true" /> {label}
      </button>
    )
  }
  return (
    <>
      {problem.acknowledged === null ? button('acknowledge', 'Acknowledge…', Check, 'A') : button('take-back', 'Take back', X, 'A')}
      {button('silence', 'Silence…', BellOff, 'S')}
      {button('close', 'Close by hand…', X, 'C')}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}

const EVENTS: Readonly<Record<ProblemFull['history'][number]['event'], string>> = {
  opened: 'Opened',
  worsened: 'Got worse',
  eased: 'Got better',
  resolved: 'Resolved',
  acknowledged: 'Acknowledged',
  unacknowledged: 'Acknowledgement taken back',
  closed: 'Closed by hand',
  notified: 'Told',
}

function History({ problem }: { readonly problem: ProblemFull }) {
  const zone = useView((s) => s.zone)
  return (
    <ol className="events">
      {[...problem.history].reverse().map((event, i) => (
        <li key={i}>
          <time>{formatInstant(event.time, now(), zone)}</time> {EVENTS[event.event]}
          {event.event === 'opened' || event.event === 'worsened' || event.event === 'eased' ? <> as {event.state.toLowerCase()}</> : null}
          {event.by === '' ? null : <> by {event.by}</>}
          {event.message === '' ? null : <span className="dim said">: {event.message}</span>}
        </li>
      ))}
    </ol>
  )
}

/** What is wrong now, the worst first, and what was wrong in the range. */
import { TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { formatSpan, plural, zoneName } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { resolveRange } from '../../app/range.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useListKeys } from '../../app/use-list-keys.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAlertingChange, useProblems, type ProblemRow } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { mayAct, useOverview } from '../../data/use-overview.ts'
import '../../ui/alerting.css'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { closedColumns, openColumns } from './columns.tsx'
import { ProblemPanel, type Ask } from './ProblemPanel.tsx'
import { ProblemList } from './ProblemList.tsx'
import { Sheets, type Asked } from './Sheets.tsx'

const LOCKED = 'This account may look at problems, not act on them.'

function ProblemsScreen() {
  const { scope, own, setOwn } = useScope()
  const zone = useView((s) => s.zone)
  const { data: overview } = useOverview()
  const changed = useAlertingChange()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const range = resolveRange(scope.range, scope.pausedAt ?? now(), 60)
  const severity = own('severity')
  const open = useProblems({ show: 'open', limit: '1000' })
  const closed = useProblems({ show: 'closed', from: String(range.from), to: String(range.to), limit: '1000' })
  const chosen = /^\d+$/.test(own('problem') ?? '') ? Number(own('problem')) : null
  const locked = overview === undefined || mayAct(overview) ? undefined : LOCKED
  const isShown = (row: ProblemRow) =>
    (scope.instances.length === 0 || scope.instances.includes(row.pg_instance)) &&
    (severity === null || row.worst === severity) &&
    `${row.pg_instance} ${row.check_name} ${row.message}`.toLowerCase().includes(text.toLowerCase())
  const select = useCallback(
    (id: number | null) => {
      setOwn('problem', id === null ? null : String(id))
    },
    [setOwn],
  )
  const ask = useCallback(
    (what: Ask, problem: Asked['problem']) => {
      if (what === 'take-back') void changed(platform.unacknowledgeProblem({ params: { problem: String(problem.id) } }))
      else setAsked({ what, problem })
    },
    [changed],
  )
  const row = [...(open.data?.problems ?? [])].find((one) => one.id === chosen)
  const close = useCallback(() => {
    select(null)
  }, [select])
  useListKeys('problems', field, chosen !== null, close)
  useCommands(
    useMemo((): readonly Command[] => {
      const act = (what: Ask) => () => {
        if (row === undefined || locked !== undefined) return false
        ask(what === 'acknowledge' && row.acknowledged !== null ? 'take-back' : what, { ...row, history: [] })
        return true
      }
      return [
        { id: 'problem.acknowledge', title: 'Acknowledge the problem, or take that back', group: 'This page', keys: 'a', run: act('acknowledge') },
        { id: 'problem.silence', title: 'Silence the problem', group: 'This page', keys: 's', words: 'mute', run: act('silence') },
        { id: 'problem.end', title: 'Close the problem by hand', group: 'This page', keys: 'c', run: act('close') },
      ]
    }, [ask, locked, row]),
  )
  const compact = chosen !== null
  const list = { selected: chosen, onOpen: select, isShown, filtered: text !== '' || severity !== null || scope.instances.length > 0 }
  return (
    <div className={`split${compact ? ' open' : ''}`}>
      <h1 className="spoken">Problems</h1>
      <div className="main">
        <ProblemList
          {...list}
          title="Open"
          label="Open problems"
          poll={open}
          columns={openColumns(zone, compact)}
          sort={{ id: 'severity', descending: true }}
          note={
            open.data === undefined ? '' : `${plural(open.data.open, 'open problem')} · ${String(open.data.closed_24h)} resolved in 24 h · whatever the range`
          }
          empty={{ title: 'No open problem', cause: 'Every rule that is judged finds its instances in order.' }}
          tools={
            <span className="row">
              <select
                className="pick"
                aria-label="Severity"
                value={severity ?? ''}
                onChange={(event) => {
                  setOwn('severity', event.currentTarget.value === '' ? null : event.currentTarget.value, 'replace')
                }}
              >
                <option value="">Any severity</option>
                <option value="CRITICAL">Was critical</option>
                <option value="WARNING">Only a warning</option>
              </select>
              <FilterBox ref={field} text={text} change={setText} />
            </span>
          }
        />
        <ProblemList
          {...list}
          title="Resolved"
          label="Resolved problems"
          poll={closed}
          columns={closedColumns(zone, compact)}
          sort={{ id: 'resolved', descending: true }}
          note={`${formatSpan(range.from, range.to, now(), zone)} ${zoneName(range.to, zone)}`}
          empty={{ title: 'Nothing was resolved in this range', cause: 'A longer range shows more; resolved problems are kept like the readings.' }}
        />
      </div>
      {chosen === null ? null : <ProblemPanel key={chosen} id={chosen} locked={locked} ask={ask} onClose={close} />}
      <Sheets
        asked={asked}
        close={() => {
          setAsked(null)
        }}
      />
    </div>
  )
}

export default defineScreen({
  path: PATHS.problems,
  title: 'Problems',
  icon: TriangleAlert,
  keys: 'p',
  words: 'alerts alarms incidents acknowledge',
  section: 'Alerts',
  right: 'read',
  scope: 'range',
  badge: ({ problems }) =>
    problems === null || problems.open === 0
      ? null
      : { count: problems.open, kind: problems.worst === 'CRITICAL' ? 'crit' : 'warn', title: plural(problems.open, 'open problem') },
  Screen: ProblemsScreen,
})

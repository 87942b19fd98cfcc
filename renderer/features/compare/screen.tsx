/** Two windows compared: where the difference comes from, statement by statement, in terms that add up. */
import { GitCompareArrows } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatInstant } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { now } from '../../data/clock.ts'
import { useOverview } from '../../data/use-overview.ts'
import { AsTable } from '../../ui/AsTable.tsx'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { Changes, type SortedBy } from './Changes.tsx'
import './compare.css'
import { shownOf, writeAmount, writeChange, writeRelative, type Measure, type Row } from './split.ts'
import { TermTable } from './TermTable.tsx'
import { useCompare, useWindows } from './use-compare.ts'
import { Waterfall } from './Waterfall.tsx'
import { caveatsOf, REFERENCES, writeAgainst, type Against } from './windows.ts'
import { Windows } from './Windows.tsx'

function CompareScreen() {
  const { own, setOwn, live } = useScope()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { against, before, after } = useWindows()
  const { data: reply, problem, retry, stale, at, refreshing, limit } = useCompare(before, after)
  const measure: Measure = own('measure') === 'time' ? 'time' : 'load'
  const [asTable, setAsTable] = useState(false)
  const [sorted, setSorted] = useState<SortedBy>('change')
  const shown = useMemo(() => (reply === undefined ? null : shownOf(reply, measure)), [reply, measure])
  const setAgainst = useCallback(
    (to: Against) => {
      setOwn('against', to === 'before' ? null : writeAgainst(to))
    },
    [setOwn],
  )
  const toggleMeasure = useCallback(() => {
    setOwn('measure', measure === 'load' ? 'time' : null, 'replace')
  }, [setOwn, measure])
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'table',
          title: 'Chart or table',
          group: 'This page',
          keys: 'v',
          run: () => {
            setAsTable((before) => !before)
          },
        },
        { id: 'measure', title: 'Load or time', group: 'This page', keys: 'u', words: 'unit', run: toggleMeasure },
        {
          id: 'against',
          title: 'Compare with the next earlier window',
          group: 'This page',
          keys: 'd',
          words: 'yesterday week before reference',
          run: () => {
            const here = REFERENCES.findIndex(({ id }) => id === against)
            setAgainst(REFERENCES[(here + 1) % REFERENCES.length]?.id ?? 'before')
          },
        },
      ],
      [toggleMeasure, against, setAgainst],
    ),
  )
  const open = ({ query_md5_id: md5 }: Row) => {
    if (md5 === null) return
    const params = new URLSearchParams(search)
    params.set('q', md5)
    params.delete('tab')
    void navigate({ pathname: PATHS.queries, search: `?${params.toString()}` })
  }
  const gap = reply === undefined ? null : reply.after.covered === 0 ? 'later' : reply.before.covered === 0 ? 'earlier' : null
  const nothing = gap !== null || (reply?.total.time.before === 0 && reply.total.time.after === 0)
  return (
    <>
      <h1 className="spoken">Compare</h1>
      <Panel
        label="Difference"
        title={shown === null || nothing ? 'Difference' : <Headline shown={shown} measure={measure} />}
        busy={refreshing && !live}
        note={stale && problem !== null ? <Stale at={at} problem={problem} retry={retry} /> : 'of the time statements took, as the server counts it'}
        tools={
          <span className="row">
            <span className="joined" role="group" aria-label="What is compared">
              <button
                type="button"
                className="button small"
                aria-pressed={measure === 'load'}
                title="Average active sessions (U)"
                onClick={measure === 'load' ? undefined : toggleMeasure}
              >
                Load
              </button>
              <button
                type="button"
                className="button small"
                aria-pressed={measure === 'time'}
                title="Time spent executing (U)"
                onClick={measure === 'time' ? undefined : toggleMeasure}
              >
                Time
              </button>
            </span>
            <AsTable on={asTable} turn={setAsTable} keys="V" />
          </span>
        }
      >
        <Windows against={against} before={before} after={after} reply={reply} onAgainst={setAgainst} />
        {reply === undefined || gap !== null
          ? null
          : caveatsOf(reply.before, reply.after).map((words) => (
              <div key={words} className="banner warn" role="status" style={{ margin: '0 12px 8px' }}>
                <span aria-hidden="true">▲</span>
                <span>{words}</span>
              </div>
            ))}
        {reply === undefined || shown === null ? (
          problem === null ? (
            <Loading height={232} />
          ) : (
            <Problem problem={problem} retry={retry} keeps="The windows can be changed." />
          )
        ) : nothing ? (
          <Nothing gap={gap} />
        ) : asTable ? (
          <TermTable total={shown.total} unit={shown.unit} />
        ) : (
          <Waterfall total={shown.total} unit={shown.unit} onTerm={setSorted} />
        )}
      </Panel>
      {reply === undefined || shown === null || nothing ? null : (
        <Changes
          reply={reply}
          shown={shown}
          measure={measure}
          sorted={sorted}
          limit={limit}
          onLimit={(n) => {
            setOwn('n', n === '20' ? null : n)
          }}
          busy={refreshing && !live}
          onOpen={open}
        />
      )}
    </>
  )
}

/** A window that was not read is a gap: what ran in the other one is not new, and not gone. */
function Nothing({ gap }: { readonly gap: 'earlier' | 'later' | null }) {
  const { setRange } = useScope()
  const { data: overview } = useOverview()
  const zone = useView((s) => s.zone)
  const first = Math.min(...(overview?.instances ?? []).map((instance) => instance.first_seen))
  return (
    <Empty
      title={gap === null ? 'No statement was recorded in either window' : `Nothing was read in the ${gap} window`}
      cause={
        <>
          Statements are read once a minute, from the second reading on
          {Number.isFinite(first) ? `; the first data came at ${formatInstant(first, now(), zone)}` : ''}. Choose other windows, or see under Connections
          whether queries are read at all.
        </>
      }
    >
      <button
        type="button"
        className="button"
        onClick={() => {
          setRange({ kind: 'last', span: 300_000 })
        }}
      >
        Compare the last 5 min
      </button>
    </Empty>
  )
}

/** `Load 0.42 → 1.24 AAS, ▲ +0.82 (+195.2 %)` */
function Headline({ shown: { total, unit }, measure }: { readonly shown: ReturnType<typeof shownOf>; readonly measure: Measure }) {
  const relative = writeRelative(total)
  return (
    <>
      {measure === 'load' ? 'Load' : 'Time'} {writeAmount(total.before, unit.decimals)} → {writeAmount(total.after, unit.decimals)} {unit.name},{' '}
      {total.change === 0 ? 'no change' : `${total.change < 0 ? '▼' : '▲'} ${writeChange(total.change, unit.decimals)}`}
      {relative === '' ? '' : ` (${relative})`}
    </>
  )
}

export default defineScreen({
  path: PATHS.compare,
  title: 'Compare',
  icon: GitCompareArrows,
  keys: 'd',
  words: 'difference before after windows yesterday regression what changed',
  section: 'Monitor',
  right: 'read',
  scope: 'range',
  Screen: CompareScreen,
})

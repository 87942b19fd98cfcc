/** One connection: what watching it costs, what rests and why, and what its server can tell. */
import type { Capabilities as Found } from '../../../shared/model/capabilities.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Capabilities } from '../../ui/Capabilities.tsx'
import { Loading, Problem, Status } from '../../ui/Feedback.tsx'

/** What is told of a watch, whoever runs it. */
export interface Watching {
  readonly name: string
  readonly connected: boolean
  readonly cause: string
  /** ms a minute; null while it is not known */
  readonly cost: number | null
  /** 1: not at all */
  readonly stretch: number
  readonly queriesPaused: string
  readonly tablesPaused: string
  readonly textsPaused: string
}

const amountOf = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))

export function Cost({ row: { cost, stretch } }: { readonly row: Pick<Watching, 'cost' | 'stretch'> }) {
  return (
    <span className="row" style={{ gap: 8 }}>
      {cost === null ? (
        <span className="dim" title="Known a minute after watching began">
          …
        </span>
      ) : (
        <span title="Time our statements took on the server, over the last ten minutes">{amountOf(cost)}</span>
      )}
      {stretch > 1 ? (
        <Status kind="paused" title={stretchOf(stretch)}>
          {stretch}×
        </Status>
      ) : null}
    </span>
  )
}

const stretchOf = (factor: number): string =>
  `Watching cost this server more than 1 % of one core over ten minutes, so everything is read ${String(factor)} times less often; it goes back by itself`

export function Details({ row, ask, of }: { readonly row: Watching; readonly ask: (signal: AbortSignal) => Promise<Found>; readonly of: string }) {
  const found = usePoll(['capabilities', of, row.name], ask, { every: null })
  const pauses = [row.stretch > 1 ? stretchOf(row.stretch) : '', row.queriesPaused, row.tablesPaused, row.textsPaused].filter((words) => words !== '')
  return (
    <div className="details">
      <section aria-label="Cost">
        <h3>Cost</h3>
        <p>
          {row.cost === null
            ? 'What watching costs the server is known a minute after it began.'
            : `Watching takes ${amountOf(row.cost)} ms a minute of the server, ${((row.cost / 60_000) * 100).toFixed(2)} % of one core. Above 1 % everything is read less often.`}
        </p>
        {pauses.map((words) => (
          <div key={words} className="banner warn">
            <span aria-hidden="true">▲</span>
            <span>{words}.</span>
          </div>
        ))}
      </section>
      <section aria-label="What its server can tell">
        <h3>What its server can tell</h3>
        {found.data !== undefined ? (
          <Capabilities found={found.data} />
        ) : found.problem === null ? (
          <Loading lines={6} />
        ) : (
          <Problem problem={found.problem} retry={found.retry} />
        )}
        <button type="button" className="button small" disabled={found.refreshing} onClick={found.retry}>
          {found.refreshing ? 'Asking…' : 'Ask again'}
        </button>
      </section>
    </div>
  )
}

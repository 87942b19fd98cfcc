/** One connection: what may leave its server, what watching it costs, what rests and why, and what its server can tell. */
import type { Declared } from '../../data/use-agent.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Capabilities } from '../../ui/Capabilities.tsx'
import { Awaited } from '../../ui/Awaited.tsx'
import { Status } from '../../ui/Feedback.tsx'
import { Tune, type Changing } from './Tune.tsx'

const amountOf = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))

export function Cost({ row: { cost, stretch } }: { readonly row: Pick<Declared, 'cost' | 'stretch'> }) {
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

/** `of` tells whose connection it is: names are given twice. */
export function Details({ row, context, of }: { readonly row: Declared; readonly context: Changing; readonly of: string }) {
  const found = usePoll(['capabilities', of, row.name], (signal) => context.ways.capabilities(row.name, signal), { every: null })
  const pauses = [row.stretch > 1 ? stretchOf(row.stretch) : '', row.queriesPaused, row.tablesPaused, row.textsPaused].filter((words) => words !== '')
  return (
    <div className="details">
      <section aria-label="Values and plans">
        <h3>Values and plans</h3>
        <div className="tuned">
          <Tune of="literals" row={row} context={context} />
          <p>
            <strong>Values in samples.</strong> On, at most one statement per query and hour is kept as a session sent it, with the names, numbers and addresses
            in it, and whoever may see the instance can read it. Off, no value leaves the server; texts, times and plans stay.
          </p>
          <Tune of="plans" row={row} context={context} />
          <p>
            <strong>Estimated plans.</strong> The costliest statements are planned with EXPLAIN, six a minute at most and never run. That takes up to half a per
            cent of one core, which is part of the cost below. Before version 16 a plan needs values in samples.
          </p>
        </div>
      </section>
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
        <Awaited poll={found} lines={6}>
          {(capabilities) => <Capabilities found={capabilities} />}
        </Awaited>
        <button type="button" className="button small" disabled={found.refreshing} onClick={found.retry}>
          {found.refreshing ? 'Asking…' : 'Ask again'}
        </button>
      </section>
    </div>
  )
}

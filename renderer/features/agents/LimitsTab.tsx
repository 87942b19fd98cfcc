/** The two limits of an agent; each change can be taken back for a while. */
import { useState } from 'react'
import { useNow } from '../../data/use-now.ts'
import { Loading, Problem } from '../../ui/Feedback.tsx'
import { NumberCell } from '../../ui/NumberCell.tsx'
import { reasonOf, type Agent } from './state.tsx'
import { useSteered } from './use-agents.ts'

/** The agent takes no more. */
const MOST = 10_000_000
/** How long a change can be taken back, ms. */
const UNDO = 10_000

export function LimitsTab({ agent }: { readonly agent: Agent }) {
  const { client, status, health, reload } = useSteered(agent)
  if (status.data === undefined) return status.problem === null ? <Loading lines={3} /> : <Problem problem={status.problem} retry={status.retry} />
  const connections = health.data?.connections ?? []
  return (
    <div className="stack">
      <Limit
        label="Tables monitoring limit"
        unit="tables"
        doc="Tables and indexes of a connection are monitored while it has fewer tables than this."
        value={status.data['tables-monitoring-limit']}
        save={async (limit) => {
          await client.setTablesMonitoringLimit({ params: { limit: String(limit) } })
          await reload()
        }}
        stopped={connections.map((one) => [one.name, one.tables_paused])}
      />
      <Limit
        label="Query monitoring limit"
        unit="query ids a day"
        doc="Query monitoring of a connection pauses until midnight when it has seen more query ids than this in the day."
        value={status.data['query-monitoring-limit']}
        save={async (limit) => {
          await client.setQueryMonitoringLimit({ params: { limit: String(limit) } })
          await reload()
        }}
        stopped={connections.map((one) => [one.name, one.queries_paused])}
      />
    </div>
  )
}

interface Props {
  readonly label: string
  readonly unit: string
  readonly doc: string
  readonly value: number
  readonly save: (limit: number) => Promise<void>
  /** Connections with the reason why the limit stops them, '' when it does not. */
  readonly stopped: readonly (readonly [name: string, reason: string])[]
}

function Limit({ label, unit, doc, value, save, stopped }: Props) {
  const time = useNow(500)
  const [changed, setChanged] = useState<{ readonly before: number; readonly until: number } | null>(null)
  const [reason, setReason] = useState('')
  const left = changed === null ? 0 : Math.min(UNDO, changed.until - time)
  const undo = async (before: number) => {
    setReason('')
    try {
      await save(before)
      setChanged(null)
    } catch (cause) {
      setReason(reasonOf(cause))
    }
  }
  return (
    <section aria-label={label} className="limit">
      <h3>{label}</h3>
      <div className="row wrap">
        <NumberCell
          label={label}
          value={value}
          unit={unit}
          least={1}
          most={MOST}
          save={async (limit) => {
            await save(limit)
            setReason('')
            setChanged({ before: value, until: time + UNDO })
          }}
        />
        {changed === null || left <= 0 ? null : (
          <>
            <span className="note" role="status">
              was {changed.before}
            </span>
            <button
              type="button"
              className="button small"
              onClick={() => {
                void undo(changed.before)
              }}
            >
              Undo ({Math.ceil(left / 1000)} s)
            </button>
          </>
        )}
      </div>
      {reason === '' ? null : (
        <div className="banner crit" role="alert">
          {reason}
        </div>
      )}
      <p className="note">{doc}</p>
      {stopped
        .filter(([, why]) => why !== '')
        .map(([name, why]) => (
          <div key={name} className="banner warn" role="status">
            <span aria-hidden="true">❚❚</span>
            <span>
              <strong>{name}</strong>: {why}
            </span>
          </div>
        ))}
    </section>
  )
}

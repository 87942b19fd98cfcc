import type { ReactNode } from 'react'
import { formatBytes, formatCount, formatDuration, formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'
import { FactTable, type Facts } from '../../ui/FactTable.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { LastUpload } from './columns.tsx'
import { AgentStatus, serverText, type Agent } from './state.tsx'
import { useSteered } from './use-agents.ts'

const orUnknown = (value: ReactNode) => (value === null || value === undefined || value === '' ? <span className="dim">not known</span> : value)

export function StatusTab({ agent }: { readonly agent: Agent }) {
  const { client, status, health, reload } = useSteered(agent)
  const zone = useView((s) => s.zone)
  const said = status.data
  const online = agent.state === 'online'
  const skew = agent.clock_offset_ms
  const facts: Facts = [
    ['State', <AgentStatus key="state" agent={agent} />],
    ['Version', orUnknown(agent.version)],
    ['Server', orUnknown(agent.server)],
    ['Port', orUnknown(agent.port)],
    ['Started', said === undefined ? orUnknown(null) : `${said.start_time} UTC, as reported`],
    [
      'Sessions are sampled',
      said === undefined ? (
        orUnknown(null)
      ) : (
        <span className="row">
          <Toggle
            label="Sample every second"
            on={said['collection-rate'] === 'high'}
            change={async (on) => {
              await client.setAgentSettings({ body: { collection_rate: on ? 'high' : 'low' } })
              await reload()
            }}
            {...(online ? {} : { disabled: 'The agent does not answer' })}
          />
          {said['collection-rate'] === 'high' ? 'every second' : 'every 10 s'}
        </span>
      ),
    ],
    ['Longest statement text', said === undefined ? orUnknown(null) : `${String(said['sql-max-size'])} bytes`],
    ['Looked at', agent.checked === null ? orUnknown(null) : formatInstant(agent.checked, now(), zone)],
  ]
  const spool = health.data?.spool
  const letters = health.data?.dead_letters
  const flow: Facts = [
    ['Last upload', <LastUpload key="last" at={agent.last_upload} />],
    ['Upload server', agent.upload_server === null ? orUnknown(null) : serverText(agent.upload_server)],
    ['Waiting to be uploaded', spool === undefined ? orUnknown(null) : `${formatCount(spool.batches)} batches, ${formatBytes(spool.bytes)}`],
    ['Given up for want of room', spool === undefined ? orUnknown(null) : `${formatCount(spool.dropped)} batches`],
    ['Refused by the platform', letters === undefined ? orUnknown(null) : `${formatCount(letters.batches)} batches, ${formatBytes(letters.bytes)}`],
    ['Clock', skew === null ? orUnknown(null) : Math.abs(skew) < 2 ? 'the same' : `${formatDuration(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead'}`],
    ['New license key', agent.rotating ? 'waits to be taken up with the next upload' : 'none waiting'],
  ]
  return (
    <div className="stack">
      {agent.upload_cause === null || agent.upload_cause === '' ? null : (
        <div className="banner warn" role="status">
          <span aria-hidden="true">▲</span>
          <span>Uploads do not go through: {agent.upload_cause}. What is collected is kept and sent later.</span>
        </div>
      )}
      <div className="columns">
        <FactTable label="Facts" of={facts} />
        <FactTable label="Flow" of={flow} />
      </div>
      {letters === undefined || letters.newest.length === 0 ? null : (
        <div>
          <h3>Newest refused batches</h3>
          <ul className="checklist">
            {letters.newest.map((one) => (
              <li key={one.seq}>
                {one.time}: {one.connection}, status {one.status}, {one.error}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

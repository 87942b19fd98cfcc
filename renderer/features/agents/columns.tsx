import { formatAge } from '../../../shared/units.ts'
import { useNow } from '../../data/use-now.ts'
import { Status } from '../../ui/Feedback.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AgentStatus, serverText, type Agent } from './state.tsx'

/** Counts by itself, so that the table is not drawn anew each second. */
export function LastUpload({ at, cause = null }: { readonly at: number | null; readonly cause?: string | null }) {
  const time = useNow(1000)
  const text = at === null ? 'Never uploaded' : `${formatAge(time - at)} ago`
  if (cause !== null && cause !== '')
    return (
      <Status kind="warn" title={cause}>
        <span className="cut">{text}</span>
      </Status>
    )
  return <span className={`cut${at === null ? ' dim' : ''}`}>{text}</span>
}

function Connections({ of }: { readonly of: Agent['connections'] }) {
  if (of === null) return <span className="dim">not known</span>
  const idle = of.declared - of.running
  return (
    <span className="cut">
      {of.declared} ({of.running} running, {idle} not)
    </span>
  )
}

export const COLUMNS: readonly Column<Agent>[] = [
  {
    id: 'name',
    title: 'Agent',
    width: 136,
    grow: 1,
    value: (row) => row.name,
    cell: (row) => (
      <span className="row cut">
        <strong className="cut medium">{row.name}</strong>
        {row.embedded && row.name !== 'embedded' ? <span className="tag">embedded</span> : null}
      </span>
    ),
  },
  { id: 'state', title: 'State', width: 196, grow: 1, value: (row) => row.state, cell: (row) => <AgentStatus agent={row} /> },
  { id: 'server', title: 'Server', width: 104, grow: 1, value: (row) => row.server, doc: "The name of the agent's host" },
  { id: 'url', title: 'URL', width: 160, grow: 1, value: (row) => row.url },
  { id: 'version', title: 'Version', width: 72, value: (row) => row.version },
  {
    id: 'connections',
    title: 'Connections',
    width: 152,
    value: (row) => row.connections?.declared ?? null,
    cell: (row) => <Connections of={row.connections} />,
  },
  {
    id: 'last_upload',
    title: 'Last upload',
    width: 128,
    value: (row) => row.last_upload,
    doc: 'When the newest upload was stored on this platform',
    cell: (row) => <LastUpload at={row.last_upload} cause={row.upload_cause} />,
  },
  { id: 'upload_server', title: 'Upload server', width: 136, grow: 1, value: (row) => (row.upload_server === null ? null : serverText(row.upload_server)) },
]

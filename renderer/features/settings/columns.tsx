import { formatAge } from '../../../shared/units.ts'
import type { Channel } from '../../data/alerting.ts'
import { now } from '../../data/clock.ts'
import { Status } from '../../ui/Feedback.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { KINDS } from './channel-form.ts'

const whereTo = ({ target }: Channel): string =>
  target.kind === 'mail' ? `${target.to.join(', ')} through ${target.host}` : target.kind === 'webhook' ? target.url : 'desktops of this platform'

const quietWords = ({ quiet_hours: quiet }: Channel): string | null =>
  quiet === null ? null : `${quiet.from}–${quiet.to}${quiet.except_critical ? ', not for critical' : ''}`

function Last({ row }: { readonly row: Channel }) {
  if (row.last === null) return <span className="dim">nothing yet</span>
  const age = `${formatAge(now() - row.last.at)} ago`
  if (row.last.failure === '') return <Status kind="ok">{`Taken ${age}`}</Status>
  return (
    <Status kind="crit" title={row.last.failure}>
      <span className="cut">{`Failed ${age}: ${row.last.failure}`}</span>
    </Status>
  )
}

interface Context {
  readonly turn: (row: Channel, on: boolean) => Promise<unknown>
  readonly act: (what: 'test' | 'edit' | 'delete', row: Channel) => void
}

export const columnsOf = ({ turn, act }: Context): readonly Column<Channel>[] => [
  { id: 'name', title: 'Channel', width: 120, grow: 1, value: (row) => row.name, cell: (row) => <strong className="cut medium">{row.name}</strong> },
  {
    id: 'enabled',
    title: 'On',
    width: 52,
    loose: true,
    value: (row) => row.enabled,
    cell: (row) => <Toggle label={`Tell on ${row.name}`} on={row.enabled} change={(on) => turn(row, on)} />,
  },
  { id: 'kind', title: 'Kind', width: 72, value: (row) => KINDS[row.target.kind] },
  { id: 'to', title: 'To', width: 160, grow: 2, value: whereTo },
  { id: 'least', title: 'Tells of', width: 108, value: (row) => (row.least === 'CRITICAL' ? 'critical only' : 'all problems') },
  { id: 'quiet', title: 'Quiet hours', width: 120, value: quietWords },
  { id: 'last', title: 'Last delivery', width: 168, grow: 1, value: (row) => row.last?.at ?? null, cell: (row) => <Last row={row} /> },
  { id: 'waiting', title: 'Waiting', width: 64, right: true, doc: 'Messages that are to be delivered', value: (row) => row.waiting },
  {
    id: 'act',
    title: '',
    width: 168,
    fixedOrder: true,
    value: () => null,
    cell: (row) => (
      <span className="row" style={{ gap: 4 }}>
        {(['test', 'edit', 'delete'] as const).map((what) => (
          <button
            key={what}
            type="button"
            className="button small"
            aria-label={`${what} ${row.name}`}
            onClick={() => {
              act(what, row)
            }}
          >
            {what === 'test' ? 'Test' : what === 'edit' ? 'Edit…' : 'Delete…'}
          </button>
        ))}
      </span>
    ),
  },
]

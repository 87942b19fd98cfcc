import { formatAge, formatInstant, formatLoad, type Zone } from '../../../shared/units.ts'
import { now } from '../../data/clock.ts'
import { Trend } from '../../ui/Bars.tsx'
import { Status, type StatusKind } from '../../ui/Feedback.tsx'
import { Severity } from '../../ui/Severity.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import type { Health, Row } from './use-instances.ts'

const HEALTH: Readonly<Record<Health, readonly [kind: StatusKind, word: string]>> = {
  collecting: ['ok', 'Collecting'],
  late: ['warn', 'Late'],
  'no data': ['unknown', 'No data'],
  down: ['crit', 'Down'],
  'not watched': ['off', 'Not watched'],
}

export function HealthStatus({ row }: { readonly row: Row }) {
  const [kind, word] = HEALTH[row.health]
  const age = row.health === 'late' || row.health === 'no data' ? ` for ${formatAge(now() - row.instance.last_seen)}` : ''
  return <Status kind={kind}>{`${word}${age}`}</Status>
}

function Tags({ tags }: { readonly tags: Readonly<Record<string, string>> }) {
  const list = Object.entries(tags).map(([tag, value]) => `${tag}=${value}`)
  if (list.length === 0) return <span className="dim">none</span>
  return (
    <span className="row cut" style={{ gap: 4 }} title={list.join(', ')}>
      {list.map((one) => (
        <span key={one} className="tag">
          {one}
        </span>
      ))}
    </span>
  )
}

interface Context {
  readonly zone: Zone
  readonly compact: boolean
  readonly locked: string | undefined
  readonly turn: (row: Row, on: boolean) => Promise<unknown>
}

export function columnsOf({ zone, compact, locked, turn }: Context): readonly Column<Row>[] {
  const all: readonly (Column<Row> & { readonly rest?: true })[] = [
    {
      id: 'instance',
      title: 'Instance',
      width: 148,
      grow: 2,
      value: ({ instance }) => instance.label,
      cell: ({ instance }) => <strong className="cut medium">{instance.label}</strong>,
    },
    { id: 'health', title: 'State', width: 132, value: (row) => row.health, cell: (row) => <HealthStatus row={row} /> },
    { id: 'role', title: 'Role', width: 72, rest: true, value: ({ instance }) => instance.type },
    { id: 'version', title: 'Version', width: 72, rest: true, value: ({ instance }) => instance.pg_version },
    { id: 'agent', title: 'Agent', width: 96, rest: true, grow: 1, value: ({ agent }) => agent },
    {
      id: 'tags',
      title: 'Tags',
      width: 128,
      grow: 2,
      rest: true,
      value: ({ instance }) =>
        Object.entries(instance.tags)
          .map(([tag, value]) => `${tag}=${value}`)
          .join(', '),
      cell: ({ instance }) => <Tags tags={instance.tags} />,
    },
    {
      id: 'load',
      title: 'Load now',
      width: 148,
      right: true,
      doc: 'Average active sessions in the last five minutes; bars: the last hour',
      value: ({ load }) => load,
      cell: ({ load, trend }) => (
        <span className="row">
          <Trend values={trend} width={72} /> {load === null ? <span className="dim">?</span> : formatLoad(load)}
        </span>
      ),
    },
    {
      id: 'open',
      title: 'Open problems',
      width: 112,
      value: ({ alerted }) => alerted?.open ?? null,
      cell: ({ alerted }) =>
        alerted === undefined ? (
          <span className="dim">?</span>
        ) : alerted.open === 0 ? (
          <span className="dim">0</span>
        ) : (
          <Severity state={alerted.worst} word={String(alerted.open)} />
        ),
    },
    {
      id: 'alerting',
      title: 'Alerting',
      width: 72,
      loose: true,
      value: ({ alerted }) => alerted?.enabled ?? null,
      cell: (row) =>
        row.alerted === undefined ? (
          <span className="dim">?</span>
        ) : (
          <Toggle
            label={`Alerting of ${row.instance.label}`}
            on={row.alerted.enabled}
            change={(on) => turn(row, on)}
            {...(locked === undefined ? {} : { disabled: locked })}
          />
        ),
    },
    {
      id: 'reason',
      title: 'Why it is off',
      width: 140,
      grow: 2,
      rest: true,
      value: ({ alerted }) => (alerted?.reason === '' ? null : (alerted?.reason ?? null)),
    },
    {
      id: 'change',
      title: 'Last change',
      width: 128,
      rest: true,
      doc: 'When a problem of it was opened, changed or resolved last',
      value: ({ alerted }) => alerted?.last_change ?? null,
      cell: ({ alerted }) =>
        alerted === undefined || alerted.last_change === null ? <span className="dim">–</span> : formatInstant(alerted.last_change, now(), zone),
    },
  ]
  return compact ? all.filter(({ rest }) => rest !== true) : all
}

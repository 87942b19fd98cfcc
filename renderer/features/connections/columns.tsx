/** One column a setting; every switch and number is an operation of the agent. */
import { Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { switchConnection } from '../../data/api.ts'
import type { Declared } from '../../data/use-agent.ts'
import { Status } from '../../ui/Feedback.tsx'
import { NumberCell } from '../../ui/NumberCell.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Toggle } from '../../ui/Toggle.tsx'

/** What the page is asked to open. */
export type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly row: Declared } | { readonly what: 'disable-all' } | null

/** Connected, Enabled but not connected, Disabled: three words, three shapes. */
function State({ row }: { readonly row: Declared }) {
  if (row.connected) return <Status kind="ok">Connected</Status>
  if (!row.enabled) return <Status kind="off">Disabled</Status>
  return (
    <Status kind="warn" title={row.cause}>
      <span className="cut">Enabled, not connected{row.cause === '' ? '' : `: ${row.cause}`}</span>
    </Status>
  )
}

export function columnsOf(
  id: string,
  locked: string | undefined,
  act: (work: Promise<unknown>) => Promise<void>,
  ask: (asked: Asked) => void,
): readonly Column<Declared>[] {
  const lock = locked === undefined ? {} : { disabled: locked }
  const toggle = (
    key: string,
    title: string,
    width: number,
    pick: (row: Declared) => boolean,
    suffix: string,
    extra?: (row: Declared) => ReactNode,
  ): Column<Declared> => ({
    id: key,
    title,
    width,
    value: pick,
    cell: (row) => (
      <span className="row" style={{ gap: 8 }}>
        <Toggle
          label={`${title}: ${row.name}`}
          on={pick(row)}
          change={(on) => act(switchConnection(id, row.name, `${on ? 'enable' : 'disable'}${suffix}`))}
          {...lock}
        />
        {extra?.(row)}
      </span>
    ),
  })
  const number = (row: Declared, label: string, value: number, unit: string, operation: string, most: number) => (
    <NumberCell
      label={`${label}: ${row.name}`}
      value={value}
      unit={unit}
      most={most}
      save={(n) => act(switchConnection(id, row.name, `${operation}/${String(n)}`))}
    />
  )
  return [
    {
      id: 'name',
      title: 'Name',
      width: 120,
      value: (row) => row.name,
      cell: (row) => (
        <strong className="cut" style={{ fontWeight: 500 }}>
          {row.name}
        </strong>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 200,
      grow: 2,
      value: (row) => (row.connected ? 'Connected' : row.enabled ? 'Enabled, not connected' : 'Disabled'),
      cell: (row) => <State row={row} />,
    },
    { id: 'host', title: 'Host', width: 130, grow: 1, value: (row) => `${row.host}:${String(row.port)}` },
    { id: 'user', title: 'User', width: 90, value: (row) => row.user },
    {
      id: 'tags',
      title: 'Tags',
      width: 100,
      grow: 1,
      value: (row) => row.tags,
      cell: (row) => (
        <span className="row cut" style={{ gap: 4 }}>
          {row.tags === '' ? (
            <span className="dim">none</span>
          ) : (
            row.tags.split(',').map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))
          )}
        </span>
      ),
    },
    toggle('enabled', 'Enabled', 80, (row) => row.enabled, ''),
    toggle('samples', 'Samples', 80, (row) => row.samples, '-samples'),
    toggle(
      'locks',
      'Locks',
      148,
      (row) => row['lock-monitoring'],
      '-lock-monitoring',
      (row) => number(row, 'Lock delay', row['lock-monitoring-delay'], 's', 'lock-monitoring-delay', 86_400),
    ),
    toggle('tables', 'Tables', 72, (row) => row['table-monitoring'], '-table-monitoring'),
    toggle(
      'queries',
      'Queries',
      264,
      (row) => row['query-monitoring'],
      '-query-monitoring',
      (row) => (
        <>
          {number(row, 'Minimum calls', row['query-monitoring-min-calls'], 'calls', 'query-monitoring-min-calls', 1_000_000_000)}
          {number(row, 'Minimum time', row['query-monitoring-min-time'], 's', 'query-monitoring-min-time', 86_400)}
          {row.paused === '' ? null : (
            <span title={row.paused}>
              <Status kind="paused"> </Status>
            </span>
          )}
        </>
      ),
    ),
    toggle('optimize', 'Optimise', 84, (row) => row['query-monitoring-optimize'], '-query-monitoring-optimize'),
    {
      id: 'more',
      title: '',
      width: 44,
      fixedOrder: true,
      value: () => null,
      cell: (row) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" className="button plain small icon" aria-label={`More for ${row.name}`}>
              <EllipsisVertical size={14} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              disabled={locked !== undefined}
              onClick={() => {
                ask({ what: 'edit', row })
              }}
            >
              Edit…
            </Menu.Item>
            <Menu.Item
              disabled={locked !== undefined}
              onClick={() => {
                ask({ what: 'delete', row })
              }}
            >
              Delete…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]
}

/** One column a setting; every switch and number is an operation of the agent. */
import { Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Declared } from '../../data/use-agent.ts'
import { Status } from '../../ui/Feedback.tsx'
import { NumberCell } from '../../ui/NumberCell.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Cost } from './Details.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { Tune, TUNED, type Changing } from './Tune.tsx'
import type { Numbered, Switched, Tuned } from './ways.ts'

/** What the page is asked to open. */
export type Asked =
  { readonly what: 'add' } | { readonly what: 'edit' | 'delete' | 'details'; readonly row: Declared } | { readonly what: 'disable-all' } | null

interface Context extends Changing {
  /** Why it may not be switched on and off, which needs less. */
  readonly fixed: string | undefined
  readonly ask: (asked: Asked) => void
}

/** Connected, Enabled but not connected, Disabled: three words, three shapes. */
function State({ row }: { readonly row: Declared }) {
  if (row.connected) return <Status kind="ok">Connected</Status>
  if (!row.enabled) return <Status kind="off">Disabled</Status>
  return (
    <Status kind="warn" title={row.cause}>
      <span className="cut">Enabled, not connected</span>
    </Status>
  )
}

interface SwitchForm {
  readonly id: Switched
  readonly title: string
  readonly width: number
  readonly of: (row: Declared) => boolean
  readonly doc: string
}

function switchColumn(context: Context, { id, title, width, of, doc }: SwitchForm, extra?: (row: Declared) => ReactNode): Column<Declared> {
  const { ways, locked, fixed, act } = context
  const hindrance = id === 'enabled' ? fixed : locked
  return {
    id,
    title,
    width,
    doc,
    loose: true,
    value: of,
    cell: (row) => (
      <span className="row" style={{ gap: 8 }}>
        <Toggle
          label={`${title}: ${row.name}`}
          on={of(row)}
          change={(on) => act(ways.turn(row.name, id, on))}
          {...(hindrance === undefined ? {} : { disabled: hindrance })}
        />
        {extra?.(row)}
      </span>
    ),
  }
}

const NUMBERS: Readonly<Record<Numbered, { readonly label: string; readonly unit: string; readonly most: number; readonly of: (row: Declared) => number }>> = {
  delay: { label: 'Lock delay', unit: 's', most: 86_400, of: (row) => row['lock-monitoring-delay'] },
  calls: { label: 'Minimum calls', unit: 'calls', most: 1_000_000_000, of: (row) => row['query-monitoring-min-calls'] },
  time: { label: 'Minimum time', unit: 's', most: 86_400, of: (row) => row['query-monitoring-min-time'] },
}

function Amount({ of, row, context: { ways, locked, act } }: { readonly of: Numbered; readonly row: Declared; readonly context: Context }) {
  const { label, unit, most, of: value } = NUMBERS[of]
  return (
    <NumberCell
      label={`${label}: ${row.name}`}
      value={value(row)}
      unit={unit}
      most={most}
      locked={locked !== undefined}
      save={(n) => act(ways.set(row.name, of, n))}
    />
  )
}

const NAMES: readonly Column<Declared>[] = [
  { id: 'name', title: 'Name', width: 104, value: (row) => row.name, cell: (row) => <strong className="cut medium">{row.name}</strong> },
  {
    id: 'state',
    title: 'State',
    width: 132,
    grow: 1,
    value: (row) => (row.connected ? 'Connected' : row.enabled ? 'Enabled, not connected' : 'Disabled'),
    cell: (row) => <State row={row} />,
  },
  { id: 'login', title: 'User and host', width: 114, grow: 1, value: (row) => `${row.user}@${row.host}:${String(row.port)}` },
  {
    id: 'cost',
    title: 'Cost (ms/min)',
    width: 92,
    doc: 'What watching takes of the server, ms a minute over the last ten; above 1 % of one core everything is read less often',
    value: (row) => row.cost,
    cell: (row) => <Cost row={row} />,
  },
  { id: 'tags', title: 'Tags', width: 80, grow: 1, value: (row) => row.tags, cell: (row) => <TagList tags={row.tags} /> },
]

/** That something rests by itself, and why. */
function Paused({ words }: { readonly words: string }) {
  if (words === '') return null
  return (
    <Status kind="paused" title={words}>
      <span className="spoken">limit</span>
    </Status>
  )
}

function TagList({ tags }: { readonly tags: string }) {
  if (tags === '') return <span className="dim">none</span>
  return (
    <span className="row cut" style={{ gap: 4 }} title={tags}>
      {tags.split(',').map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
    </span>
  )
}

const tuneColumn = (context: Context, of: Tuned): Column<Declared> => ({
  id: of,
  title: TUNED[of].title,
  width: 68,
  doc: TUNED[of].doc,
  loose: true,
  value: (row) => row[of],
  cell: (row) => <Tune of={of} row={row} context={context} />,
})

export function columnsOf(context: Context): readonly Column<Declared>[] {
  const { locked, ask } = context
  return [
    ...NAMES,
    switchColumn(context, { id: 'enabled', title: 'Enabled', width: 72, of: (row) => row.enabled, doc: 'Whether it is connected to and watched at all' }),
    switchColumn(context, { id: 'samples', title: 'Samples', width: 76, of: (row) => row.samples, doc: 'Sampling of sessions: the load' }),
    tuneColumn(context, 'literals'),
    switchColumn(
      context,
      { id: 'locks', title: 'Locks (delay)', width: 124, of: (row) => row['lock-monitoring'], doc: 'Recording of lock waits longer than the delay' },
      (row) => <Amount of="delay" row={row} context={context} />,
    ),
    switchColumn(
      context,
      { id: 'tables', title: 'Tables', width: 64, of: (row) => row['table-monitoring'], doc: 'Statistics of tables and indexes' },
      (row) => <Paused words={row.tablesPaused} />,
    ),
    switchColumn(
      context,
      {
        id: 'queries',
        title: 'Queries (min calls, min time)',
        width: 208,
        of: (row) => row['query-monitoring'],
        doc: 'Statistics of statements; an interval of a statement is sent when it reaches the calls or the time',
      },
      (row) => (
        <>
          <Amount of="calls" row={row} context={context} />
          <Amount of="time" row={row} context={context} />
          <Paused words={row.queriesPaused} />
        </>
      ),
    ),
    switchColumn(context, {
      id: 'optimise',
      title: 'Optimise',
      width: 72,
      of: (row) => row['query-monitoring-optimize'],
      doc: 'Read statistics without texts, and each text only once',
    }),
    tuneColumn(context, 'plans'),
    {
      id: 'more',
      title: '',
      width: 40,
      fixedOrder: true,
      end: true,
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
              onClick={() => {
                ask({ what: 'details', row })
              }}
            >
              Details…
            </Menu.Item>
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

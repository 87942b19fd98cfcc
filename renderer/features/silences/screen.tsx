/** Who is silenced, by whom, why and until when; from here to end one or to make one. */
import { Drawer } from '@mantine/core'
import { BellOff, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatAge, formatInstant, type Zone } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAlertingChange, useRules, useSilences, type Rule, type Silence } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { mayAct, useOverview } from '../../data/use-overview.ts'
import '../../ui/alerting.css'
import { Empty, Loading, Panel, Problem, Stale, Status } from '../../ui/Feedback.tsx'
import { notify } from '../../ui/notify.ts'
import { SilenceForm } from '../../ui/SilenceForm.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { filterWords } from '../../ui/tag-filter.ts'

const LOCKED = 'This account may look at silences, not make or end them.'

const who = ({ pg_instance, filters }: Silence) => pg_instance ?? filterWords(filters, 'alternatives', 'all instances')

function State({ row }: { readonly row: Silence }) {
  if (row.active) return <Status kind="paused">In effect</Status>
  if (row.ended !== null) return <Status kind="off">Ended by {row.ended.by}</Status>
  return row.from > now() ? <Status kind="unknown">Not yet</Status> : <Status kind="off">Over</Status>
}

function columnsOf(rules: readonly Rule[], zone: Zone, locked: string | undefined, end: (row: Silence) => void): readonly Column<Silence>[] {
  const at = (time: number) => formatInstant(time, now(), zone)
  return [
    { id: 'who', title: 'Instances', width: 168, grow: 2, value: who },
    { id: 'state', title: 'State', width: 132, value: (row) => (row.active ? 'In effect' : 'Over'), cell: (row) => <State row={row} /> },
    {
      id: 'covers',
      title: 'Covers',
      width: 72,
      right: true,
      doc: 'Instances it covers now',
      value: (row) => row.instances.length,
      cell: (row) => <span title={row.instances.join('\n')}>{row.instances.length}</span>,
    },
    { id: 'hides', title: 'Hides', width: 64, right: true, doc: 'Open problems of which nobody is told', value: (row) => row.hides },
    { id: 'rule', title: 'Rule', width: 116, grow: 1, value: (row) => rules.find(({ id }) => id === row.rule)?.title ?? row.rule ?? 'All rules' },
    { id: 'reason', title: 'Why', width: 140, grow: 2, value: (row) => (row.reason === '' ? null : row.reason) },
    { id: 'by', title: 'By', width: 88, value: (row) => row.created_by },
    { id: 'from', title: 'From', width: 120, value: (row) => row.from, cell: (row) => at(row.from) },
    {
      id: 'until',
      title: 'Until',
      width: 168,
      value: (row) => row.ended?.at ?? row.until,
      cell: (row) =>
        row.ended !== null ? (
          at(row.ended.at)
        ) : row.until === null ? (
          'it is ended'
        ) : (
          <span className="cut">
            {at(row.until)} {row.active ? <span className="dim">({formatAge(row.until - now())} left)</span> : null}
          </span>
        ),
    },
    {
      id: 'end',
      title: '',
      width: 88,
      fixedOrder: true,
      value: () => null,
      cell: (row) =>
        row.ended !== null || (row.until !== null && row.until <= now()) ? null : (
          <button
            type="button"
            className="button small"
            aria-label={`End the silence of ${who(row)} now`}
            disabled={locked !== undefined}
            title={locked}
            onClick={() => {
              end(row)
            }}
          >
            End now
          </button>
        ),
    },
  ]
}

function SilencesScreen() {
  const { own, setOwn } = useScope()
  const zone = useView((s) => s.zone)
  const { data: overview } = useOverview()
  const [adding, setAdding] = useState(false)
  const [refused, setRefused] = useState('')
  const ended = own('show') === 'ended'
  const list = useSilences(ended)
  const rules = useRules().data
  const changed = useAlertingChange()
  const locked = overview === undefined || mayAct(overview) ? undefined : LOCKED
  const columns = useMemo(() => {
    const end = async (row: Silence) => {
      setRefused('')
      try {
        await changed(platform.endSilence({ params: { silence: String(row.id) } }))
        notify('Silence ended', `${who(row)} is told about again.`)
      } catch (cause) {
        setRefused(cause instanceof Error ? cause.message : 'This did not work.')
      }
    }
    return columnsOf(rules ?? [], zone, locked, (row) => void end(row))
  }, [changed, locked, rules, zone])
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'silence.add',
          title: 'Silence instances',
          group: 'This page',
          keys: 'n',
          words: 'mute maintenance',
          run: () => {
            if (locked !== undefined) return false
            setAdding(true)
            return true
          },
        },
      ],
      [locked],
    ),
  )
  const rows = list.data ?? []
  const add = (
    <button
      type="button"
      className="button small primary"
      disabled={locked !== undefined}
      title={locked ?? 'Silence instances (N)'}
      onClick={() => {
        setAdding(true)
      }}
    >
      <Plus size={14} aria-hidden="true" /> Silence
    </button>
  )
  return (
    <>
      <h1 className="spoken">Silences</h1>
      <Panel
        label="Silences"
        title="Silences"
        note={
          list.stale && list.problem !== null ? (
            <Stale at={list.at} problem={list.problem} retry={list.retry} />
          ) : list.data === undefined ? null : (
            `${String(rows.filter(({ active }) => active).length)} in effect`
          )
        }
        tools={
          <span className="row">
            <button
              type="button"
              className="button small"
              aria-pressed={ended}
              onClick={() => {
                setOwn('show', ended ? null : 'ended', 'replace')
              }}
            >
              Ended ones, too
            </button>
            {add}
          </span>
        }
      >
        {refused === '' ? null : (
          <div className="banner crit" role="alert" style={{ margin: '0 12px 12px' }}>
            {refused}
          </div>
        )}
        {list.data === undefined ? (
          list.problem === null ? (
            <Loading lines={3} />
          ) : (
            <Problem problem={list.problem} retry={list.retry} keeps="Silences that are in effect stay so." />
          )
        ) : rows.length === 0 ? (
          <Empty
            title={ended ? 'No silence in the last 30 days' : 'Nothing is silenced'}
            cause="A silence keeps notifications of some instances back for a while, for instance during maintenance. Problems are found all the same."
          />
        ) : (
          <Table
            label="Silences"
            rows={rows}
            columns={columns}
            rowId={(row) => String(row.id)}
            sort={{ id: 'from', descending: true }}
            height={Math.min(rows.length, 20) * 28 + 40}
          />
        )}
      </Panel>
      <Drawer
        opened={adding}
        onClose={() => {
          setAdding(false)
        }}
        title="Silence instances"
      >
        <SilenceForm
          instance={null}
          done={() => {
            setAdding(false)
          }}
        />
      </Drawer>
    </>
  )
}

export default defineScreen({
  path: PATHS.silences,
  title: 'Silences',
  icon: BellOff,
  keys: 'e',
  words: 'mute maintenance window quiet',
  section: 'Alerts',
  right: 'read',
  Screen: SilencesScreen,
})

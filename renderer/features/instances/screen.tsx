/** Every instance: whether its data comes, what load it has, and how alerting stands with it. */
import { Drawer } from '@mantine/core'
import { Server } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { plural } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useListKeys } from '../../app/use-list-keys.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAlertingChange } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { mayAct, mayWrite } from '../../data/use-overview.ts'
import '../../ui/alerting.css'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { SilenceForm } from '../../ui/SilenceForm.tsx'
import { Table } from '../../ui/Table.tsx'
import { columnsOf } from './columns.tsx'
import { InstancePanel } from './InstancePanel.tsx'
import { useInstances, type Row } from './use-instances.ts'

const LOCKED = 'This account may look at alerting, not switch it.'

function InstancesScreen() {
  const { scope, own, setOwn } = useScope()
  const zone = useView((s) => s.zone)
  const { overview, rows: all } = useInstances()
  const changed = useAlertingChange()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [silencing, setSilencing] = useState<string | null>(null)
  const chosen = own('instance')
  const acts = mayAct(overview.data)
  const locked = overview.data === undefined || acts ? undefined : LOCKED
  const columns = useMemo(() => {
    const turn = async ({ instance }: Row, on: boolean) => {
      const params = { pg_instance: instance.label }
      const status = await changed(on ? platform.enableAlerting({ params }) : platform.disableAlerting({ params }))
      // Switching it on ends the silences of the instance itself; what else keeps it off has to be told.
      if (on && !status.enabled) throw new Error(`Enabled, but still inactive: ${status.reason}`)
    }
    return columnsOf({ zone, compact: chosen !== null, locked, turn })
  }, [changed, chosen, locked, zone])
  const close = useCallback(() => {
    setOwn('instance', null)
  }, [setOwn])
  useListKeys('instances', field, chosen !== null, close)
  const rows = all.filter(
    ({ instance, agent }) =>
      (scope.instances.length === 0 || scope.instances.includes(instance.label)) &&
      `${instance.label} ${agent} ${Object.entries(instance.tags).join(' ')}`.toLowerCase().includes(text.toLowerCase()),
  )
  const open = all.find(({ instance }) => instance.label === chosen)
  const bad = all.filter(({ health }) => health !== 'collecting' && health !== 'not watched').length
  return (
    <div className={`split${open === undefined ? '' : ' open'}`}>
      <h1 className="spoken">Instances</h1>
      <div className="main">
        <Panel
          label="Instances"
          title="Instances"
          note={
            overview.stale && overview.problem !== null ? (
              <Stale at={overview.at} problem={overview.problem} retry={overview.retry} />
            ) : overview.data === undefined ? null : (
              `${plural(all.length, 'instance')}${bad === 0 ? '' : ` · ${String(bad)} without fresh data`} · ${String(all.filter(({ alerted }) => alerted?.enabled === true).length)} with alerting`
            )
          }
          tools={<FilterBox ref={field} text={text} change={setText} />}
        >
          {overview.data === undefined ? (
            overview.problem === null ? (
              <Loading lines={4} />
            ) : (
              <Problem problem={overview.problem} retry={overview.retry} keeps="Data is collected all the same." />
            )
          ) : all.length === 0 ? (
            <Empty title="No instance has sent data yet" cause="Watch a database with the embedded agent, or register an agent elsewhere." />
          ) : rows.length === 0 ? (
            <Empty title="Filtered out" cause={`None of ${String(all.length)} matches the text and the instances chosen above.`} />
          ) : (
            <Table
              label="Instances"
              rows={rows}
              columns={columns}
              rowId={({ instance }) => instance.label}
              sort={{ id: 'instance', descending: false }}
              selected={chosen}
              onOpen={({ instance }) => {
                setOwn('instance', instance.label === chosen ? null : instance.label)
              }}
              height={Math.min(rows.length, 20) * 28 + 72}
            />
          )}
        </Panel>
      </div>
      {open === undefined ? null : (
        <InstancePanel
          key={open.instance.label}
          row={open}
          mayAct={acts}
          mayWrite={mayWrite(overview.data)}
          silence={() => {
            setSilencing(open.instance.label)
          }}
          onClose={close}
        />
      )}
      <Drawer
        opened={silencing !== null}
        onClose={() => {
          setSilencing(null)
        }}
        title={`Silence ${silencing ?? ''}`}
      >
        {silencing === null ? null : (
          <SilenceForm
            instance={silencing}
            done={() => {
              setSilencing(null)
            }}
          />
        )}
      </Drawer>
    </div>
  )
}

export default defineScreen({
  path: PATHS.instances,
  title: 'Instances',
  icon: Server,
  keys: 'i',
  words: 'alerting status tags servers collecting late down',
  section: 'Alerts',
  right: 'read',
  scope: 'instances',
  Screen: InstancesScreen,
})

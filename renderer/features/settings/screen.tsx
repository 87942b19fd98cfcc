/** Settings of the platform: who is told about problems, how, and when not. */
import { Drawer, Modal } from '@mantine/core'
import { Plus, Settings } from 'lucide-react'
import { useMemo, useState } from 'react'
import { plural } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useAlertingChange, type Channel } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { useAdmin } from '../../data/use-admin.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Empty, Panel } from '../../ui/Feedback.tsx'
import { Listed, ListNote } from '../../ui/Listed.tsx'
import { Table } from '../../ui/Table.tsx'
import { ChannelSheet } from './ChannelSheet.tsx'
import { columnsOf } from './columns.tsx'

type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly row: Channel }
interface Said {
  readonly ok: boolean
  readonly text: string
}

function SettingsScreen() {
  const of = useAdmin(['alerting', 'channels'], (signal) => platform.listChannels(undefined, signal), 10)
  const changed = useAlertingChange()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const close = () => {
    setAsked(null)
  }
  const columns = useMemo(() => {
    const test = async ({ id, name }: Channel) => {
      setSaid({ ok: true, text: `${name}: a message is being sent…` })
      try {
        await changed(platform.testChannel({ params: { channel: String(id) } }))
        setSaid({ ok: true, text: `${name}: the test message was taken.` })
      } catch (cause) {
        setSaid({ ok: false, text: `${name}: ${cause instanceof Error ? cause.message : 'this did not work.'}` })
      }
    }
    return columnsOf({
      turn: ({ id }, enabled) => changed(platform.changeChannel({ params: { channel: String(id) }, body: { enabled } })),
      act: (what, row) => {
        if (what === 'test') void test(row)
        else setAsked({ what, row })
      },
    })
  }, [changed])
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'channel.add',
          title: 'Add a channel for notifications',
          group: 'This page',
          keys: 'n',
          words: 'mail webhook desktop notify',
          run: () => {
            if (of.forbidden) return false
            setAsked({ what: 'add' })
            return true
          },
        },
      ],
      [of.forbidden],
    ),
  )
  const add = (
    <button
      type="button"
      className="button small primary"
      disabled={of.forbidden}
      title="Add a channel (N)"
      onClick={() => {
        setAsked({ what: 'add' })
      }}
    >
      <Plus size={14} aria-hidden="true" /> Add
    </button>
  )
  return (
    <>
      <h1 className="spoken">Settings</h1>
      <Panel
        label="Notifications"
        title="Notifications"
        tools={add}
        note={<ListNote of={of}>{(all) => `${plural(all.length, 'channel')} · told once when a problem opens, gets worse and ends`}</ListNote>}
      >
        {said === null ? null : (
          <div className={`banner ${said.ok ? 'ok' : 'crit'}`} role={said.ok ? 'status' : 'alert'} style={{ margin: '0 12px 12px' }}>
            {said.text}
          </div>
        )}
        <Listed of={of} refusal="Who is told about problems is set by administrators." keeps="Notifications are sent all the same.">
          {(all) =>
            all.length === 0 ? (
              <Empty title="Nobody is told" cause="Problems are found and listed. Add a channel to be told of them by e-mail, by a webhook, or on the desktop.">
                <button
                  type="button"
                  className="button primary"
                  onClick={() => {
                    setAsked({ what: 'add' })
                  }}
                >
                  Add a channel
                </button>
              </Empty>
            ) : (
              <Table
                label="Channels"
                rows={all}
                columns={columns}
                rowId={({ id }) => String(id)}
                sort={{ id: 'name', descending: false }}
                height={all.length * 28 + 72}
              />
            )
          }
        </Listed>
      </Panel>
      <Drawer
        opened={asked?.what === 'add' || asked?.what === 'edit'}
        onClose={close}
        title={asked?.what === 'edit' ? `Edit ${asked.row.name}` : 'Add a channel'}
      >
        {asked === null || asked.what === 'delete' ? null : <ChannelSheet channel={asked.what === 'edit' ? asked.row : null} done={close} />}
      </Drawer>
      <Modal opened={asked?.what === 'delete'} onClose={close} title={asked?.what === 'delete' ? `Delete ${asked.row.name}?` : ''}>
        {asked?.what === 'delete' ? (
          <Confirm
            text={`Nobody is told on ${asked.row.name} any more, and ${plural(asked.row.waiting, 'message')} that wait for it are dropped.`}
            action="Delete"
            work={() => changed(platform.deleteChannel({ params: { channel: String(asked.row.id) } }))}
            close={close}
          />
        ) : null}
      </Modal>
    </>
  )
}

export default defineScreen({
  path: PATHS.settings,
  title: 'Settings',
  icon: Settings,
  keys: ',',
  words: 'notifications channels mail smtp webhook desktop quiet hours',
  section: 'Manage',
  right: 'admin',
  Screen: SettingsScreen,
})

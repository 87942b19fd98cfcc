/** Which instances somebody sees: roles made of tag filters, each with what it shows now and who has it. */
import { Modal } from '@mantine/core'
import { Plus, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { plural } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useScope } from '../../app/use-scope.ts'
import { platform } from '../../data/api.ts'
import { useAdmin } from '../../data/use-admin.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Empty, Panel } from '../../ui/Feedback.tsx'
import { Listed, ListNote } from '../../ui/Listed.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Role } from './access.ts'
import { columnsOf } from './columns.tsx'
import { Editor } from './Editor.tsx'
import './roles.css'

/** Stands in the address for a role that is being made: no role may be called so. */
const NEW = '/'

/** Why it cannot be deleted, or what is lost with it. */
function Removal({ role, reload, close }: { readonly role: Role; readonly reload: () => Promise<void>; readonly close: () => void }) {
  if (role.users.length > 0)
    return (
      <div className="role-body">
        <p>
          {role.name} is what restricts {role.users.join(', ')}. Without it they might see every instance, so it can only be deleted when nobody has it: take it
          from them first.
        </p>
        <div className="row">
          <button type="button" className="button" data-autofocus onClick={close}>
            Keep as it is
          </button>
        </div>
      </div>
    )
  return (
    <Confirm
      text={`Nobody has ${role.name}, so nobody sees more or less without it. Its filters are lost.`}
      action="Delete"
      work={async () => {
        await platform.deleteRole({ params: { role: role.name } })
        await reload()
      }}
      close={close}
    />
  )
}

function RolesScreen() {
  const roles = useAdmin(['access', 'roles'], (signal) => platform.listRoleEntries(undefined, signal), 10)
  const total = useOverview().data?.instances.length ?? 0
  const { own, setOwn } = useScope()
  const [deleting, setDeleting] = useState<Role | null>(null)
  const open = own('role')
  const all = roles.list.data ?? []
  const role = all.find(({ name }) => name === open)
  const { forbidden } = roles
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'role.add',
          title: 'Make a role',
          group: 'This page',
          keys: 'n',
          words: 'restrict instances tag filter',
          run: () => {
            if (forbidden) return false
            setOwn('role', NEW)
            return true
          },
        },
        {
          id: 'role.close',
          title: 'Close the role',
          group: 'This page',
          keys: 'escape',
          run: () => {
            if (open === null) return false
            setOwn('role', null)
            return true
          },
        },
      ],
      [forbidden, open, setOwn],
    ),
  )
  const columns = useMemo(() => columnsOf(total, setDeleting), [total])
  const begin = () => {
    setOwn('role', NEW)
  }
  return (
    <>
      <h1 className="spoken">Roles</h1>
      <Panel
        label="Roles"
        title="Roles"
        note={<ListNote of={roles}>{(list) => `${plural(list.length, 'role')} · a user with several sees what any of them shows`}</ListNote>}
        tools={
          <button
            type="button"
            className="button small primary"
            disabled={forbidden}
            title={forbidden ? 'This account may not make roles' : 'Make a role (N)'}
            onClick={begin}
          >
            <Plus size={14} aria-hidden="true" /> Add
          </button>
        }
      >
        <Listed of={roles} refusal="Roles are seen and made by administrators." keeps="Everybody goes on seeing what they saw.">
          {(list) =>
            list.length === 0 ? (
              <Empty title="No role yet" cause="Every user sees every instance. A role restricts its users to the instances that carry certain tags.">
                <button type="button" className="button primary" onClick={begin}>
                  Make a role
                </button>
              </Empty>
            ) : (
              <Table
                label="Roles"
                rows={list}
                columns={columns}
                rowId={(row) => row.name}
                sort={{ id: 'name', descending: false }}
                selected={open}
                onOpen={(row) => {
                  setOwn('role', row.name === open ? null : row.name)
                }}
                height={Math.min(list.length, 12) * 28 + 40}
              />
            )
          }
        </Listed>
      </Panel>
      {forbidden || open === null || roles.list.data === undefined ? null : role === undefined && open !== NEW ? (
        <Empty title="There is no such role any more" cause={`${open} has been deleted, or was never there.`} />
      ) : (
        <Editor
          key={`${open} ${JSON.stringify(role?.access)}`}
          role={role}
          taken={all.map(({ name }) => name)}
          reload={roles.reload}
          done={(name) => {
            setOwn('role', name, 'replace')
          }}
          close={() => {
            setOwn('role', null)
          }}
        />
      )}
      <Modal
        opened={deleting !== null}
        onClose={() => {
          setDeleting(null)
        }}
        title={deleting === null ? '' : `Delete ${deleting.name}?`}
      >
        {deleting === null ? null : (
          <Removal
            role={deleting}
            reload={roles.reload}
            close={() => {
              setDeleting(null)
            }}
          />
        )}
      </Modal>
    </>
  )
}

export default defineScreen({
  path: PATHS.roles,
  title: 'Roles',
  icon: ShieldCheck,
  keys: 'v',
  words: 'access restrict instances tags filters view',
  section: 'Access',
  right: 'admin',
  Screen: RolesScreen,
})

/** Who may sign in, how, and what they may: local users and those of the directory. */
import { Drawer } from '@mantine/core'
import { Plus, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { plural } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { platform } from '../../data/api.ts'
import { useAdmin } from '../../data/use-admin.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Empty, Panel } from '../../ui/Feedback.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Listed, ListNote } from '../../ui/Listed.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddUser } from './AddUser.tsx'
import { columnsOf, type Asked } from './columns.tsx'
import { Sheets } from './Sheets.tsx'
import { PRIVILEGES, type User } from './user.tsx'
import './users.css'

const NOBODY = { text: '', privilege: '', role: '', kind: '' }
type Filter = typeof NOBODY

const passes = (user: User, { text, privilege, role, kind }: Filter): boolean =>
  `${user.email} ${user.login} ${user.roles.join(' ')} ${user.comment}`.toLowerCase().includes(text.toLowerCase()) &&
  (privilege === '' || user.privilege === privilege) &&
  (role === '' || (role === ' none' ? user.roles.length === 0 : user.roles.includes(role.slice(1)))) &&
  (kind === '' || (kind === 'ldap') === user.ldap)

function UsersScreen() {
  const users = useAdmin(['access', 'users'], (signal) => platform.listUserEntries(undefined, signal), 10)
  const roles = useAdmin(['access', 'roles'], (signal) => platform.listRoleEntries(undefined, signal), 30)
  const me = useOverview().data?.user.email
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [filter, setFilter] = useState<Filter>(NOBODY)
  const change = (patch: Partial<Filter>) => {
    setFilter({ ...filter, ...patch })
  }
  const { forbidden } = users
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'user.add',
          title: 'Add a user',
          group: 'This page',
          keys: 'n',
          words: 'account ldap person',
          run: () => {
            if (forbidden) return false
            setAdding(true)
            return true
          },
        },
      ],
      [forbidden],
    ),
  )
  const names = (roles.list.data ?? []).map(({ name }) => name)
  const columns = useMemo(() => columnsOf(me, setAsked), [me])
  return (
    <>
      <h1 className="spoken">Users</h1>
      <Panel
        label="Users"
        title="Users"
        note={
          <ListNote of={users}>
            {(all) =>
              `${plural(all.length, 'user')} · ${String(all.filter(({ ldap }) => ldap).length)} by LDAP · ${plural(all.filter(({ privilege }) => privilege === 'admin').length, 'administrator')}`
            }
          </ListNote>
        }
        tools={
          <span className="row">
            <FilterBox
              label="Filter the users"
              text={filter.text}
              change={(value) => {
                change({ text: value })
              }}
            />
            <Choice
              label="Privilege"
              all="Any privilege"
              options={PRIVILEGES}
              value={filter.privilege}
              choose={(privilege) => {
                change({ privilege })
              }}
            />
            <Choice
              label="Role"
              all="Any role"
              options={[{ value: ' none', label: 'No role' }, ...names.map((name) => ({ value: `=${name}`, label: name }))]}
              value={filter.role}
              choose={(role) => {
                change({ role })
              }}
            />
            <Choice
              label="Sign-in"
              all="Local and LDAP"
              options={[
                { value: 'local', label: 'Local' },
                { value: 'ldap', label: 'LDAP' },
              ]}
              value={filter.kind}
              choose={(kind) => {
                change({ kind })
              }}
            />
            <button
              type="button"
              className="button small primary"
              disabled={forbidden}
              title={forbidden ? 'This account may not add users' : 'Add a user (N)'}
              onClick={() => {
                setAdding(true)
              }}
            >
              <Plus size={14} aria-hidden="true" /> Add
            </button>
          </span>
        }
      >
        <Listed
          of={users}
          refusal="Users are seen and changed by administrators. Your own account is on the page Token."
          keeps="Everybody goes on with what they may."
        >
          {(all) => {
            const rows = all.filter((user) => passes(user, filter))
            return rows.length === 0 ? (
              <Empty title="Filtered out" cause={`None of ${plural(all.length, 'user')} passes the filter.`}>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    setFilter(NOBODY)
                  }}
                >
                  Remove the filter
                </button>
              </Empty>
            ) : (
              <Table
                label="Users"
                rows={rows}
                columns={columns}
                rowId={(row) => row.email}
                sort={{ id: 'email', descending: false }}
                onOpen={(user) => {
                  setAsked({ what: 'edit', user })
                }}
                height={Math.min(rows.length, 18) * 28 + 44}
              />
            )
          }}
        </Listed>
      </Panel>
      <Drawer
        opened={adding}
        onClose={() => {
          setAdding(false)
        }}
        title="Add a user"
      >
        <AddUser
          taken={users.list.data ?? []}
          roles={names}
          done={async () => {
            await users.reload()
            setAdding(false)
          }}
          openExisting={(user) => {
            setAdding(false)
            setAsked({ what: 'edit', user })
          }}
          onCancel={() => {
            setAdding(false)
          }}
        />
      </Drawer>
      <Sheets
        asked={asked}
        me={me}
        roles={names}
        reload={users.reload}
        close={() => {
          setAsked(null)
        }}
      />
    </>
  )
}

export default defineScreen({
  path: PATHS.users,
  title: 'Users',
  icon: UsersRound,
  keys: 'u',
  words: 'access account people ldap password privilege profile',
  section: 'Access',
  right: 'admin',
  Screen: UsersScreen,
})

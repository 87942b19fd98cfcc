import { Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { Column } from '../../ui/Table.tsx'
import { LastSignIn, Live, Roles, type User } from './user.tsx'

/** What the page is asked to open. */
export interface Asked {
  readonly what: 'edit' | 'password' | 'tokens' | 'delete'
  readonly user: User
}

/** Why the user cannot be deleted here; undefined when they can. */
function undeletable(user: User, me: string | undefined): string | undefined {
  if (user.last_admin) return 'The last administrator of everything stays; make another one first.'
  return user.email === me ? 'This is your own account. Another administrator can delete it.' : undefined
}

/** Why the password cannot be set here. */
function unsettable(user: User, me: string | undefined): string | undefined {
  if (user.ldap) return 'The password is kept by the directory server; change it there.'
  return user.email === me ? 'Your own password is changed on the page Token, with the old one.' : undefined
}

function More({ user, me, ask }: { readonly user: User; readonly me: string | undefined; readonly ask: (asked: Asked) => void }) {
  const items = [
    { what: 'edit', words: 'Edit…', hindrance: undefined },
    { what: 'password', words: 'Set password…', hindrance: unsettable(user, me) },
    { what: 'tokens', words: 'End access tokens…', hindrance: user.tokens === 0 ? 'There is none that is valid.' : undefined },
    { what: 'delete', words: 'Delete…', hindrance: undeletable(user, me) },
  ] as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="button plain small icon" aria-label={`More for ${user.email}`}>
          <EllipsisVertical size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown maw={280}>
        {items.map(({ what, words, hindrance }) => (
          <Menu.Item
            key={what}
            disabled={hindrance !== undefined}
            onClick={() => {
              ask({ what, user })
            }}
          >
            {words}
            {hindrance === undefined ? null : <div className="note">{hindrance}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export const columnsOf = (me: string | undefined, ask: (asked: Asked) => void): readonly Column<User>[] => [
  {
    id: 'email',
    title: 'E-mail',
    width: 176,
    grow: 2,
    value: (row) => row.email,
    cell: (row) => (
      <span className="row cut">
        <strong className="cut medium" title={row.email}>
          {row.email}
        </strong>
        {row.email === me ? <span className="tag">you</span> : null}
      </span>
    ),
  },
  { id: 'login', title: 'Login', width: 72, grow: 1, value: (row) => row.login },
  { id: 'privilege', title: 'Privilege', width: 80, value: (row) => row.privilege },
  { id: 'profile', title: 'Profile', width: 84, value: (row) => row.profile, doc: 'A developer sees sessions, queries, locks and instances only' },
  {
    id: 'roles',
    title: 'Roles',
    width: 96,
    grow: 1,
    value: (row) => row.roles.join(', '),
    cell: (row) => <Roles of={row} />,
    doc: 'Which instances they see',
  },
  {
    id: 'ldap',
    title: 'Sign-in',
    width: 60,
    value: (row) => (row.ldap ? 'LDAP' : 'Local'),
    doc: 'Local: with a password kept here. LDAP: by the directory server',
  },
  {
    id: 'live',
    title: 'Live 360',
    width: 72,
    value: (row) => row.live_360,
    cell: (row) => <Live of={row} />,
    doc: 'Right to the live screens: present sessions, their end, plans made now',
  },
  {
    id: 'last_sign_in',
    title: 'Last sign-in',
    width: 100,
    value: (row) => row.last_sign_in,
    cell: (row) => <LastSignIn at={row.last_sign_in} />,
  },
  { id: 'tokens', title: 'Tokens', width: 60, right: true, value: (row) => row.tokens, doc: 'Access tokens that are valid now' },
  { id: 'comment', title: 'Comment', width: 72, grow: 1, value: (row) => row.comment },
  { id: 'more', title: '', width: 40, fixedOrder: true, value: () => null, cell: (row) => <More user={row} me={me} ask={ask} /> },
]

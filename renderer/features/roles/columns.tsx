import { RowButton } from '../../ui/RowButton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { accessWords, groupsOf, type Role } from './access.ts'

function Names({ of }: { readonly of: readonly string[] }) {
  return <span title={of.join('\n')}>{of.length}</span>
}

export const columnsOf = (total: number, ask: (role: Role) => void): readonly Column<Role>[] => [
  { id: 'name', title: 'Role', width: 144, grow: 1, value: (row) => row.name, cell: (row) => <strong className="cut medium">{row.name}</strong> },
  { id: 'access', title: 'Shows instances with', width: 280, grow: 4, value: (row) => accessWords(groupsOf(row)) },
  {
    id: 'instances',
    title: `Instances of ${String(total)}`,
    width: 112,
    right: true,
    value: (row) => row.instances.length,
    cell: (row) => <Names of={row.instances} />,
    doc: 'How many it shows now',
  },
  { id: 'users', title: 'Users', width: 72, right: true, value: (row) => row.users.length, cell: (row) => <Names of={row.users} /> },
  {
    id: 'delete',
    title: '',
    width: 96,
    fixedOrder: true,
    value: () => null,
    cell: (row) => (
      <RowButton
        words="Delete…"
        label={`Delete ${row.name}`}
        press={() => {
          ask(row)
        }}
      />
    ),
  },
]

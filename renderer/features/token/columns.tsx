import { formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import type { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { useNow } from '../../data/use-now.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { lengthWords } from './lasting.ts'

export type Token = Awaited<ReturnType<typeof platform.listOwnTokens>>[number]

export const nameOf = ({ name, present }: Token): string => (name !== '' ? name : present ? 'This screen' : 'A sign-in')

function At({ time }: { readonly time: number }) {
  const zone = useView((s) => s.zone)
  return <span className="cut">{formatInstant(time, now(), zone)}</span>
}

function Ends({ at }: { readonly at: number }) {
  return <span className="cut">in {lengthWords(at - useNow(10_000))}</span>
}

export const columnsOf = (revoke: (token: Token) => void): readonly Column<Token>[] => [
  {
    id: 'name',
    title: 'For',
    width: 160,
    grow: 2,
    value: nameOf,
    cell: (row) => (
      <span className="row cut">
        <span className={`cut${row.name === '' ? '' : ' medium'}`}>{nameOf(row)}</span>
        {row.present ? <span className="tag">in use here</span> : null}
      </span>
    ),
  },
  {
    id: 'id',
    title: 'Token',
    width: 120,
    value: (row) => row.id,
    cell: (row) => <code>{row.id}</code>,
    doc: 'The beginning of its hash; the token itself is kept nowhere',
  },
  { id: 'issued', title: 'Made', width: 128, grow: 1, value: (row) => row.issued, cell: (row) => <At time={row.issued} /> },
  { id: 'address', title: 'From', width: 120, grow: 1, value: (row) => (row.address === '' ? null : row.address), doc: 'The address it was asked for from' },
  { id: 'expires', title: 'Ends', width: 112, value: (row) => row.expires, cell: (row) => <Ends at={row.expires} /> },
  {
    id: 'end',
    title: '',
    width: 72,
    fixedOrder: true,
    value: () => null,
    cell: (row) => (
      <RowButton
        words="End…"
        label={`End ${nameOf(row)} ${row.id}`}
        hindrance={row.present ? 'This one is in use here; sign out to end it' : undefined}
        press={() => {
          revoke(row)
        }}
      />
    ),
  },
]

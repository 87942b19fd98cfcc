import { formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'
import { Status } from '../../ui/Feedback.tsx'
import type { Column } from '../../ui/Table.tsx'
import { operationWords, pathWords, whoWords, type Entry } from './words.ts'

function When({ at }: { readonly at: number }) {
  const zone = useView((s) => s.zone)
  return <span className="cut">{formatInstant(at, now(), zone)}</span>
}

export const COLUMNS: readonly Column<Entry>[] = [
  { id: 'time', title: 'When', width: 120, value: (row) => row.time, cell: (row) => <When at={row.time} />, fixedOrder: true },
  {
    id: 'who',
    title: 'Who',
    width: 112,
    grow: 1,
    value: whoWords,
    cell: (row) => <span className={`cut ${row.login === '' ? 'dim' : 'medium'}`}>{whoWords(row)}</span>,
    fixedOrder: true,
  },
  { id: 'operation', title: 'What', width: 176, grow: 1, value: (row) => operationWords(row.operation), fixedOrder: true },
  { id: 'path', title: 'On', width: 216, grow: 2, value: (row) => pathWords(row), fixedOrder: true },
  {
    id: 'failure',
    title: 'Outcome',
    width: 168,
    grow: 2,
    value: (row) => (row.failure === '' ? 'Done' : row.failure),
    cell: (row) =>
      row.failure === '' ? (
        <Status kind="ok">Done</Status>
      ) : (
        <Status kind="crit" title={row.failure}>
          <span className="cut">{row.failure}</span>
        </Status>
      ),
    fixedOrder: true,
  },
  { id: 'address', title: 'From', width: 104, value: (row) => (row.address === '' ? null : row.address), fixedOrder: true },
]

import { formatClock, formatCount, formatLoad, type Zone } from '../../../shared/units.ts'
import type { Load } from '../../ui/load.ts'
import { Table, type Column } from '../../ui/Table.tsx'

interface Row {
  readonly i: number
}

/** The same numbers as the chart, as a table. */
export function LoadTable({ load, zone, height }: { readonly load: Load; readonly zone: Zone; readonly height: number | string }) {
  const rows = load.time.map((_, i): Row => ({ i }))
  const number = (id: string, title: string, values: readonly (number | null)[], write = formatLoad): Column<Row> => ({
    id,
    title,
    width: 88,
    right: true,
    value: ({ i }) => values[i] ?? null,
    cell: ({ i }) => (values[i] === null ? 'no data' : write(values[i] ?? 0)),
  })
  const columns: readonly Column<Row>[] = [
    {
      id: 'time',
      title: 'From',
      width: 96,
      value: ({ i }) => new Date(load.time[i] ?? 0).toISOString(),
      cell: ({ i }) => formatClock(load.time[i] ?? 0, zone),
    },
    number('total', 'Total', load.average),
    number('peak', 'Highest', load.peak, formatCount),
    ...[...load.bands].reverse().map((band) => number(band.id, band.name, band.average)),
    { id: 'ticks', title: 'Readings', width: 80, right: true, value: ({ i }) => load.ticks[i] ?? 0 },
  ]
  return (
    <Table
      label="Average active sessions per bar"
      rows={rows}
      columns={columns}
      rowId={({ i }) => String(i)}
      sort={{ id: 'time', descending: true }}
      height={height}
    />
  )
}

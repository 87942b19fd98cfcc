/** Dense, virtual, sortable rows (TanStack). Columns are described by what they mean; sorting, copy and CSV follow from that. */
import {
  columnSizingFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { copyText } from './copy.ts'
import { toTsv, type CellValue } from './delimited.ts'

export interface Column<T> {
  readonly id: string
  readonly title: string
  /** px; `grow` takes a share of what is left */
  readonly width: number
  readonly grow?: number
  readonly right?: boolean
  /** The raw value: for sorting, copy and CSV. */
  readonly value: (row: T) => CellValue
  /** What it is sorted by, when that is not the value: its size, for what may be negative. */
  readonly order?: (row: T) => CellValue
  readonly cell?: (row: T) => ReactNode
  readonly doc?: string
  readonly fixedOrder?: boolean
  /** What the cell shows may stand over its neighbours. */
  readonly loose?: boolean
  /** Stays at the right edge when the rest is scrolled sideways: what is done with the row. */
  readonly end?: boolean
}

interface Props<T> {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowId: (row: T) => string
  readonly sort?: { readonly id: string; readonly descending: boolean }
  readonly selected?: string | null
  readonly onOpen?: (row: T) => void
  /** Keys on a focused row that are not the table's own; true when taken. */
  readonly onKey?: (row: T, event: KeyboardEvent) => boolean
  /** Lines that stay below the rows (remainder, sum): cells by column id. */
  readonly foot?: readonly Readonly<Record<string, ReactNode>>[]
  readonly height?: number | string
}

// What is sorted is `value`; null sorts below everything.
const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})
const ROW = 28

function compare(a: CellValue, b: CellValue): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}

function definitions<T extends object>(columns: readonly Column<T>[]): ColumnDef<typeof features, T>[] {
  return columns.map((column) => ({
    id: column.id,
    accessorFn: column.value,
    header: column.title,
    sortFn: (a: { original: T }, b: { original: T }) => compare((column.order ?? column.value)(a.original), (column.order ?? column.value)(b.original)),
    sortDescFirst: column.right === true,
    enableSorting: column.fixedOrder !== true,
  }))
}

const widthOf = (column: { readonly width: number; readonly grow?: number }): CSSProperties => ({
  flex: `${String(column.grow ?? 0)} 0 ${String(column.width)}px`,
  minWidth: column.width,
})

const classOf = ({ right = false, loose = false, end = false }: { readonly right?: boolean; readonly loose?: boolean; readonly end?: boolean }): string =>
  `cell${right ? ' right' : ''}${loose ? ' loose' : ''}${end ? ' end' : ''}`

export function Table<T extends object>({ label, rows, columns, rowId, sort, selected = null, onOpen, onKey, foot = [], height = '100%' }: Props<T>) {
  'use no memo' // the virtualizer is mutable
  const box = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<SortingState>(sort === undefined ? [] : [{ id: sort.id, desc: sort.descending }])
  const [active, setActive] = useState(0)
  const data = useMemo(() => [...rows], [rows])
  const defined = useMemo(() => definitions(columns), [columns])
  const table = useTable({
    features,
    data,
    columns: defined,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
    enableMultiSort: true,
  })
  const shown = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 16,
    getItemKey: (i) => shown[i]?.id ?? i,
  })
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${String(next)}"]`)?.focus())
  }
  const onRowKey = (event: KeyboardEvent, row: T, index: number) => {
    if (event.target !== event.currentTarget || onKey?.(row, event) === true) return
    const copies = (event.metaKey || event.ctrlKey) && event.key === 'c' && window.getSelection()?.isCollapsed !== false
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -shown.length,
      End: shown.length,
    }
    const step = event.metaKey || event.ctrlKey ? undefined : steps[event.key]
    if (step !== undefined) move(index + step)
    else if (event.key === 'Enter' || event.key === ' ') onOpen?.(row)
    else if (copies) void copyText(toTsv([columns.map((column) => column.value(row))]), 'Row')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} className="table" role="grid" aria-label={label} aria-rowcount={shown.length + 1 + foot.length} style={{ height }}>
      <div className="head" role="rowgroup" style={{ minWidth: width }}>
        {table.getHeaderGroups().map((group) => (
          <div key={group.id} className="line" role="row" aria-rowindex={1}>
            {group.headers.map((header, i) => {
              const column = columns[i]
              if (column === undefined) return null
              const sorted = header.column.getIsSorted()
              return (
                <div
                  key={header.id}
                  role="columnheader"
                  className={classOf({ ...column, loose: false })}
                  style={widthOf(column)}
                  aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
                  title={column.doc}
                >
                  {column.fixedOrder === true ? (
                    <span>{column.title}</span>
                  ) : (
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <span className="cut">{column.title}</span>
                      {sorted === false ? null : (
                        <span aria-hidden="true" style={{ fontSize: 9 }}>
                          {sorted === 'asc' ? '▲' : '▼'}
                        </span>
                      )}
                    </button>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <div className="body" role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {virtual.getVirtualItems().map((item) => {
          const row = shown[item.index]
          if (row === undefined) return null
          return (
            <div
              key={row.id}
              className="line"
              role="row"
              data-index={item.index}
              aria-rowindex={item.index + 2}
              aria-selected={row.id === selected}
              tabIndex={item.index === Math.min(active, shown.length - 1) ? 0 : -1}
              style={{ transform: `translateY(${String(item.start)}px)`, cursor: onOpen === undefined ? 'default' : 'pointer' }}
              onFocus={() => {
                setActive(item.index)
              }}
              onClick={(event) => {
                if (event.target instanceof Element && event.target.closest('button, input, a, [role="switch"]') === null) onOpen?.(row.original)
              }}
              onKeyDown={(event) => {
                onRowKey(event, row.original, item.index)
              }}
            >
              {columns.map((column) => (
                <div key={column.id} role="gridcell" className={classOf(column)} style={widthOf(column)}>
                  {column.cell === undefined ? <Plain value={column.value(row.original)} /> : column.cell(row.original)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {foot.length === 0 ? null : (
        <div className="foot" role="rowgroup" style={{ minWidth: width }}>
          {foot.map((cells, i) => (
            <div key={i} className="line" role="row" aria-rowindex={shown.length + 2 + i}>
              {columns.map((column) => (
                <div key={column.id} role="gridcell" className={classOf({ ...column, loose: false })} style={widthOf(column)}>
                  {cells[column.id] ?? null}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Cut where it does not fit; the whole is told on hover. */
function Plain({ value }: { readonly value: CellValue }) {
  const text = value === null ? '–' : String(value)
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  )
}

/** Header and rows, raw, in the order of the columns. */
export const rawTable = <T,>(rows: readonly T[], columns: readonly Column<T>[]): readonly (readonly CellValue[])[] => [
  columns.map((c) => c.title),
  ...rows.map((row) => columns.map((c) => c.value(row))),
]

import { fail } from '../../kernel/problem.ts'
import type { ScanBlock } from '../../store/store.ts'
import { rowOf, type Asked, type Row } from './rows.ts'

/** Rows an answer may have. */
const MOST_ROWS = 2_000_000

/** The rows of one reading that the report keeps. */
interface Reading {
  readonly block: ScanBlock
  readonly at: number
  readonly rows: readonly number[]
}

/** Ends with a range that fits, when the answer would be too long. */
export function checkRows(rows: number, { from, to }: { readonly from: number; readonly to: number }): void {
  if (rows <= MOST_ROWS) return
  const seconds = Math.floor(((to - from) / 1000) * (MOST_ROWS / rows) * 0.9)
  const fits = seconds >= 7200 ? `${Math.floor(seconds / 3600)} hours` : `${Math.max(1, Math.floor(seconds / 60))} minutes`
  fail('range.rows', { rows: MOST_ROWS, fits })
}

const labelIn =
  (block: ScanBlock, row: number) =>
  (name: string): string | null => {
    const column = block.labels[name]
    return column === undefined ? null : (column.values[column.codes[row] ?? -1] ?? null)
  }

function readingsOf({ form, request, history, ids }: Asked): readonly Reading[] {
  const probe = form.reads[0] ?? ''
  const labels = Object.values(form.columns).flatMap(({ label }) => label ?? [])
  const readings: Reading[] = []
  let count = 0
  for (const block of history.scan({ probe, instances: ids, from: request.from, to: request.to, columns: [...new Set(labels)] })) {
    for (let at = 0; at < block.readings; at++) {
      const rows: number[] = []
      for (let row = block.first[at] ?? 0; row < (block.first[at + 1] ?? 0); row++) {
        if (form.keep?.(labelIn(block, row), request.include) ?? true) rows.push(row)
      }
      count += rows.length
      if (rows.length > 0 && count <= MOST_ROWS) readings.push({ block, at, rows })
    }
  }
  checkRows(count, request)
  return readings.sort((a, b) => (a.block.end[a.at] ?? 0) - (b.block.end[b.at] ?? 0) || a.block.instance - b.block.instance)
}

/** A row per stored row, in order of time. */
export function raw(asked: Asked): Iterable<Row> {
  // What may be refused is refused before the first byte of the answer is sent; the rows themselves are made one by one.
  const readings = readingsOf(asked)
  return rowsOf(asked, readings)
}

function* rowsOf(asked: Asked, readings: readonly Reading[]): Generator<Row> {
  for (const { block, at, rows } of readings) {
    const instance = asked.instances.get(block.instance)
    const begin = block.begin[at] ?? 0
    const end = block.end[at] ?? 0
    if (instance === undefined) continue
    const time = asked.zone.iso(end)
    for (const row of rows) yield rowOf(asked, { instance, time, label: labelIn(block, row), span: (end - begin) / 1000 })
  }
}

import type { Block, Cell } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'

/**
 * Keeps the statements with at least `minCalls` calls or `minTime` seconds in the interval (0: this threshold is not used). What is left
 * out is added up in one row per database and user, whose `queryid` and `toplevel` are null, so that totals stay true. Pure.
 */
export function filterStatements(probe: Probe, block: Block, minCalls: number, minTime: number): Block {
  if (minCalls <= 0 && minTime <= 0) return block
  const at = (name: string, row: number): Cell => block.columns[name]?.[row] ?? null
  const amount = (name: string, row: number): number => Number(at(name, row) ?? 0)
  const stays = (row: number): boolean => (minCalls > 0 && amount('calls', row) >= minCalls) || (minTime > 0 && amount('total_time', row) >= minTime * 1000)

  const names = Object.keys(probe.columns)
  const rows: Record<string, Cell>[] = []
  const remainders = new Map<string, Record<string, Cell>>()
  for (let row = 0; row < block.rows; row++) {
    const cells = Object.fromEntries(names.map((name) => [name, at(name, row)]))
    if (stays(row)) {
      rows.push(cells)
      continue
    }
    const key = `${String(cells['dbid'])} ${String(cells['userid'])}`
    const sum = remainders.get(key)
    if (sum) addCounters(probe, sum, cells)
    else remainders.set(key, { ...cells, queryid: null, toplevel: null, query_md5_id: null, command_type: null })
  }
  const all = [...rows, ...remainders.values()]
  return { ...block, rows: all.length, columns: Object.fromEntries(names.map((name) => [name, all.map((cells) => cells[name] ?? null)])) }
}

function addCounters(probe: Probe, sum: Record<string, Cell>, cells: Readonly<Record<string, Cell>>): void {
  for (const [name, column] of Object.entries(probe.columns)) {
    const [a, b] = [sum[name], cells[name]]
    if (column.kind !== 'counter' || typeof b !== 'number') continue
    // sums of thousandths stay thousandths
    const scale = column.scale ?? 1
    sum[name] = typeof a === 'number' ? (scale > 1 ? Math.round((a + b) * scale) / scale : a + b) : b
  }
}

import type { RawCell, RawReading } from './reading.ts'

/**
 * Of the sessions that wait for locks and those waited for, the trees in which some wait lasted at least `delay` seconds, each row with
 * the root of its tree. Sessions that wait for each other have the least process id of the ring as root. Pure.
 */
export function treesBeyond(reading: RawReading, delay: number): RawReading {
  const all = (name: string): readonly RawCell[] => reading.columns[name] ?? []
  const blockers = new Map(all('pid').map((pid, row) => [String(pid), splitPids(all('blocked_by')[row])] as const))
  const roots = all('pid').map((pid) => rootOf(String(pid), blockers))
  // ages are in thousandths
  const long = new Set(roots.filter((_, row) => Number(all('wait_age_s')[row] ?? -1) >= delay * 1000))
  const rows = roots.flatMap((root, row) => (long.has(root) ? [row] : []))
  const columns = Object.fromEntries(Object.entries(reading.columns).map(([name, cells]) => [name, rows.map((row) => cells[row] ?? null)]))
  return { ...reading, rows: rows.length, columns: { ...columns, root_pid: rows.map((row) => roots[row] ?? null) } }
}

const splitPids = (text: RawCell | undefined): readonly string[] => (typeof text === 'string' && text !== '' ? text.split(',') : [])

function rootOf(pid: string, blockers: ReadonlyMap<string, readonly string[]>): string {
  const path: string[] = []
  let at = pid
  while (!path.includes(at)) {
    path.push(at)
    const next = blockers.get(at)?.[0]
    if (next === undefined) return at
    at = next
  }
  return path.slice(path.indexOf(at)).reduce((least, one) => (Number(one) < Number(least) ? one : least))
}

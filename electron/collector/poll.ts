import type { Probe } from '../catalog/define.ts'
import { cell, keysOf, rowNumbers, sameStatistics } from './cells.ts'
import { isLocked, measured } from './measure.ts'
import { partMarks } from './parts.ts'
import { statementFor, timeoutOf } from './due.ts'
import type { Facts } from './facts.ts'
import { retold, withAdded } from './retold.ts'
import { readNumber, scaleOf, toReading, type RawCell, type RawReading, type ServerIdentity } from './reading.ts'
import type { Rows, Session } from './target.ts'

/** How a probe is read this time. */
export interface Manner {
  /** The reading before, if its unchanged rows may be left out by the server. */
  readonly since: RawReading | undefined
  /** Oids of the parts that moved since that reading, for a probe that follows another. */
  readonly moved?: readonly string[] | undefined
  /** Files are looked at. */
  readonly measure: boolean
  /** Seconds until the server cancels it, where that is sooner than the probe's own. */
  readonly within?: number | undefined
  /** Called when looking at files alone took longer than it may. */
  readonly late?: (() => void) | undefined
}

const EVERYTHING: Manner = { since: undefined, measure: true }

/** Reads one probe now; undefined when it has no statement for this server. Its failure is its own: it throws and nothing else is touched. */
export async function poll(session: Session, probe: Probe, facts: Facts, time: () => number, manner: Manner = EVERYTHING): Promise<RawReading | undefined> {
  const sql = statementFor(probe, facts)
  if (sql === undefined) return undefined
  const extension = probe.needs && facts.extensions[probe.needs.extension]
  const identity: ServerIdentity = { ...facts.identity, extension: extension?.version ?? null }
  const since = manner.since && sameStatistics(manner.since.server, identity) ? manner.since : undefined
  const timeout = Math.min(timeoutOf(probe), manner.within ?? Infinity)
  const unchanged = since === undefined ? [] : [...(since.columns['mark'] ?? []), ...partMarks(since)].filter((mark) => typeof mark === 'string')
  const placed = (text: string, measure: boolean): string =>
    text
      .replaceAll('{schema}', extension?.schema ?? '')
      .replaceAll('{measure}', String(measure))
      .replaceAll('{whole}', String(since === undefined))
  // The instant of the answer: everything that was counted lies before it.
  const told = ({ names, rows }: Rows): RawReading => withAdded(probe, withMarks(probe, toReading(probe, names, rows, time(), identity)))
  if (probe.asksFirst !== undefined) {
    const [[answer] = []] = (await session.query(probe.asksFirst, timeout, probe.id)).rows
    if (answer !== 'true') return told({ names: [], rows: [] })
  }
  const finder = since && probe.finds && statementFor(probe, facts, probe.finds)
  const found = finder === undefined ? undefined : await session.query(placed(finder, false), timeout, probe.id, { marks: unchanged })
  const moves = since && found && retold(probe, since, found, { takenAt: time(), server: identity })
  const merged = since && moves ? withUnchanged(probe, since, moves.reading) : since
  const known = merged && moves && manner.measure ? await measured(session, probe, merged, moves.own, timeout, manner.late) : merged
  const left = moves?.left ?? manner.moved ?? []
  if (known !== undefined && moves !== undefined && left.length === 0) return known
  const apart = probe.finds !== undefined || probe.follows !== undefined ? { oids: left } : probe.marked === undefined ? {} : { marks: unchanged }
  const ask = (measure: boolean): Promise<Rows> => session.query(placed(sql, measure), timeout, probe.id, apart)
  // A relation that was locked after we looked costs this time's sizes, not the reading.
  const answer = await ask(manner.measure).catch((error: unknown) =>
    manner.measure && probe.measured !== undefined && isLocked(error) ? ask(false) : Promise.reject(error as Error),
  )
  if (probe.marked?.keeps !== undefined) return carryOver(probe, probe.marked.keeps, since, told(answer))
  if (probe.guarded !== undefined) return withGuarded(probe, told(answer), (sql) => session.query(sql, timeout, probe.id))
  const reading = await withLabels(probe, told(answer), (sql, oids) => session.query(sql, timeout, probe.id, { oids }))
  return known === undefined ? reading : withUnchanged(probe, known, reading)
}

/** Labels that are looked up by the oids of all rows together. */
async function withLabels(probe: Probe, reading: RawReading, ask: (sql: string, oids: readonly string[]) => Promise<Rows>): Promise<RawReading> {
  if (probe.looksUp === undefined) return reading
  const { sql, from } = probe.looksUp
  const oids = [...new Set(Object.values(from).flatMap((key) => reading.columns[key] ?? []))].filter((oid) => typeof oid === 'string')
  const { names, rows } = oids.length === 0 ? { names: [], rows: [] } : await ask(sql, oids)
  const known = new Map<RawCell, readonly (string | null)[]>(rows.map((row) => [row[names.indexOf('oid')] ?? null, row]))
  const labels = Object.entries(from).map(([label, key]) => {
    const at = names.indexOf(label)
    return [label, (reading.columns[key] ?? []).map((oid) => known.get(oid)?.[at] ?? null)] as const
  })
  return { ...reading, columns: { ...reading.columns, ...Object.fromEntries(labels) } }
}

/** With what is asked for apart, if we may. */
async function withGuarded(probe: Probe, reading: RawReading, ask: (sql: string) => Promise<Rows>): Promise<RawReading> {
  const columns: Record<string, readonly RawCell[]> = { ...reading.columns }
  for (const [name, { if: allowed, sql }] of Object.entries(probe.guarded ?? {})) {
    const text = cell(reading, allowed, 0) === 'true' ? ((await ask(sql)).rows[0]?.[0] ?? null) : null
    const column = probe.columns[name]
    columns[name] = [text === null ? null : readNumber(text, column ? scaleOf(column) : 1)]
  }
  return { ...reading, columns }
}

/** Marks that did not come, because they follow from the rows. Pure. */
function withMarks(probe: Probe, reading: RawReading): RawReading {
  if (probe.marked?.of === undefined) return reading
  const parts = Object.entries(probe.marked.of).map(([name, bits]) => [name, BigInt(bits)] as const)
  const markOf = (row: number): string =>
    String(
      BigInt.asIntN(
        64,
        parts.reduce((mark, [name, bits]) => mark ^ (BigInt(cell(reading, name, row) ?? 0) << bits), 0n),
      ),
    )
  return { ...reading, columns: { ...reading.columns, mark: Array.from({ length: reading.rows }, (_, row) => markOf(row)) } }
}

/** The rows of the reading before that the server left out, and those it gave. Pure. */
export function withUnchanged(probe: Probe, before: RawReading, changed: RawReading): RawReading {
  const given = rowNumbers(probe, changed)
  const keyAt = keysOf(probe, before)
  const kept = Array.from({ length: before.rows }, (_, row) => row).filter((row) => !given.has(keyAt(row)))
  const columns = Object.fromEntries(
    Object.entries(changed.columns).map(([name, cells]) => [name, [...kept.map((row) => cell(before, name, row)), ...cells] as readonly RawCell[]]),
  )
  return { ...changed, rows: kept.length + changed.rows, columns }
}

/** Columns that were not measured this time take the value measured last. Pure. */
export function carryOver(probe: Probe, names: readonly string[], before: RawReading | undefined, next: RawReading): RawReading {
  if (names.length === 0 || before === undefined) return next
  const known = rowNumbers(probe, before)
  const keyAt = keysOf(probe, next)
  const filled = names.map((name) => {
    const cells = (next.columns[name] ?? []).map((value, row) => {
      const at = value === null ? known.get(keyAt(row)) : undefined
      return at === undefined ? value : cell(before, name, at)
    })
    return [name, cells] as const
  })
  return { ...next, columns: { ...next.columns, ...Object.fromEntries(filled) } }
}
